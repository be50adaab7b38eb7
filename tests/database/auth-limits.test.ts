import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthShims } from '@territorio/local-supabase/auth/index';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// The limits of [auth.rate_limit] in the local auth service, as hosted projects have them.

const SECRET_KEY = 'sb_secret_test';
let database: TestDatabase;
let project: string;
let auth: AuthShims;
let answered: number;

beforeAll(async () => {
  database = await createTestDatabase();
  project = await mkdtemp(join(tmpdir(), 'territorio-auth-limits-'));
  await mkdir(join(project, 'supabase'));
  await writeFile(
    join(project, 'supabase/config.toml'),
    '[auth.rate_limit]\nsign_in_sign_ups = 3\ntoken_refresh = 4\ntoken_verifications = 5\nemail_sent = 6\n',
  );
});
afterAll(async () => {
  await auth.close();
  await database.drop();
  await rm(project, { recursive: true });
  vi.useRealTimers();
});

/** Sends requests one after another. Returns the codes of their refusals, or "ok". */
async function send(count: number, route: string, client: string, body: (at: number) => object, key = 'sb_public') {
  const [method = '', path = ''] = route.split(' ');
  const codes = [];
  for (let at = 0; at < count; at += 1) {
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body(at)) };
    const request = new Request(`http://auth.test/auth/v1${path}`, { method, headers: { apikey: key }, ...sent });
    // What the limits let pass is answered here, without looking at it.
    const response = await auth.handle(request, { fetch: answer, close: async () => {} }, client);
    const refusal = response.ok ? {} : await response.json();
    codes.push(refusal.code === 429 ? refusal.error_code : 'ok');
  }
  return codes;
}
const answer = async () => {
  answered += 1;
  return Response.json({});
};

async function start() {
  vi.useFakeTimers({ toFake: ['Date'] });
  const unused = {
    jwtSecret: 'x',
    apiUrl: 'http://auth.test',
    siteUrl: 'http://app.test',
    redirectUrls: [],
    hosts: [],
  };
  await auth?.close();
  auth = new AuthShims({ ...unused, project, databaseUrl: database.url, secretKey: SECRET_KEY, send: async () => {} });
  answered = 0;
}

const allowed = (count: number) => Array<string>(count).fill('ok');
/** Returns an address that no email was sent to. */
const newAddress = () => ({ email: `${randomUUID()}@example.test` });

it.each<[string, number, (at: number) => object]>([
  ['POST /signup', 3, () => ({ ...newAddress(), password: 'a good password' })],
  ['POST /recover', 3, newAddress],
  ['POST /resend', 3, () => ({ ...newAddress(), type: 'signup' })],
  ['POST /otp', 3, () => ({ ...newAddress(), create_user: false })],
  ['POST /magiclink', 3, () => ({ ...newAddress(), create_user: false })],
  ['PUT /user', 3, () => ({ data: {} })],
  ['POST /token?grant_type=refresh_token', 4, (at) => ({ refresh_token: `token ${at}` })],
  ['POST /verify', 5, (at) => ({ ...newAddress(), type: 'recovery', token: `12345${at}` })],
  ['GET /verify?type=recovery&token=x', 5, () => ({})],
])(
  '%s is refused after %s requests of a network in five minutes, and allowed for another network',
  async (route, max, body) => {
    await start();
    expect(await send(max + 1, route, '10.0.0.1', body)).toEqual([...allowed(max), 'over_request_rate_limit']);
    expect(await send(1, route, '10.0.0.2', body)).toEqual(['ok']);
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
    expect(await send(1, route, '10.0.0.1', body)).toEqual(['ok']);
  },
);

it('counts opened links and typed codes together', async () => {
  await start();
  expect(await send(5, 'GET /verify?type=recovery&token=x', '10.0.0.1', () => ({}))).toEqual(allowed(5));
  const code = { ...newAddress(), type: 'recovery', token: '123456' };
  expect(await send(1, 'POST /verify', '10.0.0.1', () => code)).toEqual(['over_request_rate_limit']);
});

it.each<[string, (at: number) => object, string?]>([
  ['POST /signup', () => ({ ...newAddress(), password: 'a good password' })],
  ['POST /recover', newAddress],
  ['POST /resend', () => ({ ...newAddress(), type: 'signup' })],
  ['POST /otp', () => ({ ...newAddress(), create_user: false })],
  ['PUT /user', newAddress],
  ['GET /reauthenticate', () => ({})],
  ['POST /invite', newAddress, SECRET_KEY],
])('%s sends no email after six of the project in an hour', async (route, body, key) => {
  await start();
  for (const network of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await send(2, 'POST /recover', network, newAddress);
  const before = answered;
  expect(await send(1, route, '10.0.0.4', body, key)).toEqual(['over_email_send_rate_limit']);
  expect(answered).toBe(before);
  vi.setSystemTime(Date.now() + 60 * 60_000 + 1);
  expect(await send(1, route, '10.0.0.4', body, key)).toEqual(['ok']);
});

it('does not count refused requests as emails, and has no limit for what sends none', async () => {
  await start();
  const stranger = { ...newAddress() };
  for (const network of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
    await send(3, 'POST /invite', network, () => stranger);
  expect(await send(1, 'POST /recover', '10.0.0.5', newAddress)).toEqual(['ok']);
  for (const network of ['10.0.0.6', '10.0.0.7']) await send(3, 'POST /recover', network, newAddress);
  expect(await send(1, 'PUT /user', '10.0.0.8', () => ({ data: {} }))).toEqual(['ok']);
  const refresh = () => ({ refresh_token: 'token' });
  expect(await send(1, 'POST /token?grant_type=refresh_token', '10.0.0.8', refresh)).toEqual(['ok']);
});
