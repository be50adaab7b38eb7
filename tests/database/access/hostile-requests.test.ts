import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { Attempts } from '@territorio/local-supabase/auth/attempts';
import { type Gateway, startGateway } from '@territorio/local-supabase/gateway';
import { createLite, type Lite } from '@territorio/local-supabase/lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../../supabase/local/project.ts';
import { fixture, sharedFixture } from './fixture.ts';
import { userId } from './identities.ts';

// Limits on strangers' requests to the API's process, which all callers share.

const SECRET = 'a-secret-of-the-test-that-is-long-enough';
const KEY = 'sb_publishable_test';
const SECRET_KEY = 'sb_secret_test';

sharedFixture();
let gateway: Gateway;
let lite: Lite;
let storageDir: string;

beforeAll(async () => {
  await fixture.sql.unsafe(`
    create function public.my_timeout() returns text language sql as $$ select current_setting('statement_timeout') $$;
    create function public.wait_for_lock() returns void language sql as $$ select pg_advisory_xact_lock(7) $$;
    grant execute on function public.my_timeout(), public.wait_for_lock() to anon, authenticated, service_role`);
  storageDir = await mkdtemp(join(tmpdir(), 'territorio-hostile-'));
  const shared = {
    databaseUrl: fixture.url,
    jwtSecret: SECRET,
    publishableKey: KEY,
    secretKey: SECRET_KEY,
    siteUrl: 'http://127.0.0.1',
    redirectUrls: [],
  };
  const [port = 0, functionsPort = 0, realtimePort = 0] = await freePorts(3);
  gateway = await startGateway({
    ...shared,
    project: PROJECT,
    port,
    functionsPort,
    realtimePort,
    storageDir,
    sendMail: async () => {},
  });
  lite = await createLite({ ...shared, schemas: ['public'], mailer: {} as never, files: {} as never });
});
afterAll(async () => {
  await Promise.all([gateway.stop(), lite.close()]);
  await rm(storageDir, { recursive: true });
});

const encode = (value: string) => Buffer.from(value).toString('base64url');

function tokenWith(claims: string): string {
  const body = `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`;
}

const tourist = tokenWith(
  JSON.stringify({ sub: userId.tourist, role: 'authenticated', aud: 'authenticated', exp: 4102444800 }),
);

function ask(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
  return fetch(`${gateway.url}${path}`, {
    ...init,
    headers: { apikey: KEY, 'content-type': 'application/json', ...headers },
  });
}

/** Properties that all objects, functions and lists of the process have. */
const shared = () =>
  [Object, Function, Array, String, Promise, Map]
    .flatMap((type): object[] => [type, type.prototype])
    .flatMap((owner) => [owner, ...Object.values(Object.getOwnPropertyDescriptors(owner)).map(({ value }) => value)])
    .filter((owner) => owner instanceof Object || owner === Object.prototype)
    .map((owner) => Reflect.ownKeys(owner).map(String).join());

const signing = () => ask('/storage/v1/object/sign/media', { method: 'POST', body: '{"expiresIn":60,"paths":["a"]}' });

describe('names of built-in properties', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'territories.__proto__', 'constructor.prototype'];

  it.each(names)('refuses %s in queries and bodies of every service', async (name) => {
    const before = shared();
    const body = (inner: string) => `{"a":[{"b":{${JSON.stringify(name.split('.').at(-1))}:${inner}}}]}`;
    const answers = await Promise.all([
      ask(`/rest/v1/experiences?select=id,territories!experiences_territory_id_fkey(id)&${name}=eq.1`),
      ask(`/rest/v1/experiences?select=id&${name}=not.is.null&${name}=eq.1`),
      ask(`/rest/v1/experiences?select=${name}`),
      ask(`/rest/v1/rpc/lookup_referral_link?p_code=a&${name}=eq.1`),
      ask(`/auth/v1/verify?${name}=1`),
      ask(`/storage/v1/object/public/media/a?${name}=1`),
      ask(`/functions/v1/passport?${name}=1`),
      ask(`/realtime/v1/websocket?${name}=1`),
      ask('/rest/v1/rpc/lookup_referral_link', { method: 'POST', body: body('1') }),
      ask('/auth/v1/signup', { method: 'POST', body: body('{"x":1}') }),
      ask('/storage/v1/object/sign/media', { method: 'POST', body: body('{"x":1}') }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(shared()).toEqual(before);
    expect((await signing()).status).toBe(200);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses %s as a header', async (name) => {
    // fetch can't be used here, because it drops `__proto__`.
    const status = await new Promise((answered, fail) => {
      const headers = ['host', 'localhost', 'apikey', KEY, name, '1'];
      get(`${gateway.url}/rest/v1/experiences?select=id`, { headers }, (answer) => {
        answer.resume();
        answered(answer.statusCode);
      }).on('error', fail);
    });
    expect(status).toBe(400);
  });

  it('have no effect as values, or as claims of a token', async () => {
    const before = shared();
    const claims = `{"sub":"${userId.tourist}","role":"authenticated","aud":"authenticated","exp":4102444800,
      "__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"user_metadata":{"__proto__":{"x":1}}}`;
    const authorization = `Bearer ${tokenWith(claims)}`;
    const found = '/rest/v1/experiences?select=id&title=eq.constructor&or=(title.eq.__proto__,and(title.eq.prototype))';
    expect((await ask(found)).status).toBe(200);
    expect((await ask(found, { headers: { authorization } })).status).toBe(200);
    expect((await ask('/rest/v1/experiences?or=(__proto__.eq.1)')).status).toBe(400);
    expect((await ask('/rest/v1/rpc/__proto__', { method: 'POST', body: '{}' })).status).toBe(404);
    expect(shared()).toEqual(before);
    expect((await signing()).status).toBe(200);
  });

  it('control: change every object without the gateway', async () => {
    const before = shared();
    try {
      await lite.fetch(
        new Request('http://a/rest/v1/experiences?select=id&__proto__=eq.1', { headers: { apikey: KEY } }),
      );
      expect(shared()).not.toEqual(before);
    } finally {
      Reflect.deleteProperty(Object.prototype, '$eq');
    }
    expect(shared()).toEqual(before);
  });

  it('refuses a body that is nested too deeply', async () => {
    const body = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await ask('/rest/v1/rpc/lookup_referral_link', { method: 'POST', body })).status).toBe(400);
  });
});

describe('database time', () => {
  const timeout = async (headers: Record<string, string>) =>
    (await ask('/rest/v1/rpc/my_timeout', { method: 'POST', body: '{}', headers })).json();

  it('is limited per request by role', async () => {
    expect(await timeout({})).toBe('3s');
    expect(await timeout({ authorization: `Bearer ${tourist}` })).toBe('8s');
    expect(await timeout({ apikey: SECRET_KEY })).toBe('0');
  });

  it("can't be spent on regular expressions", async () => {
    const filters = [
      'description=match.^(.%2B)(.%2B)\\1\\2$',
      'description=imatch.a',
      'description=not.match.a',
      'description=not.not.imatch(any).{a}',
      'description=match(all).{a,b}',
      'or=(title.match.a,id.is.null)',
      'or=(id.is.null,and(id.is.null,title.not.imatch.a))',
      'not.and=(title.match(any).{a})',
      'territories.or=(name.imatch.a)&select=id,territories!experiences_territory_id_fkey(id)',
      'select=id,territories!experiences_territory_id_fkey(id)&territories.name=match.a',
    ];
    const statuses = await Promise.all(
      filters.map(async (filter) => (await ask(`/rest/v1/experiences?${filter}`)).status),
    );
    expect(statuses).toEqual(filters.map(() => 400));
    expect((await ask('/rest/v1/experiences?select=id&title=ilike.*match.a*')).status).toBe(200);
  });

  const waiting = async () => {
    const [row] = await fixture.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%wait_for_lock%' and pid <> pg_backend_pid()`;
    return row?.n;
  };

  it("isn't spent on a read whose client has left, while a change continues", async () => {
    const lock = await fixture.sql.reserve();
    await lock`select pg_advisory_lock(7)`;
    const leave = async (method: 'GET' | 'POST') => {
      const client = new AbortController();
      const headers = { apikey: SECRET_KEY };
      const asked = ask('/rest/v1/rpc/wait_for_lock', { method, headers, signal: client.signal }).catch(
        () => undefined,
      );
      await expect.poll(waiting).toBe(1);
      client.abort();
      await asked;
    };
    await leave('GET');
    await expect.poll(waiting).toBe(0);
    await leave('POST');
    expect((await ask('/rest/v1/experiences?select=id')).status).toBe(200);
    expect(await waiting()).toBe(1);
    await lock`select pg_advisory_unlock(7)`;
    lock.release();
    await expect.poll(waiting).toBe(0);
  });

  it('remains for signed-in people, whatever strangers request', async () => {
    const lock = await fixture.sql.reserve();
    await lock`select pg_advisory_lock(7)`;
    const strangers = Array.from({ length: 60 }, () =>
      ask('/rest/v1/rpc/wait_for_lock', { method: 'POST', body: '{}' }),
    );
    await expect.poll(waiting).toBe(20);
    const answer = await ask('/rest/v1/rpc/my_timeout', {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${tourist}` },
    });
    expect(answer.status).toBe(200);
    await lock`select pg_advisory_unlock(7)`;
    lock.release();
    await Promise.all(strangers);
  });
});

describe('size limits', () => {
  it('limit a body by its service', async () => {
    const body = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes) });
    const post = (path: string, bytes: number) => ask(path, { method: 'POST', body: body(bytes) });
    expect((await post('/auth/v1/signup', 65 * 1024)).status).toBe(413);
    expect((await post('/rest/v1/rpc/lookup_referral_link', 1025 * 1024)).status).toBe(413);
    expect((await post('/storage/v1/object/list/media', 1025 * 1024)).status).toBe(413);
  });

  it('limit the remembered sign-in attempts, and drop the oldest key', () => {
    const attempts = new Attempts(2, 60_000);
    const isTaken = (key: string) => attempts.begin(key) !== undefined;
    expect([1, 2, 3].map(() => isTaken('first'))).toEqual([true, true, false]);
    for (let count = 0; count < 10_000; count += 1) isTaken(String(count));
    expect(isTaken('first')).toBe(true);
  });

  it('count sign-in attempts from their start, without successful ones', () => {
    const attempts = new Attempts(2, 60_000);
    const [succeeds] = [attempts.begin('key'), attempts.begin('key')];
    expect(attempts.begin('key')).toBeUndefined();
    succeeds?.();
    expect(attempts.begin('key')).toBeDefined();
    expect(attempts.begin('key')).toBeUndefined();
    expect(attempts.begin('another')).toBeDefined();
  });

  it.each([
    ['verify', { token: '123456', type: 'email' }],
    ['token?grant_type=password', { password: 'secret-word' }],
    ['signup', { password: 'secret-word' }],
    ['recover', {}],
    ['resend', { type: 'signup' }],
    ['otp', {}],
    ['magiclink', {}],
  ])('refuse an address that is too long to be one, without remembering it: %s', async (route, more) => {
    const body = JSON.stringify({ email: `${'x'.repeat(400)}@example.test`, ...more });
    const answer = await ask(`/auth/v1/${route}`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  it('limit a list of files', async () => {
    const list = (count: number) => Array.from({ length: count }, () => 'a');
    const sign = (count: number) =>
      ask('/storage/v1/object/sign/media', {
        method: 'POST',
        body: JSON.stringify({ expiresIn: 60, paths: list(count) }),
      });
    expect((await sign(1001)).status).toBe(400);
    const encoded = '/storage/v1/object/%73ign/media';
    const many = JSON.stringify({ expiresIn: 60, paths: list(1001) });
    expect((await ask(encoded, { method: 'POST', body: many })).status).toBe(400);
    expect((await sign(2)).status).toBe(200);
    const remove = await ask('/storage/v1/object/media', {
      method: 'DELETE',
      body: JSON.stringify({ prefixes: list(1001) }),
    });
    expect(remove.status).toBe(400);
  });
});

describe('input that no service can read', () => {
  const authorization = `Bearer ${tourist}`;

  it.each(['/storage/v1/object/public/media/a%00b', '/storage/v1/object/media/a%00b', '/rest/v1/experiences%00'])(
    'is refused as a zero byte in an address: %s',
    async (path) => {
      expect((await ask(path, { headers: { authorization } })).status).toBe(400);
    },
  );

  it('is refused as a zero byte in a list of paths', async () => {
    const answer = await ask('/storage/v1/object/sign/media', {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ expiresIn: 60, paths: ['a\0b'] }),
    });
    expect(answer.status).toBe(400);
  });

  it('is refused as five thousand columns, while fifty are read', async () => {
    const select = (count: number) => `/rest/v1/experiences?limit=1&select=${Array(count).fill('id').join()}`;
    expect((await ask(select(5000))).status).toBe(400);
    expect((await ask(select(50))).status).toBe(200);
  });

  it.each(['[]', '[1]', '[[1,2]]', '{}', '{"a":1}', '"x"', '""', 'true', '1e400', '"NaN"', '"\\u0000"'])(
    'is refused with an explanation as the amount %s, in every function that takes a number',
    async (value) => {
      const calls = [
        ['refund_booking', `{"p_booking_id":"${userId.tourist}","p_amount":${value},"p_left":${value}}`],
        ['check_in_listed', `{"p_booking_id":"${userId.tourist}","p_action":"checked_in","p_cash":${value}}`],
        ['upcoming_departures', `{"p_limit":${value}}`],
        ['list_services', `{"p_territory_id":"rio","p_kind":"experience","p_limit":${value}}`],
      ];
      for (const [name, body] of calls) {
        const answer = await ask(`/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: { authorization },
          body: body ?? '',
        });
        const { message } = (await answer.json()) as { message?: string };
        expect([name, answer.status >= 400 && answer.status < 500, typeof message]).toEqual([name, true, 'string']);
      }
    },
  );
});
