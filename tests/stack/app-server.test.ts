import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PAGES_FILE, SHELL } from '../../scripts/build/files.ts';
import { securityHeaders } from '../../scripts/build/headers.ts';
import { STRIPE_PATH, startAppServer } from '../../supabase/local/app/server.ts';
import { newClient } from '../support/stack.ts';

const dist = mkdtempSync(join(tmpdir(), 'territorio-dist-'));
const script = `console.log(${JSON.stringify('x'.repeat(5000))});`;
let app: Awaited<ReturnType<typeof startAppServer>>;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>The app</title>');
  writeFileSync(join(dist, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(dist, 'assets', 'photo.webp'), Buffer.alloc(3000, 1));
  writeFileSync(join(dist, SHELL), '<!doctype html><title>The app</title>');
  writeFileSync(
    join(dist, PAGES_FILE),
    JSON.stringify({ pages: ['/', '/experiences/:id', '/check-in/:id'], noIndex: [] }),
  );
  const [port = 0] = await freePorts(1);
  const apiPort = Number(new URL(inject('stack').url).port);
  const stripePort = Number(new URL(inject('stack').stripeUrl).port);
  app = await startAppServer({ port, dist, apiPort, stripePort, headers: { https: false }, drawPage });
});

const drawPage = async (path: string) =>
  path === '/experiences/new' ? '<!doctype html><title>Published since</title>' : null;
afterAll(async () => {
  await app.stop();
  rmSync(dist, { recursive: true, force: true });
});

/** Returns the raw body, because fetch would decompress it and hide the encoding. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: number }>((done, fail) => {
    const req = request(`${app.url}${path}`, { headers }, (res) => {
      let bytes = 0;
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      res.on('end', () => done({ status: res.statusCode ?? 0, headers: res.headers, bytes }));
    });
    req.on('error', fail);
    req.end();
  });
}

describe('the app server', () => {
  it('serves the app for every page of its own, and 404 for a missing file', async () => {
    for (const path of ['/', '/experiences/abc', '/check-in/1?code=2']) {
      expect(await (await fetch(app.url + path)).text()).toContain('The app');
    }
    expect((await fetch(`${app.url}/assets/gone.js`)).status).toBe(404);
    for (const path of ['/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json', '/_headers', '/%E0%A4%A']) {
      const answer = await fetch(app.url + path);
      expect(await answer.text()).not.toMatch(/"dependencies"|Strict-Transport/);
    }
  });

  it('renders a page that was published after the build for a program, while a browser renders it itself', async () => {
    const ask = (path: string, headers = {}) => fetch(app.url + path, { headers });
    const drawn = await ask('/experiences/new');
    expect(await drawn.text()).toContain('Published since');
    expect(drawn.headers.get('vary')).toContain('sec-fetch-dest');
    const again = await ask('/experiences/new', { 'if-none-match': drawn.headers.get('etag') });
    expect(again.status).toBe(304);
    expect(await (await ask('/experiences/old')).text()).toContain('The app');
    const browser = await raw('/experiences/new', { 'sec-fetch-dest': 'document' });
    expect([browser.status, browser.bytes]).toEqual([200, (await raw('/check-in/1')).bytes]);
  });

  it('compresses text with brotli or gzip, but not pictures', async () => {
    const brotli = await raw('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.bytes).toBeLessThan(200);
    expect((await raw('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect((await raw('/assets/main-abc123.js')).bytes).toBe(script.length);
    expect((await raw('/assets/photo.webp', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  it('lets hashed files be cached forever and the page be revalidated each time', async () => {
    expect((await raw('/assets/main-abc123.js')).headers['cache-control']).toContain('immutable');
    const page = await raw('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await raw('/', { 'if-none-match': String(page.headers.etag) })).status).toBe(304);
  });

  it('sends the security headers of production, without HSTS on plain http', async () => {
    const { headers } = await raw('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=' https:\/\/js\.stripe\.com 'wasm-unsafe-eval';/);
    expect(policy).toContain("connect-src 'self' https://api.stripe.com https://js.stripe.com;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('cloudflare');
    // Pictures and videos are our own, so nobody else sees who looks at a page.
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).toContain("media-src 'self' blob:;");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it("allows pictures only from the project's storage, and Turnstile only with a key", () => {
    const policy = (captchaSiteKey: string) =>
      securityHeaders({ supabaseUrl: 'https://ref.supabase.co', captchaSiteKey, https: true })[
        'Content-Security-Policy'
      ];
    expect(policy('')).toContain("img-src 'self' data: blob: https://ref.supabase.co/storage/v1/;");
    expect(policy('')).toContain("media-src 'self' blob: https://ref.supabase.co/storage/v1/;");
    expect(policy('')).not.toContain('cloudflare');
    expect(policy('1x0')).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com[ ;]/);
    expect(policy('1x0')).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com[ ;]/);
  });

  it('forwards the API below the same origin, compressed, including errors', async () => {
    const headers = { apikey: inject('stack').publishableKey, 'accept-encoding': 'br' };
    const rows = await raw('/rest/v1/fixture_trips?select=*&limit=50', headers);
    expect(rows.headers['content-encoding']).toBe('br');
    expect(rows.bytes).toBeLessThan(3000);
    expect((await fetch(`${app.url}/rest/v1/fixture_trips?select=id&limit=1`, { headers })).status).toBe(200);
    expect((await raw('/rest/v1/fixture_regions')).status).toBe(401);
  });

  it('forwards card payments to the Stripe emulator', async () => {
    const intent = `${app.url}${STRIPE_PATH}/v1/payment_intents/pi_unknown?client_secret=pi_unknown_secret_x`;
    const answer = await fetch(intent, { headers: { authorization: 'Bearer pk_test_territorio' } });
    expect(await answer.json()).toMatchObject({ error: { code: 'resource_missing' } });
    expect((await fetch(`${app.url}${STRIPE_PATH}`)).status).toBe(404);
  });

  it.each([
    ['a table', '/rest/v1/fixture_trips', 6, 413],
    ['a sign-in', '/auth/v1/token?grant_type=password', 6, 413],
  ])('reports that %s accepts no such large body, and continues', async (_what, path, mib, status) => {
    const headers = { apikey: inject('stack').publishableKey, 'content-type': 'application/json' };
    const body = 'x'.repeat(mib * 1024 * 1024);
    for (let i = 0; i < 3; i++)
      expect((await fetch(app.url + path, { method: 'POST', headers, body })).status).toBe(status);
    expect((await fetch(`${app.url}/rest/v1/fixture_regions`, { headers })).status).toBe(200);
  });

  it('forwards web sockets, and a realtime client connects through it', async () => {
    const client = newClient({}, inject('stack').publishableKey, app.url);
    client.realtime.connect();
    await expect.poll(() => client.realtime.isConnected()).toBe(true);
    await client.realtime.disconnect();
  });
});
