import { bearerToken } from '../_shared/auth.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';
import { applicationBody } from '../_shared/schemas.ts';

/**
 * POST { kind, name, email, phone, territory_id, message, captcha_token } → { id }: a partner application, with or
 * without an account. Only through here, so that the CAPTCHA can't be bypassed; the database checks the rest.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const body = await readBody(request, applicationBody);
    await deps.captcha(body.captcha_token);
    const token = bearerToken(request);
    return deps.admin('submit_partner_application', {
      p_user_id: token ? await deps.userId(token) : null,
      p_kind: body.kind,
      p_name: body.name,
      p_email: body.email,
      p_phone: body.phone ?? null,
      p_territory_id: body.territory_id ?? null,
      p_message: body.message ?? null,
      p_network: deps.network(request),
    });
  });
}
