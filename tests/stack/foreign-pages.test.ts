import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@territorio/local-server/ports';
import { type FunctionsServer, startFunctions } from '@territorio/local-supabase/functions';
import { startRealtime } from '@territorio/local-supabase/realtime/index';
import { startStripeEmulator } from '@territorio/stripe-emulator/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PAGES_FILE, SHELL } from '../../scripts/build/files.ts';
import { startAppServer } from '../../supabase/local/app/server.ts';

// A web page open on the machine reaches 127.0.0.1 from its own origin, or by a name pointed there (DNS rebinding).

// The folder is inside the project, because Deno may read nothing else.
const folder = fileURLToPath(new URL(`../../test-results/foreign-${process.pid}`, import.meta.url));
const secretKey = 'sk_test_foreign';
let functions: FunctionsServer;
const stops: (() => Promise<unknown>)[] = [];
/** Each local server, with an address that this machine may request. */
const servers: Record<string, string> = {};

beforeAll(async () => {
  const stack = inject('stack');
  mkdirSync(folder, { recursive: true });
  for (const name of ['index.html', SHELL]) writeFileSync(join(folder, name), 'The app');
  writeFileSync(join(folder, PAGES_FILE), JSON.stringify({ pages: ['/'], noIndex: [] }));
  const [appPort = 0] = await freePorts(1);
  const app = await startAppServer({
    port: appPort,
    dist: folder,
    apiPort: Number(new URL(stack.url).port),
    headers: { https: false },
  });
  stops.push(app.stop);
  functions = await startFunctions({ port: 0, folder, env: {} });
  stops.push(functions.stop);
  const stripe = await startStripeEmulator({ port: 0, webhookSecret: 'whsec_foreign', secretKey });
  stops.push(stripe.stop);
  const realtime = await startRealtime({
    port: 0,
    databaseUrl: stack.databaseUrl,
    publishableKey: 'sb_publishable_x',
    jwtSecret: 'a secret of thirty-two characters',
  });
  stops.push(realtime.stop);
  Object.assign(servers, {
    app: app.url,
    'API below the app': `${app.url}/rest/v1/`,
    API: `${stack.url}/health`,
    inbox: `${stack.inboxUrl}/email`,
    Stripe: `${stripe.url}/v1/refunds`,
    functions: `${functions.url}/none`,
    'functions below the API': `${stack.url}/functions/v1/none`,
    realtime: realtime.url,
  });
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

type Asked = { host?: string; origin?: string; upgrade?: boolean };

/** Returns the status of the response to a request with its own Host header, which fetch would overwrite. */
function ask(address: string, { host, origin, upgrade = false }: Asked = {}): Promise<number> {
  const url = new URL(address);
  const headers = {
    ...(host && { host: host.replace('PORT', url.port) }),
    ...(origin && { origin: origin.replace('PORT', url.port) }),
    ...(upgrade && { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }),
  };
  return new Promise((done, fail) => {
    const asked = request(url, { headers }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    asked.on('error', fail).end();
  });
}

const OWN: Asked[] = [
  {},
  { host: 'localhost:PORT' },
  { origin: 'http://127.0.0.1:PORT' },
  { origin: 'http://localhost:5173' },
];
const FOREIGN: Asked[] = [
  { host: 'evil.example' },
  { host: 'evil.example:PORT' },
  { host: '127.0.0.1.evil.example:PORT' },
  { host: 'localhost.evil.example:PORT', origin: 'http://127.0.0.1:PORT' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost.evil.example:PORT' },
  { origin: 'null' },
];

describe.each([
  'app',
  'API below the app',
  'API',
  'inbox',
  'Stripe',
  'functions',
  'functions below the API',
  'realtime',
])('%s', (name) => {
  test('answers this machine', async () => {
    for (const own of OWN) expect([own, await ask(servers[name] ?? '', own)]).not.toEqual([own, 403]);
  });

  test('refuses another host and another origin', async () => {
    for (const foreign of FOREIGN) expect([foreign, await ask(servers[name] ?? '', foreign)]).toEqual([foreign, 403]);
  });
});

test.each(['app', 'API', 'inbox', 'realtime'])('%s opens no web socket for another page', async (name) => {
  const { origin } = new URL(servers[name] ?? '');
  const path = name === 'inbox' ? '/socket.io/?EIO=4&transport=websocket' : '/realtime/v1/websocket';
  for (const foreign of FOREIGN) expect(await ask(origin + path, { ...foreign, upgrade: true })).toBe(403);
});

describe('the controls of the Stripe emulator', () => {
  const knobs = () => servers.Stripe?.replace('/v1/refunds', '/_emulator/knobs') ?? '';
  test.each(['GET', 'POST'])('require the secret key: %s', async (method) => {
    const send = (authorization?: string) =>
      fetch(knobs(), {
        method,
        ...(authorization && { headers: { authorization } }),
        ...(method === 'POST' && { body: '{"drop":0}' }),
      });
    expect((await send()).status).toBe(401);
    expect((await send('Bearer pk_test_foreign')).status).toBe(401);
    expect((await send(`Bearer ${secretKey}`)).status).toBe(200);
  });
});
