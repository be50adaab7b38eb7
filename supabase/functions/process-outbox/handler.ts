import { requireSecret } from '../_shared/auth.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer } from '../_shared/http.ts';
import { sendPushes } from '../_shared/push/send-pushes.ts';
import { logged } from '../_shared/troubles.ts';
import { tellWallets } from '../_shared/wallet/tell-wallets.ts';

/**
 * Called by a timer with the header `x-reconcile-secret` → { asked, told, reminded, sent, failed, pushed, wallets }. `asked`: requests for a review that
 * it queued; `told`: people who hear of tomorrow; `reminded`: bookings whose guest is reminded;
 * `pushed`: how many phones it woke; `wallets`: how many were told of another ticket.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    await requireSecret(request, deps.reconcileSecret);
    // Who was there yesterday is asked how it was, who runs a territory hears of tomorrow, and who has booked is reminded. Each fails
    // for itself: it must not keep the mails of others.
    const queue = (name: string) => deps.admin(name).catch(logged(0));
    const asked = await queue('queue_review_requests');
    const told = await queue('queue_tomorrow_letters');
    const reminded = await queue('queue_reminders');
    const letters = await processOutbox(deps, 50);
    return { asked, told, reminded, ...letters, ...(await sendPushes(deps)), ...(await tellWallets(deps)) };
  });
}
