import { z } from 'zod';
import { finishDeletion } from '../_shared/accounts.ts';
import { type Dependencies, inBackground, requireUser } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, HttpError, readBody } from '../_shared/http.ts';
import { runOps } from '../_shared/stripe.ts';

const body = z.object({ password: z.string().min(1, 'Please enter your password').max(200) });
const intents = z.array(z.string());

/**
 * POST { password } → { deleted: true }. Deletes the caller's account for good; docs/decisions/0007 says what is
 * deleted and kept. Refused while something must be settled (409 account_blocked, payment_in_progress). If interrupted,
 * the same call continues; otherwise the reconciler does.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const { id } = await requireUser(request, deps);
    const { password } = await readBody(request, body);
    const user = { p_user_id: id };
    // The attempt is counted first, so that parallel attempts are limited too.
    await deps.admin('record_deletion_attempt', user);
    if (!(await deps.accounts.passwordIs(id, password))) {
      throw new HttpError(403, 'wrong_password', 'That password is wrong.');
    }
    for (const paymentIntentId of intents.parse(await deps.admin('prepare_account_deletion', user))) {
      await runOps(deps.stripe, deps.admin, { paymentIntentId, limit: 5 });
    }
    await deps.admin('erase_account', user);
    await finishDeletion(deps, id);
    inBackground(processOutbox(deps, 5));
    return { deleted: true };
  });
}
