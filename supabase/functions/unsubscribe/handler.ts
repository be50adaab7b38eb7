import type { Dependencies } from '../_shared/dependencies.ts';
import { answer, HttpError } from '../_shared/http.ts';
import { mailLink } from '../_shared/link-targets.ts';

/**
 * …?emails={template}&token={token}: the address of an email's `List-Unsubscribe`. POST unsubscribes its reader
 * without signing in (RFC 8058): the token is the right. GET changes nothing, as mail scanners open every link: it
 * redirects to the app's page, because a project's function addresses show no HTML.
 */
export async function handle(
  request: Request,
  { admin, mail }: Pick<Dependencies, 'admin' | 'mail'>,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const emails = searchParams.get('emails') ?? '';
  if (request.method === 'GET' || request.method === 'HEAD') {
    const location = mail.appUrl + mailLink.unsubscribe(emails, token);
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  }
  return answer(request, async () => {
    if (!/^[0-9a-f]{64}$/.test(token) || !/^[a-z_]{1,40}$/.test(emails)) {
      throw new HttpError(400, 'unsubscribe_link_invalid', 'This link is no longer valid');
    }
    await admin('stop_letters', { p_token: token, p_template: emails });
    return { stopped: emails };
  });
}
