import type { Lite } from '../lite.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { SessionMethods } from './methods.ts';
import type { PkceFlows } from './pkce.ts';
import { sessionOf } from './session.ts';

/**
 * A click on a link in an e-mail. lite verifies it and redirects; here the link types it lacks (0.10.0: "invite") are mapped,
 * and a link that was asked for with PKCE comes back with a code.
 */
export async function verifyLink(
  request: Request,
  lite: Lite,
  { pkce, methods, links }: { pkce: PkceFlows; methods: SessionMethods; links: LinkTokens },
): Promise<Response> {
  const url = new URL(request.url);
  // One that is not ours is as good as one that was never given.
  const sealed = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '';
  const { token, flowId } = pkce.parse(links.open(sealed) ?? 'none');
  const type = url.searchParams.get('type') ?? '';
  url.searchParams.set('token', token);
  if (type === 'invite') url.searchParams.set('type', 'signup');
  const response = await lite.fetch(new Request(url, { headers: request.headers }));
  const location = response.headers.get('location');
  if (!location) return response;
  const target = new URL(location);
  const result = new URLSearchParams(target.hash.slice(1));
  const accessToken = result.get('access_token') ?? '';
  const session = sessionOf(accessToken);
  if (flowId && session) return redirect(withCode(target, await pkce.issueCode(flowId, session)));
  if (session) result.set('access_token', await methods.markToken(accessToken, 'otp'));
  if (result.has('type')) result.set('type', type);
  target.hash = result.toString();
  return redirect(target);
}

function withCode(target: URL, code: string | undefined): URL {
  target.hash = '';
  if (code) target.searchParams.set('code', code);
  else
    target.hash = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  return target;
}

function redirect(target: URL): Response {
  return new Response(null, { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } });
}
