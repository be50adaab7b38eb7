import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { freePorts } from '@territorio/local-server/ports';
import postgres from 'postgres';
import sharp from 'sharp';
import { buildApp, writePublicPages } from '../supabase/local/app/build.ts';
import { startAppServer } from '../supabase/local/app/server.ts';
import { PORT_VARIABLES, readConfig } from '../supabase/local/config.ts';
import { startStack } from '../supabase/local/stack.ts';
import { SESSION_KEY, signIn } from '../tests/bench/manage/sign-in.ts';
import { findBrowser } from '../tests/support/browser.ts';

interface Screenshot {
  name: string;
  path: string;
  /** A demo account. Without one, the page is shown to a visitor. */
  as?: string;
  device: 'desktop' | 'phone';
  theme?: 'dark';
  /** What the page shows once it has loaded. */
  shows: RegExp;
}

const DEVICES: Record<Screenshot['device'], BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: {
    viewport: { width: 280 * 1.5, height: 606 * 1.5 },
    deviceScaleFactor: 4 / 3,
    isMobile: true,
    hasTouch: true,
  },
};

const USAGE = `npm run docs:screenshots: takes the screenshots of the README from the demo, on a separate stack.
  -- --folder=FOLDER    writes them elsewhere than to docs/screenshots`;
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: fileURLToPath(new URL('../docs/screenshots/', import.meta.url)) },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.info(USAGE);
  process.exit(0);
}
const stops: (() => Promise<unknown>)[] = [];
try {
  const dataDir = await mkdtemp(join(tmpdir(), 'territorio-screenshots-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir });
  const stack = await startStack(config, { seed: true, ephemeral: true, timer: false, onStep: console.info });
  stops.push(() => stack.stop());
  const dist = await buildApp(config, console.info);
  await writePublicPages(config);
  const app = await startAppServer({
    port: config.ports.app,
    dist,
    apiPort: config.ports.api,
    stripePort: config.ports.stripe,
    headers: { https: false },
  });
  stops.push(() => app.stop());
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  stops.push(() => browser.close());

  for (const { name, path, as, device, theme, shows } of await screenshots(stack.databaseUrl)) {
    const session = as && (await signIn(stack.url, config.keys.publishable, `${as}@territorio.test`));
    const localStorage = session ? [{ name: SESSION_KEY, value: session }] : [];
    const context = await browser.newContext({
      ...DEVICES[device],
      locale: 'en-US',
      colorScheme: theme ?? 'light',
      storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] },
    });
    const page = await context.newPage();
    await page.goto(app.url + path);
    await page.getByText(shows).first().waitFor();
    await page.waitForLoadState('networkidle');
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(join(values.folder, `${name}.webp`));
    await context.close();
    console.info(`${name}.webp`);
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** The demo changes with the day, so its services and today's bookings are looked up. */
async function screenshots(databaseUrl: string): Promise<Screenshot[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [experience] = await sql<{ id: string; title: string }[]>`
    select id, title from public.experiences where territory_id = 'rio-dulce' and visible and archived_at is null
    order by featured desc, featured_order, id limit 1`;
  const [ticket] = await sql<{ id: string; code: string }[]>`
    select b.id, c.code from public.bookings b join public.booking_codes c on c.booking_id = b.id
      join auth.users u on u.id = b.guide_id
    where u.email = 'guide@territorio.test' and b.status = 'paid' and b.start_time is not null
    order by abs(extract(epoch from (b.booking_date + b.start_time) at time zone 'America/Guatemala' - now())) limit 1`;
  await sql.end();
  if (!experience || !ticket) throw new Error('The demo has no experience in Río Dulce, or no booking for its guide.');
  const booked = {
    name: 'experience',
    path: `/experiences/${experience.id}`,
    shows: /Book now|Sign in to Book/,
  } as const;
  return [
    { name: 'home', path: '/', device: 'desktop', shows: /Explore Río Dulce/ },
    { ...booked, device: 'desktop' },
    { ...booked, name: 'experience-dark', device: 'desktop', theme: 'dark' },
    { name: 'bookings-phone', path: '/bookings', as: 'tourist', device: 'phone', shows: /Next trip|Enlarge ticket/ },
    {
      name: 'check-in-phone',
      path: `/check-in/${ticket.id}?code=${ticket.code}`,
      as: 'guide',
      device: 'phone',
      shows: /Check In|Check-in opens/,
    },
  ];
}
