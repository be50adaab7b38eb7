/** Tells whether the auth service has ended a session, or failed for another reason. */
const SESSION_OVER = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

/** The longest pause between two attempts to refresh the same token. */
const MAX_PAUSE_MS = 60_000;

/** Returns whether this code of the auth service ends a session. A 403 from a captive portal or a 429 does not. */
export const endsSession = (code: unknown): boolean => typeof code === 'string' && SESSION_OVER.has(code);

/** Returns the code of a refusal by the auth service, or undefined if another server responded. */
export async function authCodeOf(response: Response): Promise<string | undefined> {
  if (![400, 401, 403].includes(response.status)) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null) return undefined;
  // The place of the code depends on the version of the API.
  const codes = [Reflect.get(body, 'error_code'), Reflect.get(body, 'code')];
  return codes.find((code): code is string => typeof code === 'string');
}

/** A malformed refresh token is also refused for good. */
const refusesToken = (code: string | undefined): boolean => endsSession(code) || code === 'validation_failed';

/** The client treats this as an unreachable server, so it keeps the session and tries again. */
const unavailable = () => new Response(null, { status: 503 });

/**
 * The token that last failed to refresh, how often it failed, and when the next attempt may start
 * (`performance.now()`).
 */
let failed: { token: unknown; times: number; until: number } | null = null;

// With a connection again, no one has to wait for the end of a pause.
globalThis.addEventListener?.('online', () => {
  failed = null;
});

/**
 * Sends a token refresh. The client ends the session after any refusal, so we pass on only responses that really
 * end it. Any other response, or none (offline, a captive portal's page), is reported as an unreachable server and
 * retried after growing pauses.
 */
export async function fetchRefresh(send: () => Promise<Response>, token: unknown): Promise<Response> {
  const before = failed?.token === token ? failed : null;
  if (before && performance.now() < before.until) return unavailable();
  const response = await send().catch(unavailable);
  if (response.ok || refusesToken(await authCodeOf(response))) {
    failed = null;
    return response;
  }
  const times = (before?.times ?? 0) + 1;
  failed = { token, times, until: performance.now() + Math.min(1000 * 2 ** (times - 1), MAX_PAUSE_MS) };
  return unavailable();
}

/**
 * Removes the expiry time that the server computed, so that the client counts from this device's clock. Otherwise
 * every new session would count as expired on a device whose clock is hours fast.
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
