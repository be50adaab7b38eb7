import { requireSecret } from '../_shared/auth.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer } from '../_shared/http.ts';
import { sendPushes } from '../_shared/push/send-pushes.ts';
import { logged } from '../_shared/troubles.ts';
import { tellWallets } from '../_shared/wallet/tell-wallets.ts';

/**
 * Called by a timer with the header `x-reconcile-secret` → { asked, told, pickups, reminded, sent, failed, pushed,
 * wallets }. `asked`: queued review requests; `told`: people told about tomorrow; `pickups`: bookings with another
 * pickup time; `reminded`: bookings reminded; `pushed`: pushes sent; `wallets`: wallets notified.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    await requireSecret(request, deps.reconcileSecret);
    // Queues review requests, evening summaries, changed pickup times and reminders. Each fails separately and doesn't block other
    // emails.
    const queue = (name: string) => deps.admin(name).catch(logged(0));
    const asked = await queue('queue_review_requests');
    const told = await queue('queue_tomorrow_letters');
    const pickups = await queue('queue_pickup_changes');
    const reminded = await queue('queue_reminders');
    const emails = await processOutbox(deps, 50);
    return { asked, told, pickups, reminded, ...emails, ...(await sendPushes(deps)), ...(await tellWallets(deps)) };
  });
}
