import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from './api.ts';
import { createAuthClient } from './supabase-auth.ts';

const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const user = { id: '0b9d1c2e-1111-4222-8333-444455556666', aud: 'authenticated', email: 'anna@example.com' };
const token = `${part({ alg: 'HS256' })}.${part({ sub: user.id, exp: 4_102_444_800 })}.x`;

beforeEach(() => {
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({
      access_token: token,
      refresh_token: 'r',
      expires_at: 4_102_444_800,
      expires_in: 3600,
      token_type: 'bearer',
      user,
    }),
  );
});

it('sends the signed-in person’s token, and only that', async () => {
  const fetched = vi.fn((_input: RequestInfo | URL, _init?: RequestInit) => Promise.resolve(Response.json(user)));
  vi.stubGlobal('fetch', fetched);
  const client = createAuthClient();
  const { error } = await client.updateUser({ password: 'territorio2' });
  await client.stopAutoRefresh();
  expect(error).toBeNull();
  const [address, init] = fetched.mock.calls.at(-1) ?? [];
  expect(String(address)).toMatch(/\/auth\/v1\/user$/);
  expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${token}`);
});

it('a session that the server does not renew is over; on a line that is down it is not', async () => {
  const answer = (status: number, body: object) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  answer(400, { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' });
  const over = createAuthClient();
  expect(await over.token(true)).toBeNull();
  await over.stopAutoRefresh();
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // the auth client writes it down, too
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const client = createAuthClient();
  const failed = expect(client.token(true)).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  vi.useRealTimers();
  await client.stopAutoRefresh();
});
