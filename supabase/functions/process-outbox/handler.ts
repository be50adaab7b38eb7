import { requireSecret } from '../_shared/auth.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer } from '../_shared/http.ts';

/** Called by a timer with the header `x-reconcile-secret` → { asked, sent, failed }. `asked`: requests for a review that it queued. */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    await requireSecret(request, deps.reconcileSecret);
    // Who was there yesterday is asked how it was. That fails for itself: it must not keep the mails of others.
    const asked = await deps.admin('queue_review_requests').catch((error: unknown) => {
      console.error(error);
      return 0;
    });
    return { asked, ...(await processOutbox(deps, 50)) };
  });
}
