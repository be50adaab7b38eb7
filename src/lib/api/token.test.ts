import { beforeEach, expect, it, vi } from 'vitest';
import { accessToken } from './auth.ts';
import { supabase } from './client.ts';
import { run } from './run.ts';
import { hasSession, SESSION_KEY } from './session.ts';

const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const user = { id: '0b9d1c2e-1111-4222-8333-444455556666', aud: 'authenticated', email: 'anna@example.com' };
const tokenOf = (name: string) => `${part({ alg: 'HS256' })}.${part({ sub: user.id, exp: 4_102_444_800, name })}.x`;
/** A refresh token of its own each time: the client does not ask again soon for one that was refused. */
const session = (name: string) => ({
  access_token: tokenOf(name),
  refresh_token: crypto.randomUUID(),
  expires_at: 4_102_444_800,
  expires_in: 3600,
  token_type: 'bearer',
  user,
});

/** What was sent: the path, and as whom. */
let sent: (readonly [path: string, authorization: string | null])[];
/** Answers each request by its path. */
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

it('sends the signed-in person’s token, and only that', async () => {
  serve(() => Response.json(user));
  const { error } = await supabase.auth.updateUser({ password: 'territorio2' });
  expect(error).toBeNull();
  expect(sent.at(-1)).toEqual(['/auth/v1/user', `Bearer ${tokenOf('old')}`]);
  serve(() => Response.json([]));
  await bookings();
  expect(sent).toEqual([['/rest/v1/bookings', `Bearer ${tokenOf('old')}`]]);
});

it('renews a token once that the server does not take any more', async () => {
  serve((path, authorization) => {
    if (path.endsWith('/token')) return Response.json(session('new'));
    return authorization === `Bearer ${tokenOf('new')}` ? Response.json([{ id: 'b' }]) : unauthorized();
  });
  expect(await bookings()).toEqual([{ id: 'b' }]);
  expect(sent.map(([path]) => path)).toEqual(['/rest/v1/bookings', '/auth/v1/token', '/rest/v1/bookings']);
});

it('a session that the server does not renew is over', async () => {
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

it('a session that has run out and is not renewed is deleted', async () => {
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session('old'), expires_at: 1 }));
  serve(() => Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid' }, { status: 400 }));
  expect(await accessToken()).toBeNull();
  expect(hasSession()).toBe(false);
});

it('a session that cannot be renewed on a line that is down stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // the auth client writes it down, too
  serve((path) => (path.endsWith('/token') ? Promise.reject(new TypeError('Failed to fetch')) : unauthorized()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const failed = expect(bookings()).rejects.toMatchObject({ code: 'network' });
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  vi.useRealTimers();
  expect(hasSession()).toBe(true);
});

it('a guest is asked for no token', async () => {
  localStorage.clear();
  serve(() => unauthorized());
  expect(await accessToken()).toBeNull();
  await expect(bookings()).rejects.toMatchObject({ code: 'unknown' });
  expect(sent.map(([path]) => path)).toEqual(['/rest/v1/bookings']);
});
