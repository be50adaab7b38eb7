import { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, HttpError, readBody } from '../_shared/http.ts';

const FILL_IN = 'Please fill in all required fields';
const required = (limit: number) => z.string(FILL_IN).trim().min(1, FILL_IN).max(limit, FILL_IN);

const body = z.object({
  role: z.enum(['territory_staff', 'shuttle_manager'], 'An error occurred adding role'),
  full_name: required(120),
  email: required(254).pipe(z.email('Please enter a valid email address')),
  password: z
    .string(FILL_IN)
    .min(1, { error: FILL_IN, abort: true })
    .min(6, 'Password must be at least 6 characters')
    // What lies behind the 72nd byte would not count: the auth service refuses it too.
    .refine((text) => new TextEncoder().encode(text).length <= 72, 'Please use at most 72 characters'),
});

const begun = z.object({ id: z.string(), state: z.enum(['new', 'made', 'taken']) });

/**
 * POST { role, full_name, email, password } → { id, email, full_name, role }: an account for a staff member or a shuttle manager of
 * the caller's territory, with a confirmed e-mail. The database decides whether the caller may, before and after.
 *
 * An address that has an account already is refused (409 account_exists): its owner takes the role up by an invitation, and keeps the
 * password. Interrupted at any point, the same call goes on where it stopped: the id was reserved before the account was made.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const { token } = await requireUser(request, deps);
    const { role, full_name: fullName, password, ...rest } = await readBody(request, body);
    const email = rest.email.toLowerCase();
    const as = deps.as(token);
    const { id, state } = begun.parse(
      await as('begin_team_member', { p_role: role, p_email: email, p_full_name: fullName }),
    );
    if (state === 'taken') throw taken();
    if (state === 'made') await deps.accounts.setPassword(id, password);
    // Not made: somebody was faster. If that was this same call a second time, the account has the reserved id and is finished
    // here; if not, finishing says that the address is taken.
    else await deps.accounts.createUser({ id, email, password, fullName });
    return await as('finish_team_member', { p_id: id });
  });
}

const taken = () =>
  new HttpError(409, 'account_exists', 'There is an account with this email already. Send an invitation instead.');
