import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchRefresh } from './auth-answers.ts';
import { supabase } from './client.ts';
import { run } from './run.ts';
import { hasSession, SESSION_KEY } from './session.ts';
import { accessToken } from './supabase.ts';

const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const user = { id: '0b9d1c2e-1111-4222-8333-444455556666', aud: 'authenticated', email: 'anna@example.com' };
const tokenOf = (name: string) => `${part({ alg: 'HS256' })}.${part({ sub: user.id, exp: 4_102_444_800, name })}.x`;
/** Each session has a new refresh token, because the client doesn't retry a refused one for a while. */
const session = (name: string) => ({
  access_token: tokenOf(name),
  refresh_token: crypto.randomUUID(),
  expires_at: 4_102_444_800,
  expires_in: 3600,
  token_type: 'bearer',
  user,
});

/** The requests that were sent, with path and token. */
let sent: (readonly [path: string, authorization: string | null])[];
/** Responds to each request by its path. */
function serve(answers: (path: string, authorization: string | null) => Response | Promise<Response>) {
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input));
    const authorization = new Headers(init?.headers).get('authorization');
    sent.push([pathname, authorization]);
    return answers(pathname, authorization);
  });
}
const bookings = () => run((db) => db.from('bookings').select('id'));
const unauthorized = () => Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });

beforeEach(() => {
  localStorage.setItem(SESSION_KEY, JSON.stringify(session('old')));
});

it("sends the signed-in person's token, and only that", async () => {
  serve(() => Response.json(user));
  const { error } = await supabase.auth.updateUser({ password: 'territorio2' });
  expect(error).toBeNull();
  expect(sent.at(-1)).toEqual(['/auth/v1/user', `Bearer ${tokenOf('old')}`]);
  serve(() => Response.json([]));
  await bookings();
  expect(sent).toEqual([['/rest/v1/bookings', `Bearer ${tokenOf('old')}`]]);
});

it('renews a token once that the server no longer accepts', async () => {
  serve((path, authorization) => {
    if (path.endsWith('/token')) return Response.json(session('new'));
    return authorization === `Bearer ${tokenOf('new')}` ? Response.json([{ id: 'b' }]) : unauthorized();
  });
  expect(await bookings()).toEqual([{ id: 'b' }]);
  expect(sent.map(([path]) => path)).toEqual(['/rest/v1/bookings', '/auth/v1/token', '/rest/v1/bookings']);
});

it('ends a session that the server does not renew', async () => {
  serve((path) =>
    path.endsWith('/token')
      ? Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })
      : unauthorized(),
  );
  await expect(bookings()).rejects.toMatchObject({
    code: 'session_expired',
    message: 'Your session has expired. Please log in again.',
  });
});

it('reports a missing session everywhere, even while the token is valid', async () => {
  const heard = vi.fn();
  const { data } = supabase.auth.onAuthStateChange((event) => heard(event));
  serve((path) => {
    if (path.endsWith('/logout')) return new Response(null, { status: 204 });
    return path.endsWith('/token')
      ? Response.json({ error_code: 'session_not_found', msg: 'Session not found' }, { status: 403 })
      : Response.json({ code: 'PT401', hint: 'not_signed_in', message: 'Please log in' }, { status: 401 });
  });
  await expect(bookings()).rejects.toMatchObject({ code: 'session_expired' });
  data.subscription.unsubscribe();
  expect(heard).toHaveBeenCalledWith('SIGNED_OUT');
  expect(hasSession()).toBe(false);
});

it('keeps a session that another tab has renewed', async () => {
  serve((path) => {
    if (!path.endsWith('/token')) return unauthorized();
    localStorage.setItem(SESSION_KEY, JSON.stringify(session('of another tab')));
    return Response.json({ error_code: 'refresh_token_already_used', msg: 'Already Used' }, { status: 400 });
  });
  await expect(bookings()).rejects.toMatchObject({ code: 'session_expired' });
  expect(hasSession()).toBe(true);
});

it('deletes an expired session that is not renewed', async () => {
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session('old'), expires_at: 1 }));
  serve(() => Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid' }, { status: 400 }));
  expect(await accessToken()).toBeNull();
  expect(hasSession()).toBe(false);
});

it('keeps a session that cannot be renewed while offline', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // the auth client logs it as well
  serve((path) => (path.endsWith('/token') ? Promise.reject(new TypeError('Failed to fetch')) : unauthorized()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const failed = expect(bookings()).rejects.toMatchObject({ code: 'network' });
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  vi.useRealTimers();
  expect(hasSession()).toBe(true);
});

describe('the end of a session', () => {
  const html = { headers: { 'content-type': 'text/html' } };
  /** Reads with a token that the server refuses, while the refresh gets this response. */
  const refreshAnswered = (answer: () => Response) => {
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session('old'), expires_at: 1 }));
    serve((path) => (path.endsWith('/token') ? answer() : unauthorized()));
    return accessToken();
  };
  /** Lets the client retry until it stops. */
  async function untilGivenUp(work: Promise<unknown>) {
    vi.spyOn(console, 'error').mockImplementation(() => undefined); // the auth client logs it as well
    const failed = expect(work).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['refresh_token_not_found', 400],
    ['refresh_token_already_used', 400],
    ['validation_failed', 400],
    ['session_expired', 400],
    ['session_not_found', 403],
    ['user_not_found', 403],
    ['user_banned', 403],
  ])("follows the auth service's response %s", async (code, status) => {
    expect(await refreshAnswered(() => Response.json({ error_code: code, msg: 'No' }, { status }))).toBeNull();
    expect(hasSession()).toBe(false);
  });

  it('follows the text of its newer API', async () => {
    const body = { code: 'refresh_token_not_found', message: 'No' };
    expect(await refreshAnswered(() => Response.json(body, { status: 400 }))).toBeNull();
    expect(hasSession()).toBe(false);
  });

  it.each<[string, () => Response]>([
    ['too many requests', () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 })],
    ['a captive portal', () => new Response('<h1>Welcome</h1>', { ...html, status: 403 })],
    ['a portal that asks to log in', () => new Response('<h1>Log in</h1>', { ...html, status: 511 })],
    ['a portal that sends its page as a success', () => new Response('<h1>Welcome</h1>', html)],
    ['a firewall', () => Response.json({ error: 'blocked' }, { status: 403 })],
    ['a refused key', () => Response.json({ message: 'Invalid API key' }, { status: 401 })],
    ['an unknown path', () => Response.json({ error_code: 'session_not_found' }, { status: 404 })],
  ])('does not follow the response %s', async (_, answer) => {
    await untilGivenUp(refreshAnswered(answer));
    expect(hasSession()).toBe(true);
  });

  const failures: [string, () => Response][] = [
    ['too many requests', () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 })],
    ['a portal that sends its page as a success', () => new Response('<h1>Welcome</h1>', html)],
    [
      'no connection',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ];

  it.each(failures)('makes the pauses between two attempts grow after %s', async (_, fail) => {
    const times: number[] = [];
    const work = refreshAnswered(() => {
      times.push(performance.now());
      return fail();
    });
    await untilGivenUp(work);
    const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pauses.every((pause, n) => pause >= 1000 * 2 ** n)).toBe(true);
  });

  it('waits for the end of the pause, unless the connection returns', async () => {
    const send = vi.fn(() => Promise.reject<Response>(new TypeError('Failed to fetch')));
    const refresh = () => fetchRefresh(send, 'token');
    expect((await refresh()).status).toBe(503);
    expect((await refresh()).status).toBe(503);
    expect(send).toHaveBeenCalledOnce();
    dispatchEvent(new Event('online'));
    await refresh();
    expect(send).toHaveBeenCalledTimes(2);
  });
});

it('counts nothing as refused if a portal intercepts a request', async () => {
  serve(() => new Response('<h1>Welcome</h1>', { status: 403, headers: { 'content-type': 'text/html' } }));
  await expect(bookings()).rejects.toMatchObject({ code: 'network' });
});

it('refreshes a session once if the clock is hours fast', async () => {
  vi.useFakeTimers({ now: Date.now() + 7 * 60 * 60_000, toFake: ['Date'] });
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session('old'), expires_at: 1 }));
  const endsInAnHour = Math.round(Date.now() / 1000) - 6 * 60 * 60;
  serve((path) =>
    Response.json(path.endsWith('/token') ? { ...session('new'), expires_at: endsInAnHour } : [{ id: 'b' }]),
  );
  for (let n = 0; n < 3; n += 1) await bookings();
  vi.useRealTimers();
  expect(sent.map(([path]) => path).filter((path) => path.endsWith('/token'))).toHaveLength(1);
});

it('requests no token from a visitor', async () => {
  localStorage.clear();
  serve(() => unauthorized());
  expect(await accessToken()).toBeNull();
  await expect(bookings()).rejects.toMatchObject({ code: 'unknown' });
  expect(sent.map(([path]) => path)).toEqual(['/rest/v1/bookings']);
});

it('sends a valid token without loading the code that renews it', async () => {
  vi.resetModules();
  const load = vi.fn();
  vi.doMock('./client.ts', () => load());
  serve(() => Response.json([]));
  const { run: fresh } = await import('./run.ts');
  await fresh((db) => db.from('bookings').select('id'));
  expect(sent).toEqual([['/rest/v1/bookings', `Bearer ${tokenOf('old')}`]]);
  expect(load).not.toHaveBeenCalled();
  vi.doUnmock('./client.ts');
});
