import { requireSecret } from '../_shared/auth.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer } from '../_shared/http.ts';
import { logged } from '../_shared/troubles.ts';

/**
 * Called by a timer with the header `x-reconcile-secret` → { asked, told, sent, failed }. `asked`: requests for a review that it
 * queued; `told`: people who hear of tomorrow.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    await requireSecret(request, deps.reconcileSecret);
    // Who was there yesterday is asked how it was, and who runs a territory hears of tomorrow. Each fails for itself: it must not
    // keep the mails of others.
    const queue = (name: string) => deps.admin(name).catch(logged(0));
    const asked = await queue('queue_review_requests');
    const told = await queue('queue_tomorrow_letters');
    return { asked, told, ...(await processOutbox(deps, 50)) };
  });
}
