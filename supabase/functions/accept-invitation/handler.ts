import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { answer, HttpError, readBody } from '../_shared/http.ts';
import { LANGUAGES } from '../_shared/languages.ts';
import { fitsHash, isReadable, PASSWORD_LENGTH } from '../_shared/password.ts';

const FILL_IN = 'Please fill in all fields';
const body = z.object({
  code: z.string(FILL_IN).regex(/^[0-9a-f]{32,128}$/, 'This invitation could not be found'),
  full_name: z.string(FILL_IN).trim().min(1, FILL_IN).max(120, FILL_IN),
  password: z
    .string(FILL_IN)
    .min(1, { error: FILL_IN, abort: true })
    .min(PASSWORD_LENGTH.first, 'Password must be at least 6 characters')
    .refine(fitsHash, 'Please use at most 72 characters')
    .refine(isReadable, 'Please use a password without invisible characters'),
  /** The page's language, for the new account's emails. */
  language: z.enum(LANGUAGES.map(({ code }) => code)).optional(),
});
const account = z.object({ email: z.string(), user_id: z.string().nullable() });

/**
 * POST { code, full_name, password, language } → { email }. Sets the first password of an invited person who has
 * the emailed code. It was sent only to their address, so the account is confirmed and proven
 * (docs/decisions/0030). The roles follow after signing in (`redeem_invite`). An unconfirmed account that someone
 * else made with this address gets this password, while a confirmed one keeps its own. If interrupted,
 * `/password-reset` continues.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const { code, full_name: fullName, password, language } = await readBody(request, body);
    const { email, user_id: known } = account.parse(
      await deps.admin('invited_account', { p_code: code, p_full_name: fullName }),
    );
    const id = await deps.accounts.choosePassword({ id: known, email, fullName, password, language });
    if (!id)
      throw new HttpError(
        409,
        'account_exists',
        'You already have an account with this address. Please log in to accept the invitation.',
      );
    await deps.admin('own_invited_account', { p_code: code, p_user_id: id, p_full_name: fullName });
    return { email };
  });
}
