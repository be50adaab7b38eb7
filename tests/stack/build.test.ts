import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PAGES_FILE, SHELL } from '../../scripts/build/files.ts';
import { headerOptions, securityHeaders } from '../../scripts/build/headers.ts';
import { startAppServer } from '../../supabase/local/app/server.ts';
import { close, listen } from '../../supabase/local/http.ts';
import { freePorts } from '../../supabase/local/ports.ts';
import { findBrowser } from '../support/browser.ts';

/** Every text file of a build for a real host, as one string. */
async function buildFor(folder: string, env: Record<string, string>): Promise<string> {
  await promisify(execFile)('npx', ['vite', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production', VITE_STRIPE_EMULATOR_URL: '', ...env },
  });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|txt)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

const root = mkdtempSync(join(tmpdir(), 'territorio-build-'));
const hosted = {
  VITE_SUPABASE_URL: 'https://project.example',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted',
  VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_hosted',
  // What a careless shell may carry: none of it may end up in the page.
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_must_not_leak',
  STRIPE_SECRET_KEY: 'sk_live_must_not_leak',
  STRIPE_WEBHOOK_SECRET: 'whsec_must_not_leak',
  VAPID_PRIVATE_KEY: 'vapid_must_not_leak',
  TICKET_SIGNING_KEY: 'ticket_must_not_leak',
};
/** The other site, whose form stands on /regional-partner, and its script at a third one. */
let external = { partnerFormUrl: '', partnerFormScriptUrl: '' };
/** What the local build is made with. */
let localEnv: Record<string, string> = {};
let ports: number[] = [];
let production = '';
let local = '';
beforeAll(async () => {
  ports = await freePorts(3);
  external = {
    partnerFormUrl: `http://127.0.0.1:${ports[0]}/form?of=territorio`,
    partnerFormScriptUrl: `http://127.0.0.1:${ports[1]}/embed.js`,
  };
  production = await buildFor(join(root, 'production'), hosted);
  localEnv = {
    ...hosted,
    VITE_SUPABASE_URL: '',
    VITE_STRIPE_EMULATOR_URL: inject('stack').stripeUrl,
    VITE_PARTNER_FORM_URL: external.partnerFormUrl,
    VITE_PARTNER_FORM_SCRIPT_URL: external.partnerFormScriptUrl,
  };
  local = await buildFor(join(root, 'local'), localEnv);
  // What `buildSite` adds for whoever serves the folder.
  copyFileSync(join(root, 'local', 'index.html'), join(root, 'local', SHELL));
  writeFileSync(
    join(root, 'local', PAGES_FILE),
    JSON.stringify({ pages: ['/terms', '/regional-partner'], noIndex: [] }),
  );
}, 240_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a build for a real host has its address and its public keys, and no secret', () => {
  expect(production).toContain('https://project.example');
  expect(production).toContain('pk_live_hosted');
  expect(production).not.toMatch(/must_not_leak|sb_secret_|sk_(live|test)_|whsec_|service_role/);
});

test('it has nothing of the Stripe emulator; the local build has', () => {
  const marks = /3-D Secure authentication|_emulator\//;
  expect(production).not.toMatch(marks);
  expect(local).toMatch(marks);
});

test('its headers let in the external form and its script where they are configured, and nothing else', () => {
  const form = `http://127.0.0.1:${ports[0]}`;
  const script = `http://127.0.0.1:${ports[1]}`;
  const policyOf = (env: Record<string, string>) =>
    securityHeaders(headerOptions(env))['Content-Security-Policy'] ?? '';
  const rule = (name: string) => new RegExp(`[ ;]${name} [^;]*`).exec(policyOf(localEnv))?.[0].split(' ') ?? [];
  expect(rule('frame-src')).toContain(form);
  expect(rule('frame-src')).not.toContain(script);
  expect(rule('script-src')).toContain(script);
  expect(rule('script-src')).not.toContain(form);
  expect(policyOf(hosted)).not.toMatch(/127\.0\.0\.1/);
  // The Supabase client itself names this host once, among those to which it may send trace headers.
  const [before = '', after = '', ...more] = production.split('`localhost`,`127.0.0.1`,`[::1]`');
  expect(more).toEqual([]);
  expect(before + after).not.toMatch(/127\.0\.0\.1/);
});

/** The other site: a form for the frame, and a script that leaves a mark on the page that runs it. */
async function otherSite(port: number) {
  const server = createServer((req, res) => {
    const script = req.url === '/embed.js';
    res.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    res.end(script ? "document.documentElement.dataset.partner = 'ran';" : '<h1>Apply here</h1>');
  });
  await listen(server, port, 'The other site');
  return server;
}

test('the external form stands on its page, 997 px tall, with its script there and nowhere else', async () => {
  const others = await Promise.all([otherSite(ports[0] ?? 0), otherSite(ports[1] ?? 0)]);
  const apiPort = Number(new URL(inject('stack').url).port);
  const headers = { ...external, stripeEmulatorUrl: inject('stack').stripeUrl, https: false };
  const app = await startAppServer({ port: ports[2] ?? 0, dist: join(root, 'local'), apiPort, headers });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) refused.push(message.text());
    });
    const scripts = page.locator(`script[src="${external.partnerFormScriptUrl}"]`);
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
    await Promise.all(others.map(close));
  }
});
