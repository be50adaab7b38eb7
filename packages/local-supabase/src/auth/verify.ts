import type { Lite } from '../lite.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { SessionMethods } from './methods.ts';
import { ownRedirect, type RedirectRules } from './redirects.ts';
import { sessionOf } from './session.ts';

/**
 * Handles GoTrue's own link when it is opened. lite verifies and redirects, and link types that it lacks (0.10.0:
 * "invite") are mapped here.
 */
export async function verifyLink(
  request: Request,
  lite: Lite,
  { methods, links, redirects }: { methods: SessionMethods; links: LinkTokens; redirects: RedirectRules },
): Promise<Response> {
  const url = new URL(request.url);
  // A redirect to another site is ignored.
  const sealed = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '';
  const type = url.searchParams.get('type') ?? '';
  url.searchParams.set('token', links.open(type, sealed) ?? 'none');
  if (type === 'invite') url.searchParams.set('type', 'signup');
  if (!ownRedirect(url.searchParams.get('redirect_to') ?? undefined, redirects)) url.searchParams.delete('redirect_to');
  const response = await lite.fetch(new Request(url, { headers: request.headers }));
  const location = response.headers.get('location');
  if (!location) return response;
  const target = new URL(location);
  const result = new URLSearchParams(target.hash.slice(1));
  const accessToken = result.get('access_token') ?? '';
  const session = sessionOf(accessToken);
  if (session) result.set('access_token', await methods.markToken(accessToken, 'otp'));
  if (result.has('type')) result.set('type', type);
  target.hash = result.toString();
  return new Response(null, { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } });
}
