import { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';

const FILL_IN = 'Please fill in all required fields';
const required = (limit: number) => z.string(FILL_IN).trim().min(1, FILL_IN).max(limit, FILL_IN);

const body = z.object({
  role: z.enum(['territory_staff', 'shuttle_manager'], 'An error occurred adding role'),
  territory_id: z.string('Territory ID is required').min(1, 'Territory ID is required').max(80),
  full_name: required(120),
  email: required(254).pipe(z.email('Please enter a valid email address')),
  password: z
    .string(FILL_IN)
    .min(1, { error: FILL_IN, abort: true })
    .min(6, 'Password must be at least 6 characters')
    // What lies behind the 72nd byte would not count: the auth service refuses it too.
    .refine((text) => new TextEncoder().encode(text).length <= 72, 'Please use at most 72 characters'),
});

/**
 * POST { role, territory_id, full_name, email, password } → { email, full_name, role }: somebody of the team, registered by a manager.
 *
 * Two things that the manager could do by hand: an invitation, which the database allows or refuses, and a sign-up with a first
 * password. Neither proves the address, so the account is not confirmed and has no role; its owner gets both with the mails. An
 * address that has an account keeps it as it is, and the answer is the same: the manager does not learn of it. Interrupted at any
 * point, the same call may be made again: the newer invitation replaces the older one.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const { token } = await requireUser(request, deps);
    const { role, territory_id: territoryId, full_name: fullName, password, ...rest } = await readBody(request, body);
    const email = rest.email.toLowerCase();
    await deps.as(token)('create_invite', {
      p_email: email,
      p_roles: [role],
      p_territory_id: territoryId,
      p_full_name: fullName,
    });
    await deps.accounts.signUp({ email, password, fullName, redirectTo: `${deps.mail.appUrl}/callback` });
    return { email, full_name: fullName, role };
  });
}
