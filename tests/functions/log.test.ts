import { afterEach, expect, test, vi } from 'vitest';
import { dependencies, requireUser } from '../../supabase/functions/_shared/dependencies.ts';
import { answer, HttpError } from '../../supabase/functions/_shared/http.ts';
import { logError } from '../../supabase/functions/_shared/log.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const lines = (log: { mock: { calls: unknown[][] } }) => log.mock.calls.map(([line]) => JSON.parse(String(line)));
const request = (headers: Record<string, string> = {}) =>
  new Request('http://functions.test/open-passport?x=1', {
    method: 'POST',
    headers,
    body: '{"email":"ana@example.com"}',
  });

test('logs one line per request: function, request, caller, duration, outcome', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const deps = { userId: async () => 'ana' } as never;
  const asked = request({ authorization: 'Bearer token', 'sb-request-id': 'r1' });
  await answer(asked, async () => void (await requireUser(asked, deps)));
  await answer(request(), () => Promise.reject(new HttpError(409, 'sold_out', 'No seats for ana@example.com')));
  const line = { level: 'info', function: 'open-passport', duration_ms: expect.any(Number) };
  expect(lines(info)).toEqual([
    { ...line, request_id: 'r1', user: 'ana', status: 200, outcome: 'ok' },
    { ...line, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/), user: null, status: 409, outcome: 'sold_out' },
  ]);
});

test('logs the same request in both lines of a fault', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await answer(request(), () => Promise.reject(new Error('away')));
  const [fault] = lines(error);
  expect(fault).toMatchObject({ level: 'error', message: 'away', stack: expect.stringContaining('log.test') });
  expect(lines(info)).toMatchObject([
    { level: 'error', request_id: fault.request_id, status: 500, outcome: 'internal' },
  ]);
});

test('logs no address, token or key', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const secrets = [
    'ana.paz+x@example.com',
    'eyJhbGciOi.eyJzdWIi.c2lnbg',
    'sk_live_abcdefgh1',
    'whsec_abcdefgh1',
    'sb_secret_abcdefgh',
  ];
  logError(new Error(`Key (email)=(${secrets.join(') of (')}) exists`), { kind: 'outbox', item: '7' });
  const [line] = lines(error);
  expect(line).toMatchObject({ kind: 'outbox', item: '7' });
  for (const secret of secrets) expect(JSON.stringify(line)).not.toContain(secret);
  expect(line.message).toBe('Key (email)=(<e-mail>) of (<token>) of (<key>) of (<key>) of (<key>) exists');
});

test("prefers a project's new keys, and works with the legacy ones", async () => {
  vi.stubGlobal('WebSocket', class {}); // Deno has a WebSocket
  const sent: Headers[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    sent.push(new Headers(init?.headers));
    return Response.json({});
  });
  const legacy = {
    SUPABASE_URL: 'http://x.test',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    STRIPE_SECRET_KEY: 'sk_test_1',
  };
  const keys = {
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  };
  // The first ones were revoked. Legacy ones may be switched off.
  const rotated = {
    SUPABASE_URL: legacy.SUPABASE_URL,
    STRIPE_SECRET_KEY: legacy.STRIPE_SECRET_KEY,
    SUPABASE_PUBLISHABLE_KEYS: '{"second":"sb_publishable_2"}',
    SUPABASE_SECRET_KEYS: '{"second":"sb_secret_2"}',
  };
  for (const env of [legacy, { ...legacy, ...keys }, rotated] as Record<string, string>[]) {
    const deps = dependencies((name) => env[name]);
    await deps.admin('x').catch(() => undefined);
    await deps
      .as('token')('x')
      .catch(() => undefined);
  }
  expect(sent.map((headers) => headers.get('apikey'))).toEqual([
    'service',
    'anon',
    'sb_secret_1',
    'sb_publishable_1',
    'sb_secret_2',
    'sb_publishable_2',
  ]);
});
