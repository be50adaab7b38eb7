import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { HtmlValidate } from 'html-validate';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES_FILE, SHELL } from '../../scripts/build/files.ts';
import type { Pages } from '../../scripts/build/hosting/rules.ts';
import type { Snapshot } from '../../src/lib/routing/snapshot.ts';
import { buildApp, writePublicPages } from '../../supabase/local/app/build.ts';
import { createPageDrawer, MAX_WAITING, type PageDrawer } from '../../supabase/local/app/page-drawer.ts';
import { readConfig, type StackConfig } from '../../supabase/local/config.ts';

const EXPERIENCE = '11111111-1111-4111-8111-111111111111';
const TRANSPORT = '22222222-2222-4222-8222-222222222222';
const HOSTILE = `</script><script>alert(1)</script>"><img src=x onerror=alert(2)> & 'q' \u2028 end`;
const CHANGED = '2026-10-01T12:00:00+00:00';

const territory = {
  id: 'lago',
  name: `Lago ${HOSTILE}`,
  summary: null,
  description: `A lake. ${HOSTILE}`,
  country: 'GT',
  featured: true,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  time_zone: 'America/Guatemala',
  image_urls: ['aaaa', 'bbbb', 'cccc'].map(
    (name) => `/storage/v1/object/public/media/x/${name}.webp#v=1&c=55978a&w=1600&h=1000&alt=The%20lake`,
  ),
  video_urls: [],
  updated_at: CHANGED,
};
const trip = {
  territory_id: territory.id,
  title: `Canyon ${HOSTILE}`,
  description: `By boat. ${HOSTILE}`,
  image_urls: territory.image_urls,
  video_urls: [],
  duration: 4,
  booking_type: 'both',
  shared_price: 385,
  private_price: 1500,
  min_spots: 1,
  max_spots: 12,
  max_private_guests: 8,
  min_private_guests: 1,
  available_spots: 12,
  featured: true,
  featured_order: 1,
  rating_average: 4.8,
  rating_count: 12,
  passport_required: false,
  cash_allowed: false,
  territory,
  tags: [],
  updated_at: CHANGED,
};
const experience = {
  ...trip,
  kind: 'experience',
  id: EXPERIENCE,
  guide: { id: 'g', full_name: 'Ixchel' },
  meeting_point: null,
  what_to_bring: 'A towel <and> boots',
};
const transport = {
  ...trip,
  kind: 'transport',
  id: TRANSPORT,
  title: 'Boat to Lívingston',
  pickup_location: 'Fronteras',
  destination: 'Lívingston',
  slots: [{ start_time: '07:00:00', archived_at: null }],
  duration_hours: 2,
  cancellation_policy: 'flexible',
  type: { id: 1, name: 'Boat' },
  pickup: { name: 'Fronteras', directions: null, map_link: null },
};
const condition = {
  id: 'c1',
  territory_id: 'lago',
  subject: 'lake',
  state: 'closed',
  text: `High waves since noon. ${HOSTILE}`,
  language: 'en',
  translations: {},
  source_url: null,
  touches_all: true,
  starts_at: CHANGED,
  ends_at: '2126-01-01T00:00:00Z',
  changed_at: CHANGED,
  poster: { full_name: 'Marta Choc' },
  territory: { time_zone: 'America/Guatemala' },
  services: [],
  changes: [],
};
/** Returns an alert that ended this many days before the build. */
const endedAgo = (days: number, text: string) => ({
  ...condition,
  id: `ended-${days}`,
  text,
  ends_at: new Date(Date.now() - days * 86_400_000).toISOString(),
});
const catalogue: Record<string, Record<string, unknown>[]> = {
  territories: [territory],
  services: [experience, transport],
  transport_types: [{ id: 1, name: 'Boat' }],
  conditions: [condition, endedAgo(29, 'The bridge was under water.'), endedAgo(31, 'A landslide.')],
};
let tables = catalogue;

/**
 * Imitates the public API as these pages use it: tables, and filters by kind, id and end. Anything else has no
 * rows.
 */
function answer(url: URL): unknown {
  const later = /^gt\.(.+)$/.exec(url.searchParams.get('ends_at') ?? '')?.[1];
  const kind = /^eq\.(.+)$/.exec(url.searchParams.get('kind') ?? '')?.[1];
  const rows = (tables[url.pathname.replace('/rest/v1/', '')] ?? []).filter(
    ({ ends_at, kind: own }) => (!later || Date.parse(String(ends_at)) > Date.parse(later)) && (!kind || own === kind),
  );
  const id = /^eq\.(.+)$/.exec(url.searchParams.get('id') ?? '')?.[1];
  return id ? rows.filter((row) => row.id === id) : rows;
}

const root = mkdtempSync(join(tmpdir(), 'territorio-pages-'));
let api: Server;
/**
 * Configures a stack whose API is this test's. It isn't started, because its app is the build of `npm start` and
 * the journeys.
 */
let config: StackConfig;
let dist = '';
const siteUrl = 'https://site.example';

beforeAll(async () => {
  api = createServer((req, res) => {
    const body = JSON.stringify(answer(new URL(req.url ?? '/', 'http://api')));
    res.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  const own = readConfig({ TERRITORIO_DATA_DIR: root });
  const { port } = api.address() as AddressInfo;
  config = { ...own, urls: { ...own.urls, api: `http://127.0.0.1:${port}`, app: siteUrl } };
  dist = await buildApp(config);
  await writePublicPages(config);
}, 240_000);
afterAll(() => {
  api.close();
  rmSync(root, { recursive: true, force: true });
});

const NEW_EXPERIENCE = '33333333-3333-4333-8333-333333333333';
const NEW_TRANSPORT = '44444444-4444-4444-8444-444444444444';

const read = (file: string) => readFileSync(join(dist, file), 'utf8');

/** Parses the page as read without JavaScript. */
const open = (file: string) => parse(read(file));

function parse(html: string) {
  const { document } = new JSDOM(html).window;
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content');
  const structured = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent ?? '') as Record<string, unknown>,
  );
  return {
    document,
    structured,
    ofType: (type: string) => structured.find((data) => [data['@type']].flat().includes(type)),
    heading: document.querySelector('h1')?.textContent,
    title: document.title,
    description: content('meta[name="description"]'),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    og: (name: string) => content(`meta[property="og:${name}"]`),
  };
}

const PAGES = [
  ['/', 'index.html', 'WebSite'],
  ['/regions', 'regions.html', 'ItemList'],
  ['/territories/lago', 'territories/lago.html', 'TouristDestination'],
  [`/experiences/${EXPERIENCE}`, `experiences/${EXPERIENCE}.html`, 'TouristTrip'],
  ['/transport', 'transport.html', 'ItemList'],
  ['/territories/lago/transport', 'territories/lago/transport.html', 'ItemList'],
  ['/territories/lago/conditions', 'territories/lago/conditions.html', 'WebPage'],
  [`/transport/${TRANSPORT}`, `transport/${TRANSPORT}.html`, 'TouristTrip'],
] as const;

/** The HTML must be valid, and every group must have a name. React decides on the formatting. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  rules: { 'wcag/h71': 'error' },
});

describe('a public page, read without JavaScript', () => {
  it.each(PAGES)('describes %s with its content', (path, file, type) => {
    const page = open(file);
    expect(page.heading).toBeTruthy();
    expect(page.title).toMatch(/ · Territorio$/);
    expect(page.description?.length).toBeGreaterThan(20);
    expect(page.description?.length).toBeLessThanOrEqual(161);
    expect(page.canonical).toBe(siteUrl + path);
    expect(page.og('url')).toBe(siteUrl + path);
    expect(page.og('title')).toBe(page.title);
    expect(page.og('description')).toBe(page.description);
    expect(page.og('image')).toMatch(/^https:\/\/site\.example\//);
    expect(page.og('locale')).toBe('en_US');
    expect(page.ofType(type)).toBeDefined();
    expect(page.document.querySelectorAll('title, meta[name="description"]')).toHaveLength(2);
  });

  it('contains the alerts of a territory', () => {
    const main = open('territories/lago/conditions.html').document.querySelector('main');
    expect(main?.textContent).toContain('High waves since noon.');
    expect(main?.textContent).toContain('Marta Choc');
    expect(main?.querySelector('script')).toBeNull();
  });

  it('contains ended alerts for 30 days, separate from current ones', () => {
    const says = (file: string) => open(file).document.querySelector('main')?.textContent;
    expect(says('territories/lago/conditions.html')).toContain('The bridge was under water.');
    expect(says('territories/lago/conditions.html')).not.toContain('A landslide.');
    expect(says('territories/lago.html')).toContain('High waves since noon.');
    expect(says('territories/lago.html')).not.toContain('The bridge was under water.');
  });

  it.each(PAGES)('has the language of %s and links to the other one', (path) => {
    const places = path === '/' ? { en: '/', es: '/es' } : { en: path, es: `/es${path}` };
    const sitemap = read('sitemap.xml');
    for (const code of ['en', 'es'] as const) {
      const page = open(`${places[code] === '/' ? 'index' : places[code].slice(1)}.html`);
      const other = (hreflang: string) =>
        page.document.querySelector(`link[rel="alternate"][hreflang="${hreflang}"]`)?.getAttribute('href');
      expect(page.document.documentElement.lang).toBe(code);
      expect(page.canonical).toBe(siteUrl + places[code]);
      expect(other('en')).toBe(siteUrl + places.en);
      expect(other('es')).toBe(siteUrl + places.es);
      expect(other('x-default')).toBe(siteUrl + places.en);
      expect(page.og('locale')).toBe({ en: 'en_US', es: 'es_GT' }[code]);
      expect(page.ofType('WebPage')).toMatchObject({ url: siteUrl + places[code], inLanguage: code });
      expect(sitemap).toContain(`<loc>${siteUrl}${places[code]}</loc>`);
      expect(sitemap).toContain(`hreflang="${code}" href="${siteUrl}${places[code]}"`);
    }
  });

  it.each([...PAGES.map(([, file]) => file), 'terms.html', 'waiver.html', SHELL])(
    'of %s is valid HTML',
    async (file) => {
      const { results } = await validator.validateString(read(file));
      const found = results.flatMap(({ messages }) => messages);
      expect(found.map(({ message, selector }) => `${message}: ${selector}`)).toEqual([]);
    },
  );

  it('shows the same territory at both of its addresses, with one canonical address', () => {
    const other = open('regions/lago.html');
    expect(other.canonical).toBe(`${siteUrl}/territories/lago`);
    expect(other.heading).toBe(open('territories/lago.html').heading);
  });

  it('links to the territories and to what can be booked there', () => {
    const links = (file: string) => [...open(file).document.querySelectorAll('a')].map((a) => a.getAttribute('href'));
    expect(links('index.html')).toContain('/regions');
    expect(links('regions.html')).toContain('/territories/lago');
    expect(links('territories/lago.html')).toContain(`/experiences/${EXPERIENCE}`);
    expect(links('territories/lago.html')).toContain('/territories/lago/conditions');
  });

  it('tells search engines the prices, the rating and the route', () => {
    const page = open(`experiences/${EXPERIENCE}.html`);
    expect(page.ofType('Product')).toMatchObject({
      name: experience.title,
      offers: [
        { '@type': 'Offer', price: '385.00', priceCurrency: 'GTQ' },
        { '@type': 'Offer', price: '1500.00', priceCurrency: 'GTQ' },
      ],
      aggregateRating: { ratingValue: '4.8', reviewCount: 12 },
    });
    const steps = page.ofType('BreadcrumbList')?.itemListElement as { item: string }[];
    expect(steps.map(({ item }) => item.replace(siteUrl, ''))).toEqual([
      '/',
      '/regions',
      '/territories/lago',
      `/experiences/${EXPERIENCE}`,
    ]);
  });

  it('contains what to bring', () => {
    const facts = [...open(`experiences/${EXPERIENCE}.html`).document.querySelectorAll('li')].map(
      (fact) => fact.textContent,
    );
    expect(facts).toContain('What to bringA towel <and> boots');
  });

  it('treats what people wrote as text, whatever it looks like', () => {
    for (const file of ['territories/lago.html', `experiences/${EXPERIENCE}.html`, 'index.html', 'regions.html']) {
      const { document } = open(file);
      const scripts = [...document.scripts].map((script) => script.textContent ?? '');
      expect(scripts.filter((text) => text.startsWith('alert'))).toEqual([]);
      expect(document.querySelector('[onerror]')).toBeNull();
      expect(scripts.filter((text) => text.includes('\u2028'))).toEqual([]);
    }
    // A document's title only collapses ASCII spaces.
    expect(open('territories/lago.html').title).toBe(`Lago ${HOSTILE} · Territorio`.replace(/[\t\n\f\r ]+/g, ' '));
    expect(open('territories/lago.html').ofType('TouristDestination')?.name).toBe(territory.name);
  });

  it('requests its first picture before anything else, and scripts last', () => {
    const { document } = open(`experiences/${EXPERIENCE}.html`);
    const cover = document.querySelector('link[rel="preload"][as="image"][imagesrcset]');
    expect(cover?.getAttribute('fetchpriority')).toBe('high');
    const first = document.querySelector('#root picture source');
    expect([cover?.getAttribute('imagesrcset'), cover?.getAttribute('imagesizes')]).toEqual([
      first?.getAttribute('srcset'),
      first?.getAttribute('sizes'),
    ]);
    const scripts = [...document.querySelectorAll('script[src], link[rel="modulepreload"]')];
    expect(scripts.map((script) => script.getAttribute('fetchpriority'))).toEqual(scripts.map(() => 'low'));
    expect(scripts.map((script) => script.getAttribute('src') ?? script.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/assets\/index-/),
      expect.stringMatching(/^\/assets\/boot-/),
    ]);
    expect(document.querySelector('script[src]')?.hasAttribute('async')).toBe(true);
    // The app's and the page's code are loaded together.
    const { files } = JSON.parse(document.getElementById('snapshot')?.textContent ?? '') as { files: string[] };
    expect(files).toContainEqual(expect.stringMatching(/^\/assets\/experience-/));
    expect(files).toContainEqual(expect.stringMatching(/^\/assets\/start-/));
    expect(new Set(files).size).toBe(files.length);
  });

  it('preloads the code of the booking form in pages that link to it', () => {
    const snapshotOf = (file: string) =>
      JSON.parse(open(file).document.getElementById('snapshot')?.textContent ?? '') as Snapshot;
    const { files, formFiles } = snapshotOf(`experiences/${EXPERIENCE}.html`);
    for (const name of ['Checkout', 'booking', 'database'])
      expect(formFiles).toContainEqual(expect.stringMatching(new RegExp(`^/assets/${name}-`)));
    expect(formFiles.filter((file) => files.includes(file))).toEqual([]);
    expect(snapshotOf('territories/lago.html').formFiles).toEqual([]);
  });
});

describe('in addition to the pages', () => {
  it('there is a sitemap of all of them, with their known dates', () => {
    const { urlset } = new XMLParser().parse(read('sitemap.xml')) as {
      urlset: { url: { loc: string; lastmod?: string }[] };
    };
    const locs = urlset.url.map(({ loc }) => loc);
    expect(locs).toEqual(expect.arrayContaining(PAGES.map(([path]) => siteUrl + path)));
    expect(new Set(locs).size).toBe(locs.length);
    expect(urlset.url.find(({ loc }) => loc.endsWith('/lago'))?.lastmod).toBe('2026-10-01T12:00:00.000Z');
  });

  it('robots.txt excludes only what is private', () => {
    const robots = read('robots.txt');
    expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    const forbidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    expect(forbidden).toEqual(expect.arrayContaining(['/bookings', '/profile', '/login']));
    for (const [path] of PAGES) expect(forbidden.filter((start) => path.startsWith(start))).toEqual([]);
    expect((JSON.parse(read(PAGES_FILE)) as Pages).noIndex).toEqual(expect.arrayContaining(['/bookings', '/profile']));
  });

  it('the shell for everything else names no page', () => {
    const shell = open(SHELL);
    expect(shell.canonical).toBeUndefined();
    // A static host answers with it for what was published since, and programs show this preview.
    expect(shell.og('title')).toBe('Territorio');
    expect(shell.og('description')).toBe(shell.description);
    expect(shell.og('image')).toBe(`${siteUrl}/og.jpg`);
    const titles = (file: string) => open(file).document.querySelectorAll('meta[property="og:title"]').length;
    expect([SHELL, ...PAGES.map(([, file]) => file)].map(titles)).toEqual([SHELL, ...PAGES].map(() => 1));
    expect(shell.document.querySelector('#root')?.textContent).toBe('');
  });
});

describe('a page published after the build', () => {
  const later = {
    ...catalogue,
    territories: [territory, { ...territory, id: 'volcan', name: 'Volcán' }],
    services: [
      experience,
      { ...experience, id: NEW_EXPERIENCE, title: 'Sunrise walk' },
      transport,
      { ...transport, id: NEW_TRANSPORT, title: 'Boat to Livingston' },
    ],
  };
  let drawer: PageDrawer;
  beforeAll(() => {
    tables = later;
    drawer = createPageDrawer(config);
  });
  afterAll(async () => {
    tables = catalogue;
    await drawer.stop();
  });

  it.each([
    ['/territories/volcan', '/territories/volcan', 'Volcán'],
    ['/regions/volcan', '/territories/volcan', 'Volcán'],
    ['/territories/volcan/transport', '/territories/volcan/transport', 'Volcán'],
    ['/territories/volcan/conditions', '/territories/volcan/conditions', 'Volcán'],
    [`/experiences/${NEW_EXPERIENCE}`, `/experiences/${NEW_EXPERIENCE}`, 'Sunrise walk'],
    [`/es/transport/${NEW_TRANSPORT}`, `/es/transport/${NEW_TRANSPORT}`, 'Boat to Livingston'],
  ])('has its title, description and picture when requested: %s', async (path, canonical, title) => {
    const page = parse((await drawer.draw(path)) ?? '');
    expect(page.title).toContain(title);
    expect(page.description?.length).toBeGreaterThan(20);
    expect(page.canonical).toBe(siteUrl + canonical);
    expect(page.og('title')).toBe(page.title);
    expect(page.og('description')).toBe(page.description);
    expect(page.og('image')).toMatch(/^https:\/\/site\.example\//);
    expect(page.document.documentElement.lang).toBe(path.startsWith('/es/') ? 'es' : 'en');
  });

  it('does not exist for an unpublished service, or for what only people with a role see', async () => {
    const unknown = '55555555-5555-4555-8555-555555555555';
    expect(await drawer.draw(`/experiences/${unknown}`)).toBeNull();
    expect(await drawer.draw('/bookings')).toBeNull();
  });

  it('is rendered for a few simultaneous requests, and left to the browser for others', async () => {
    const asked = await Promise.all(Array.from({ length: MAX_WAITING + 1 }, () => drawer.draw('/territories/volcan')));
    expect(asked.map((html) => html !== null)).toEqual([...Array(MAX_WAITING).fill(true), false]);
  });
});

describe('a repeated build', () => {
  const files = () => readdirSync(dist, { recursive: true }).map(String);

  it('removes pages of deleted content', async () => {
    tables = { ...catalogue, services: [transport] };
    await writePublicPages(config);
    expect(files()).not.toContain(`experiences/${EXPERIENCE}.html`);
    expect(files()).toContain('territories/lago.html');
    expect(read('sitemap.xml')).not.toContain(EXPERIENCE);
  });

  it('is complete without an API, and shows nothing old', async () => {
    api.close();
    api.closeAllConnections();
    await expect(writePublicPages(config)).rejects.toThrow('The public pages could not be written');
    expect(files()).not.toContain('territories/lago.html');
    expect(read('index.html')).toBe(read(SHELL));
  });
});
