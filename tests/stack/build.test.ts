import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { freePorts } from '@territorio/local-server/ports';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBrowser } from '../../scripts/build/bundle.ts';
import { headerOptions, securityHeaders } from '../../scripts/build/headers.ts';
import { STRIPE_PATH, startAppServer } from '../../supabase/local/app/server.ts';
import { findBrowser } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Returns all text files of a folder, joined. */
const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|txt)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const root = mkdtempSync(join(tmpdir(), 'territorio-build-'));
const dist = join(root, 'production');
const hosted = {
  NODE_ENV: 'production',
  VITE_SUPABASE_URL: 'https://project.example',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted',
  VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_hosted',
  VITE_STRIPE_EMULATOR_URL: '',
  // Another site with the form for /regional-partner, and its script on a third one.
  VITE_PARTNER_FORM_URL: 'https://form.example/form?of=territorio',
  VITE_PARTNER_FORM_SCRIPT_URL: 'https://script.example/embed.js',
  // A careless shell may contain these variables. None may end up in the page.
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_must_not_leak',
  STRIPE_SECRET_KEY: 'sk_live_must_not_leak',
  STRIPE_WEBHOOK_SECRET: 'whsec_must_not_leak',
  VAPID_PRIVATE_KEY: 'vapid_must_not_leak',
  TICKET_SIGNING_KEY: 'ticket_must_not_leak',
};
beforeAll(() => {
  Object.assign(process.env, hosted);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Builds only the modules that read settings and load Stripe, to save time. */
async function buildOf(settings: Record<string, string>): Promise<string> {
  Object.assign(process.env, settings);
  const input = ['src/lib/env.ts', 'src/features/booking/checkout/payment/stripe.ts'];
  const rolldownOptions = { input, preserveEntrySignatures: 'strict' as const };
  const built = await build({
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions },
  });
  return [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
    .join('\n');
}

const EMULATOR = /3-D Secure authentication|_emulator\//;
const SECRETS = /must_not_leak|sb_secret_|sk_(live|test)_|whsec_|service_role/;

function checkHosted(production: string): void {
  expect(production).toContain('https://project.example');
  expect(production).toContain('pk_live_hosted');
  expect(production).not.toMatch(SECRETS);
  expect(production).not.toMatch(EMULATOR);
  // The Supabase client itself contains this host once, in its list for trace headers.
  expect(production.replace('`localhost`,`127.0.0.1`,`[::1]`', '')).not.toMatch(/127\.0\.0\.1/);
}

test('a build for a real host has its address and its public keys, no secret, and nothing of the Stripe emulator', async () => {
  checkHosted(await buildOf(hosted));
  expect(await buildOf({ ...hosted, VITE_STRIPE_EMULATOR_URL: STRIPE_PATH })).toMatch(EMULATOR);
});

test('its headers allow the external form and its script where configured, and nothing else', () => {
  const form = 'https://form.example';
  const script = 'https://script.example';
  const policyOf = (env: Record<string, string>) =>
    securityHeaders(headerOptions(env))['Content-Security-Policy'] ?? '';
  const rule = (name: string) => new RegExp(`[ ;]${name} [^;]*`).exec(policyOf(hosted))?.[0].split(' ') ?? [];
  expect(rule('frame-src')).toContain(form);
  expect(rule('frame-src')).not.toContain(script);
  expect(rule('script-src')).toContain(script);
  expect(rule('script-src')).not.toContain(form);
  const { VITE_PARTNER_FORM_URL: _form, VITE_PARTNER_FORM_SCRIPT_URL: _script, ...others } = hosted;
  expect(policyOf(others)).not.toMatch(/form\.example|script\.example/);
  expect(policyOf(hosted)).not.toMatch(/127\.0\.0\.1/);
});

describe('the whole build', { tags: ['nightly'] }, () => {
  beforeAll(async () => {
    Object.assign(process.env, hosted);
    await buildBrowser({ root: ROOT, dist, renderer: join(root, 'renderer') });
  }, 240_000);

  test('has no secret either, and nothing of the Stripe emulator', () => checkHosted(textOf(dist)));

  test('has the external form on its page, 997 px tall, with its script there and nowhere else', async () => {
    const [port = 0] = await freePorts(1);
    const headers = { ...headerOptions(hosted), https: false };
    const app = await startAppServer({ port, dist, apiPort: 9, headers });
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      // Serves a form for the frame, a script that marks the page it runs on, and an empty project.
      await page.route('https://form.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Apply here</h1>' }),
      );
      await page.route('https://script.example/embed.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: "document.documentElement.dataset.partner = 'ran';" }),
      );
      await page.route('https://project.example/**', (route) =>
        route.fulfill({
          json: [],
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
        }),
      );
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      const scripts = page.locator(`script[src="${hosted.VITE_PARTNER_FORM_SCRIPT_URL}"]`);
      const ran = () => page.evaluate(() => document.documentElement.dataset.partner);
      await page.goto(`${app.url}/terms`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([await scripts.count(), await ran()]).toEqual([0, undefined]);

      await page.getByRole('link', { name: 'Earn Money' }).click();
      await page.frameLocator('iframe').getByRole('heading', { name: 'Apply here' }).waitFor();
      await expect.poll(ran).toBe('ran');
      expect(await page.getByTitle('Application form').boundingBox()).toMatchObject({ height: 997 });
      expect(await page.getByRole('button', { name: 'Send application' }).count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(refused).toEqual([]);

      await page.getByRole('link', { name: 'Privacy' }).click();
      await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
      expect(await scripts.count()).toBe(0);
    } finally {
      await browser.close();
      await app.stop();
    }
  });
});
