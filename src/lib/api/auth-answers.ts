/** How the auth service says that a session is over, whatever it is asked. */
const SESSION_OVER = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

/** Longest pause between two refreshes of one token that nobody decided about. */
const MAX_PAUSE_MS = 60_000;

/** Whether this code of the auth service ends a session. A captive portal's 403 or a 429 does not. */
export const endsSession = (code: unknown): boolean => typeof code === 'string' && SESSION_OVER.has(code);

/** The code of a refusal in the auth service's own words; undefined if another server answered. */
export async function authCodeOf(response: Response): Promise<string | undefined> {
  if (![400, 401, 403].includes(response.status)) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null) return undefined;
  // Where it is depends on the version of its API.
  const codes = [Reflect.get(body, 'error_code'), Reflect.get(body, 'code')];
  return codes.find((code): code is string => typeof code === 'string');
}

/** A malformed refresh token is refused for good, too. */
const refusesToken = (code: string | undefined): boolean => endsSession(code) || code === 'validation_failed';

/** What the client takes for a server that is away: it keeps the session and tries again. */
const unavailable = () => new Response(null, { status: 503 });

/** The token that could not be refreshed last, how often, and when it may be tried again, by `performance.now()`. */
let failed: { token: unknown; times: number; until: number } | null = null;

/**
 * Sends a refresh of a token. The client ends the session at any refusal, so only an answer that the session is over reaches it;
 * any other one reads as a server that is away, and the refresh is sent again after a pause that grows.
 */
export async function fetchRefresh(send: () => Promise<Response>, token: unknown): Promise<Response> {
  const before = failed?.token === token ? failed : null;
  if (before && performance.now() < before.until) return unavailable();
  const response = await send();
  if (response.ok || refusesToken(await authCodeOf(response))) {
    failed = null;
    return response;
  }
  const times = (before?.times ?? 0) + 1;
  failed = { token, times, until: performance.now() + Math.min(1000 * 2 ** (times - 1), MAX_PAUSE_MS) };
  return unavailable();
}

/**
 * A new session without the moment at which it ends on the server's clock: the client then counts from this device's. On one that is
 * hours fast every new session would be over at once.
 */
export async function byOwnClock(response: Response): Promise<Response> {
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  if (typeof body !== 'object' || body === null || !('expires_in' in body && 'expires_at' in body)) return response;
  const { expires_at: _, ...session } = body;
  return Response.json(session, { status: response.status });
}
