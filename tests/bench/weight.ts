import { chromium, type Request } from '@playwright/test';
import { freePorts } from '@territorio/local-server/ports';
import { buildApp, writePublicPages } from '../../supabase/local/app/build.ts';
import { startAppServer } from '../../supabase/local/app/server.ts';
import { PORT_VARIABLES, readConfig } from '../../supabase/local/config.ts';
import { startStack } from '../../supabase/local/stack.ts';
import { findBrowser } from '../support/browser.ts';
import { temporaryFolder } from './folder.ts';
import { SESSION_KEY, signIn } from './manage/sign-in.ts';
import { PUBLIC_PAGES } from './page-budgets.ts';
import { kilobytes, type Line } from './report.ts';
import { connect } from './requests.ts';
import type { Stops } from './stops.ts';
import { watchTraffic } from './traffic.ts';

type Kind = 'HTML' | 'JS' | 'CSS' | 'fonts' | 'images' | 'data' | 'other';
interface Loaded {
  path: string;
  kind: Kind;
  /** The body's size, as transferred. */
  bytes: number;
  encoding: string;
}

const KINDS: Record<string, Kind> = {
  document: 'HTML',
  script: 'JS',
  stylesheet: 'CSS',
  font: 'fonts',
  image: 'images',
  fetch: 'data',
  xhr: 'data',
};

interface WeighedPage {
  name: string;
  path: (ids: Ids) => string;
  /** The demo account that is signed in there. If unset, a visitor. */
  as?: string;
  aim: { js: number; all: number; requests: number };
}

const WORK = { js: 260_000, all: 380_000, requests: 45 };

const PATHS: Record<string, (ids: Ids) => string> = {
  '/territories/{id}': () => '/territories/rio-dulce',
  '/experiences/{id}': ({ experience }) => `/experiences/${experience}`,
  '/transport/{id}': ({ transport }) => `/transport/${transport}`,
};

// The targets of the page speed measurements, in bytes (1 KB = 1000 bytes).
const PAGES: readonly WeighedPage[] = [
  ...Object.entries(PUBLIC_PAGES).map(([name, { aim }]) => ({ name, path: PATHS[name] ?? (() => name), aim })),
  ...[
    ['/territory-bookings', 'manager'],
    ['/territory-management', 'manager'],
    ['/guide-dashboard', 'guide'],
    ['/shuttle-manager-dashboard', 'shuttle'],
    ['/driver-dashboard', 'driver'],
    ['/travel-partner-dashboard', 'partner'],
    ['/admin', 'admin'],
  ].map(([path = '', as = '']): WeighedPage => ({ name: `${path}, signed in`, path: () => path, as, aim: WORK })),
];

interface Ids {
  experience: string;
  transport: string;
}

/**
 * Measures what a phone loads for a page before any input, from the production build and the demo data. What it
 * starts is added to `stops`, and the caller stops it, last first.
 */
export async function benchWeight(onStep: (step: string) => void, stops: Stops): Promise<Line[]> {
  const dataDir = await temporaryFolder(stops);
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir });
  const stack = await startStack(config, { seed: true, ephemeral: true, timer: false, onStep });
  await stops.keep(() => stack.stop());
  const dist = await buildApp(config, onStep);
  await writePublicPages(config);
  const headers = { https: false };
  const app = await startAppServer({ port: config.ports.app, dist, apiPort: config.ports.api, headers });
  await stops.keep(() => app.stop());
  const ids = await idsOf(stack.databaseUrl);
  onStep('Opening pages');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
  await stops.keep(() => browser.close());
  const lines: Line[] = [];
  const compared: Line[] = [];
  for (const page of PAGES) {
    const session = page.as ? await signIn(stack.url, config.keys.publishable, `${page.as}@territorio.test`) : null;
    const { loaded, recalculations } = await firstLoad(browser, app.url, page.path(ids), session);
    lines.push(...linesOf(page, loaded, recalculations));
    compared.push(...besideLast(page.name, loaded));
  }
  return [...lines, ...compared];
}

const sum = (entries: readonly Loaded[]) => entries.reduce((total, { bytes }) => total + bytes, 0);

/** Returns one row of the table that compares the public pages with those of the last release. */
function besideLast(name: string, loaded: readonly Loaded[]): Line[] {
  const page = PUBLIC_PAGES[name];
  if (!page) return [];
  const js = sum(loaded.filter(({ kind }) => kind === 'JS'));
  const row = (weight: { js: number; all: number; requests: number }) =>
    `JS ${kilobytes(weight.js)}, all ${kilobytes(weight.all)}, ${weight.requests} requests`;
  return [
    {
      section: 'Public pages beside the last release',
      name,
      figure: row({ js, all: sum(loaded), requests: loaded.length }),
      aim: '',
      detail: `last: ${row(page.last)}; aim: ${row(page.aim)}`,
    },
  ];
}

/** The beginning of the territory's page. */
async function idsOf(databaseUrl: string): Promise<Ids> {
  const sql = connect(databaseUrl, 1);
  const [experience] = await sql<{ id: string }[]>`
    select id from public.experiences where territory_id = 'rio-dulce' and visible and archived_at is null
    order by featured desc, featured_order, id limit 1`;
  const [transport] = await sql<{ id: string }[]>`
    select id from public.territory_transports where territory_id = 'rio-dulce' and visible and archived_at is null
    order by id limit 1`;
  await sql.end();
  return { experience: experience?.id ?? '', transport: transport?.id ?? '' };
}

interface FirstLoad {
  loaded: Loaded[];
  /** How often the page has computed styles. An animation that never ends does so again and again. */
  recalculations: number;
}

type Browser = Awaited<ReturnType<typeof chromium.launch>>;

/** Loads with an empty cache, like Lighthouse's phone. */
async function firstLoad(browser: Browser, app: string, path: string, session: string | null): Promise<FirstLoad> {
  const localStorage = session === null ? [] : [{ name: SESSION_KEY, value: session }];
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    storageState: { cookies: [], origins: [{ origin: app, localStorage }] },
  });
  const page = await context.newPage();
  const loads: Promise<Loaded | undefined>[] = [];
  const keep = (request: Request) => {
    loads.push(
      (async () => {
        const response = await request.response();
        const target = new URL(request.url());
        if (!response || !target.protocol.startsWith('http')) return undefined;
        const { responseBodySize: bytes } = await request.sizes();
        const encoding = response.headers()['content-encoding'] ?? 'none';
        return { path: target.pathname, kind: KINDS[request.resourceType()] ?? 'other', bytes, encoding };
      })(),
    );
  };
  page.on('requestfinished', keep);
  const traffic = watchTraffic(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(app + path, { waitUntil: 'load' });
  // The app starts after the pictures of a page rendered at build. Ten seconds later an idle page loads the next ones,
  // which are not part of its weight.
  await page.locator('html.started').waitFor({ state: 'attached' });
  await traffic.quiet();
  const { metrics } = await devtools.send('Performance.getMetrics');
  const recalculations = metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? 0;
  // Later responses are not awaited, and can't be read once the page is closed.
  page.off('requestfinished', keep);
  traffic.stop();
  const loaded = (await Promise.all(loads)).filter((entry) => entry !== undefined);
  await context.close();
  return { loaded, recalculations };
}

function linesOf({ name, aim }: WeighedPage, loaded: Loaded[], recalculations: number): Line[] {
  const section = `First load of ${name}, bodies as sent, brotli where it is text`;
  const of = (kind: Kind) => loaded.filter((entry) => entry.kind === kind);
  // Lists everything of significant size for a missed target.
  const heaviest = (entries: Loaded[], missed: boolean) =>
    [...entries]
      .sort((a, b) => b.bytes - a.bytes)
      .filter(({ bytes }, index) => (missed ? bytes >= 1000 : index < 4))
      .map(({ path, bytes }) => `${path.split('/').pop() || '/'} ${kilobytes(bytes)}`)
      .join(', ');
  const line = (label: string, entries: Loaded[], most?: number): Line => ({
    section,
    name: label,
    figure: kilobytes(sum(entries)),
    aim: most === undefined ? '' : `≤ ${most / 1000} KB`,
    ...(most !== undefined && { measured: { value: sum(entries), aim: most, better: 'less' } }),
    detail: `${entries.length} files: ${heaviest(entries, most !== undefined && sum(entries) > most)}`,
  });
  const unpacked = [...of('JS'), ...of('CSS'), ...of('HTML')].filter(({ encoding }) => encoding !== 'br');
  if (unpacked.length > 0) throw new Error(`Not sent as brotli: ${unpacked.map(({ path }) => path).join(', ')}`);
  const rest = (['HTML', 'CSS', 'fonts', 'images', 'data', 'other'] as const).filter((kind) => of(kind).length > 0);
  const requests: Line = {
    section,
    name: 'requests',
    figure: String(loaded.length),
    aim: `≤ ${aim.requests}`,
    measured: { value: loaded.length, aim: aim.requests, better: 'less' },
    detail: '',
  };
  return [
    line('JS', of('JS'), aim.js),
    ...rest.map((kind) => line(kind, of(kind))),
    line('all', loaded, aim.all),
    requests,
    { section, name: 'style recalculations', figure: String(recalculations), aim: '', detail: '' },
  ];
}
