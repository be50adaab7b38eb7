import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkHosted } from '../../scripts/setup-hosted/checks.ts';
import { readEnvFile, writeEnvFile } from '../../scripts/setup-hosted/env-file.ts';
import { BUILD_SETTINGS, FUNCTION_SETTINGS, problemsOf, publicKeyOf } from '../../scripts/setup-hosted/settings.ts';
import { pushSettings } from '../../supabase/functions/_shared/push/send-pushes.ts';
import { HEARD_EVENTS } from '../../supabase/functions/_shared/stripe.ts';

const GOOD = {
  APP_URL: 'https://territorio.example.com',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  EMAIL_API_URL: 'https://api.resend.com',
  EMAIL_API_KEY: 're_1',
  EMAIL_FROM: 'Territorio <bookings@mail.example.com>',
  RECONCILE_SECRET: 'sixteen-characters',
  VAPID_PRIVATE_KEY: 'TVRJek5EVTJOemc1TURFeU16UTFOamM0T1RBeE1qTTA',
  TICKET_SIGNING_KEY: 'c2lnbmluZyBrZXkgb2YgdGhlIHRlc3QsIDMyIGJ5dGU',
  FUNCTIONS_URL: 'https://abc.supabase.co/functions/v1',
  VITE_SUPABASE_URL: 'https://abc.supabase.co',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
  VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  VITE_VAPID_PUBLIC_KEY: publicKeyOf('TVRJek5EVTJOemc1TURFeU16UTFOamM0T1RBeE1qTTA'),
  VITE_SITE_URL: 'https://territorio.example.com',
};
const ALL = [...FUNCTION_SETTINGS, ...BUILD_SETTINGS];

describe('the settings', () => {
  test('are accepted, and optional ones can stay empty', () => {
    expect(problemsOf(ALL, GOOD)).toEqual([]);
  });

  test.each([
    ['VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_secret_1', /must never reach a browser/],
    ['STRIPE_SECRET_KEY', 'pk_test_1', /sk_/],
    ['VITE_STRIPE_PUBLISHABLE_KEY', 'sk_live_1', /pk_/],
    ['APP_URL', 'http://territorio.example.com', /https/],
    ['APP_URL', 'https://territorio.example.com/', /no path/],
    ['EMAIL_FROM', 'bookings@example.com', /Territorio </],
    ['RECONCILE_SECRET', 'short', /16/],
    ['RECONCILE_SECRET', "an apostrophe's $HOME", /apostrophe/],
    ['STRIPE_WEBHOOK_SECRET', '', /missing/],
    ['VITE_VAPID_PUBLIC_KEY', GOOD.VAPID_PRIVATE_KEY, /87/],
    ['APPLE_PASS_CERTIFICATE', 'pass.pem', /one line of base64/],
    ['GOOGLE_WALLET_ACCOUNT', '{"client_email":"x"}', /one line of base64/],
    ['VITE_WALLETS', 'samsung', /apple,google/],
  ])('refuse for %s the value %j', (name, value, said) => {
    expect(problemsOf(ALL, { ...GOOD, [name]: value })).toEqual([
      { setting: expect.objectContaining({ name }), problem: expect.stringMatching(said) },
    ]);
  });
});

test('the proposed keys of Web Push belong together', () => {
  const proposed = (name: string, known: Record<string, string>) =>
    ALL.find((setting) => setting.name === name)?.proposed?.(known) ?? '';
  const VAPID_PRIVATE_KEY = proposed('VAPID_PRIVATE_KEY', {});
  const VITE_VAPID_PUBLIC_KEY = proposed('VITE_VAPID_PUBLIC_KEY', { VAPID_PRIVATE_KEY });
  expect(problemsOf(ALL, { ...GOOD, VAPID_PRIVATE_KEY, VITE_VAPID_PUBLIC_KEY })).toEqual([]);
  const used = pushSettings(() => VAPID_PRIVATE_KEY, GOOD.EMAIL_FROM);
  expect(used).toMatchObject({ publicKey: VITE_VAPID_PUBLIC_KEY, subject: 'mailto:bookings@mail.example.com' });
});

test('asks for every secret of the wallets, and proposes what it can', () => {
  const named = (name: string) => ALL.find((setting) => setting.name === name);
  const example = readFileSync(new URL('../../supabase/functions/.env.example', import.meta.url), 'utf8');
  const secrets = example.match(/^(?:APPLE|GOOGLE|WALLET)_\w+/gm) ?? [];
  expect(secrets).toHaveLength(9);
  for (const name of secrets) expect(named(name), name).toMatchObject({ optional: true });
  expect(named('VITE_WALLETS')?.proposed?.({ APPLE_PASS_TYPE_ID: 'pass.a.b' })).toBe('apple');
  expect(named('WALLET_TOKEN_KEY')?.proposed?.({})).toBe('');
  expect(named('WALLET_TOKEN_KEY')?.proposed?.({ APPLE_PASS_TYPE_ID: 'pass.a.b' })).toHaveLength(43);
});

describe('the files of secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'territorio-setup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keep comments, are readable only by their owner, and unchanged files are not rewritten', () => {
    const file = join(folder, '.env');
    const template = '# Sender\nEMAIL_FROM=\nAPP_URL=\n';
    const values = { APP_URL: 'https://a.example', EMAIL_FROM: 'Territorio <a@b.example>', MORE: 'x' };
    expect(writeEnvFile(file, template, values)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(
      "# Sender\nEMAIL_FROM='Territorio <a@b.example>'\nAPP_URL=https://a.example\nMORE=x\n",
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readEnvFile(file)).toEqual(values);
    expect(writeEnvFile(file, template, values)).toBe(false);
    expect(writeEnvFile(file, template, { APP_URL: 'https://c.example' })).toBe(true);
    expect(readEnvFile(file)).toEqual({ ...values, APP_URL: 'https://c.example' });
  });

  test('have the same values in a shell, as docs/deployment.md loads them', () => {
    const file = join(folder, '.env');
    const values = { EMAIL_API_KEY: 'a"b$HOME`id`\\n', EMAIL_FROM: "D'Arcy <a@b.example>" };
    writeEnvFile(file, '', values);
    const load = 'set -a; . "$0"; set +a; printf "%s\\n%s" "$EMAIL_API_KEY" "$EMAIL_FROM"';
    expect(execFileSync('sh', ['-c', load, file], { encoding: 'utf8' }).split('\n')).toEqual(Object.values(values));
    expect(readEnvFile(file)).toEqual(values);
  });
});

describe('the check of the services', () => {
  let server: Server;
  let url: string;
  /** The responses by address. All others are 404. */
  let answers: Record<string, unknown>;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const found = answers[(request.url ?? '').split('?')[0] ?? ''];
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const values = () => ({
    ...GOOD,
    EMAIL_API_URL: url,
    VITE_SUPABASE_URL: url,
    FUNCTIONS_URL: `${url}/functions/v1`,
  });
  const webhook = (events: string[]) => ({
    data: [{ url: `${url}/functions/v1/stripe-webhook`, status: 'enabled', enabled_events: events }],
  });
  const auth = (change: Record<string, unknown> = {}) => ({
    site_url: GOOD.APP_URL,
    smtp_host: 'smtp.example.com',
    password_min_length: 6,
    smtp_max_frequency: 60,
    ...Object.fromEntries(
      ['confirmation', 'email_change', 'invite', 'magic_link', 'recovery'].map((name) => [
        `mailer_templates_${name}_content`,
        readFileSync(new URL(`../../supabase/templates/${name}.html`, import.meta.url), 'utf8'),
      ]),
    ),
    ...change,
  });
  const allRight = () => ({
    '/auth/v1/settings': { external: {} },
    '/v1/webhook_endpoints': webhook(['*']),
    '/v1/payment_method_domains': { data: [{ enabled: true }] },
    '/domains': { data: [{ name: 'example.com', status: 'verified' }] },
    '/functions/v1/reconcile/health': { ok: true },
    '/v1/projects/127/config/auth': auth(),
    '/v1/projects/127/config/realtime': { private_only: true },
  });
  const todos = async (change: Record<string, unknown> = {}, token: string | undefined = 'sbp_1', more = {}) => {
    answers = { ...allRight(), ...change };
    const checks = await checkHosted({ ...values(), ...more }, token, { management: url, stripe: url });
    expect(checks).toHaveLength(10);
    return checks.flatMap(({ todo }) => todo ?? []);
  };

  test('leaves no manual step if everything is correct', async () => {
    expect(await todos()).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['the project does not answer', { '/auth/v1/settings': undefined }, /answered 404/],
    ['there is no webhook', { '/v1/webhook_endpoints': { data: [] } }, /Add a webhook to .*stripe-webhook/],
    ['the domain is unknown at Stripe', { '/v1/payment_method_domains': { data: [] } }, /Add territorio.example.com/],
    ['the sender is unknown', { '/domains': { data: [] } }, /Add mail.example.com/],
    [
      'the sender is not verified',
      { '/domains': { data: [{ name: 'mail.example.com', status: 'pending' }] } },
      /not verified/,
    ],
    ['the scheduler does not run', { '/functions/v1/reconcile/health': undefined }, /answered 404/],
    [
      "the auth service's emails are Supabase's own",
      { '/v1/projects/127/config/auth': auth({ smtp_host: null }) },
      /SMTP/,
    ],
    [
      'strangers can open public channels',
      { '/v1/projects/127/config/realtime': { private_only: false } },
      /Switch off "Allow public access"/,
    ],
    ['the site address differs', { '/v1/projects/127/config/auth': auth({ site_url: '' }) }, /config push/],
    [
      'shorter passwords are accepted than by the forms',
      { '/v1/projects/127/config/auth': auth({ password_min_length: 4 }) },
      /password_min_length is 4 instead of 6: run `npx supabase config push`/,
    ],
    [
      'emails to one address may follow each other sooner',
      { '/v1/projects/127/config/auth': auth({ smtp_max_frequency: 1 }) },
      /smtp_max_frequency is 1 instead of 60/,
    ],
    [
      "an email is Supabase's, whose link a scanner uses up",
      {
        '/v1/projects/127/config/auth': auth({
          mailer_templates_recovery_content: '<a href="{{ .ConfirmationURL }}">Reset</a>',
          mailer_templates_invite_content: null,
        }),
      },
      /emails invite, recovery are not those/,
    ],
  ])('reports what to do: %s', async (_, change, said) => {
    expect(await todos(change)).toEqual([expect.stringMatching(said)]);
  });

  test('reports a public key of Web Push that belongs to another private one, and accepts a project without push', async () => {
    const [said] = await todos({}, 'sbp_1', { VITE_VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}` });
    expect(said).toMatch(/VITE_VAPID_PUBLIC_KEY/);
    expect(await todos({}, 'sbp_1', { VAPID_PRIVATE_KEY: '', VITE_VAPID_PUBLIC_KEY: '' })).toEqual([]);
  });

  test('requires secrets for a wallet that the build offers, and offers one that has them', async () => {
    expect(await todos({}, 'sbp_1', { VITE_WALLETS: 'apple' })).toEqual([
      'Set all secrets of apple (docs/deployment.md, Wallets), or take it out of VITE_WALLETS.',
    ]);
    const account = (key: object) => Buffer.from(JSON.stringify(key)).toString('base64');
    const google = {
      GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
      GOOGLE_WALLET_ACCOUNT: account({ client_email: 'a@b.example', private_key: 'x' }),
    };
    expect(problemsOf(ALL, { ...GOOD, ...google })).toEqual([]);
    expect(await todos({}, 'sbp_1', google)).toEqual(['Add google to VITE_WALLETS, its secrets are set.']);
    expect(await todos({}, 'sbp_1', { ...google, VITE_WALLETS: 'google' })).toEqual([]);
    expect(await todos({}, 'sbp_1', { ...google, GOOGLE_WALLET_ACCOUNT: account({}) })).toEqual([
      expect.stringMatching(/GOOGLE_WALLET_ACCOUNT is no service account/),
    ]);
  });

  test('names events missing in the webhook', async () => {
    const [todo] = await todos({ '/v1/webhook_endpoints': webhook(['payment_intent.succeeded']) });
    for (const event of HEARD_EVENTS) expect(todo).toContain(event);
    expect(todo).not.toContain('payment_intent.succeeded');
  });

  test("refuses keys of two modes, and reports Auth's settings as unknown without a token", async () => {
    expect(await todos({}, 'sbp_1', { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual([
      'The secret key is of test mode, the publishable one of live.',
    ]);
    answers = allRight();
    const checks = await checkHosted(values(), undefined, { management: url, stripe: url });
    for (const { todo } of checks.slice(-2)) expect(todo).toMatch(/SUPABASE_ACCESS_TOKEN/);
  });
});
