import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../scripts/build/headers.ts';
import { readSite, type Site } from '../../scripts/build/hosting/site.ts';
import { writeHost } from '../../scripts/build/hosting/write.ts';
import { startAppServer } from '../../supabase/local/app/server.ts';
import { type Ask, fetchAnswer } from './hosts/answer.ts';
import { askCloudflare } from './hosts/cloudflare.ts';
import { askNetlify } from './hosts/netlify.ts';
import { isInstalled, startCaddy, startNginx } from './hosts/servers.ts';
import { writeSite } from './hosts/site.ts';
import { askVercel } from './hosts/vercel.ts';

const KEPT = 'public, max-age=31536000, immutable';
/** Netlify's and Cloudflare's header for files without a rule. Both mean the same. */
const ASKED_EACH_TIME = 'public, max-age=0, must-revalidate';
const A_WEEK = 'public, max-age=604800';
const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

type Expected = { status: number; body?: string; cache?: string; noindex?: boolean; location?: string };
const page = (body: string): Expected => ({ status: 200, body, cache: 'no-cache' });
const shell = page('app.html');
const own = { ...shell, noindex: true };
/** It isn't cached. Hosts' defaults also mean that. */
const missing: Expected = { status: 404, body: '404.html', cache: 'no-cache' };
const moved = (location: string): Expected => ({ status: 308, location });
const api = (path: string): Expected => ({ status: 200, body: `api ${path}` });

/** The responses expected of every host. */
const ADDRESSES: Record<string, Expected> = {
  '/': page('index.html'),
  '/?ref=hotel': page('index.html'),
  '/regions': page('regions.html'),
  '/regions?q=rio': page('regions.html'),
  '/territories/rio': page('territories/rio.html'),
  // The territory was published after the build.
  '/territories/new-region': shell,
  '/territories/rio/transport': shell,
  [`/experiences/${ID}`]: shell,
  '/transport': shell,
  '/contact': shell,
  '/es': page('es.html'),
  '/es/regions': page('es/regions.html'),
  '/es/territories/new-region': shell,
  '/es/bookings': own,
  '/es/nothing': missing,
  '/login': own,
  '/bookings': own,
  [`/bookings/experience/${ID}/receipt`]: own,
  [`/check-in/${ID}?code=abc`]: own,
  '/admin?tab=checks': own,
  '/territory-management': own,
  '/nothing': missing,
  '/wp-login.php': missing,
  '/territories': missing,
  '/bookings/experience': missing,
  '/assets': missing,
  '/assets/index-abc123.js': { status: 200, body: 'assets/index-abc123.js', cache: KEPT },
  '/assets/index-gone.js': missing,
  '/fonts/figtree.woff2': { status: 200, body: 'fonts/figtree.woff2', cache: A_WEEK },
  '/art/lancha.svg': { status: 200, body: 'art/lancha.svg', cache: A_WEEK },
  '/favicon.svg': page('favicon.svg'),
  '/favicon.ico': missing,
  '/robots.txt': page('robots.txt'),
  '/sitemap.xml': page('sitemap.xml'),
  '/sw.js': page('sw.js'),
  '/rest/v1/territories?select=id': api('/rest/v1/territories?select=id'),
  '/auth/v1/health': api('/auth/v1/health'),
  '/storage/v1/object/public/media/a.webp': api('/storage/v1/object/public/media/a.webp'),
  '/functions/v1/reconcile/health': api('/functions/v1/reconcile/health'),
};

/** Differences between hosts: their own files, and a trailing slash. */
const BY_SERVERS: Record<string, Expected> = {
  '/.env': missing,
  '/_headers': missing,
  '/_pages.json': missing,
  '/regions/': moved('/regions'),
  '/bookings/?a=1': moved('/bookings?a=1'),
};

const HEADERS = securityHeaders({ supabaseUrl: undefined, https: true });
let folder: string;
let project: Server;
let apiUrl: string;
/** Writes the site with the files of one host. */
function siteFor(host: string): Site {
  const dist = join(folder, host, 'dist');
  writeSite(dist);
  const site = readSite(dist, HEADERS, apiUrl);
  writeHost(host, site, join(folder, host));
  return site;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'territorio-hosts-'));
  project = createServer((req, res) => res.end(`api ${req.url}`));
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
});
afterAll(async () => {
  project.closeAllConnections();
  await new Promise((resolve) => project.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the unexpected responses. */
async function differences(ask: Ask, addresses: Record<string, Expected>): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [address, expected] of Object.entries(addresses)) {
    const { status, body, headers } = await ask(address);
    const got: Record<string, unknown> = { status };
    if (expected.body) got.body = body;
    if (expected.location) got.location = new URL(headers.get('location') ?? '', 'http://host.test').href.slice(16);
    if (expected.cache) {
      got.cache =
        headers.get('cache-control')?.replace(ASKED_EACH_TIME, 'no-cache') ?? (status === 404 ? 'no-cache' : null);
      got.noindex = headers.get('x-robots-tag') === 'noindex';
      for (const [name, value] of Object.entries(HEADERS))
        if (headers.get(name) !== value) got[name] = headers.get(name);
    }
    const wanted = { ...expected, ...(expected.cache && { noindex: expected.noindex ?? false }) };
    if (JSON.stringify(Object.entries(got).sort()) !== JSON.stringify(Object.entries(wanted).sort()))
      found.push({ address, got, wanted });
  }
  return found;
}

describe('the addresses of the site', () => {
  test('have the same response on the local server', async () => {
    const { dist } = siteFor('netlify');
    const [port = 0] = await freePorts(1);
    const apiPort = Number(new URL(apiUrl).port);
    const app = await startAppServer({ port, dist, apiPort, headers: { https: true } });
    try {
      const ask: Ask = (path) => fetchAnswer(new URL(path, app.url));
      expect(await differences(ask, { ...ADDRESSES, ...BY_SERVERS })).toEqual([]);
    } finally {
      await app.stop();
    }
  });

  test('have the same response on Netlify, by its parsers', async () => {
    const { dist } = siteFor('netlify');
    expect(await differences(await askNetlify(dist), ADDRESSES)).toEqual([]);
  });

  test('have the same response on Cloudflare, by its worker', async () => {
    const { dist } = siteFor('cloudflare');
    expect(await differences(await askCloudflare(dist, apiUrl), ADDRESSES)).toEqual([]);
  });

  test('have the same response on Vercel, by its build output', async () => {
    siteFor('vercel');
    expect(await differences(askVercel(join(folder, 'vercel/.vercel/output')), ADDRESSES)).toEqual([]);
  });

  describe.each([
    ['nginx', startNginx],
    ['caddy', startCaddy],
  ])('at %s', (name, start) => {
    test.skipIf(!isInstalled(name))('have the expected response with its own configuration', async () => {
      const { dist } = siteFor(name);
      const [port = 0] = await freePorts(1);
      const generated = join(folder, name, 'deploy/generated');
      const server = await start({ folder: join(folder, `${name}-run`), dist, generated, apiUrl, port });
      try {
        expect(await differences(server.ask, { ...ADDRESSES, ...BY_SERVERS })).toEqual([]);
      } finally {
        await server.stop();
      }
    });
  });

  test('control: fail for a site that sends its home page for every path', async () => {
    const { dist } = siteFor('netlify');
    writeFileSync(join(dist, '_redirects'), '/* /index.html 200\n');
    const found = await differences(await askNetlify(dist), ADDRESSES);
    expect(found).toContainEqual(expect.objectContaining({ address: '/nothing' }));
    expect(found).toContainEqual(expect.objectContaining({ address: '/bookings' }));
  });
});

test('reports an unknown host in words', () => {
  mkdirSync(join(folder, 'other'), { recursive: true });
  expect(() => siteFor('other')).toThrow(/netlify, cloudflare, vercel, nginx, caddy/);
});
