import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startAppServer } from '../../supabase/local/app/server.ts';
import { readConfig } from '../../supabase/local/config.ts';
import { readQr } from '../support/qr.ts';
import { violations } from './support/axe.ts';
import { bookInCash, cancelBooking, newCashBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, newSession, type Person, sql } from './support/fixtures.ts';
import { brokenWords, rowsOf } from './support/layout.ts';
import { opened } from './support/opened.ts';
import {
  findSignal,
  keptDay,
  reloadWithoutSignal,
  tellOffline,
  untilInstalled,
  untilKept,
  untilWorker,
  workers,
} from './support/signal.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const ticket = (page: Page, title: string) => page.getByRole('article', { name: title });
const cachesOf = (page: Page, prefix: string) =>
  page.evaluate(async (begin) => (await caches.keys()).filter((name) => name.startsWith(begin)), prefix);

/** Returns the content of the QR code from its picture, the path of its modules. */
const qrOf = (page: Page, title: string) =>
  ticket(page, title).getByRole('img', { name: 'QR code' }).locator('path').last().getAttribute('d');

/** Opens My Bookings online, and waits until the phone has stored the ticket with its signed code and its receipt. */
async function seeTicket(page: Page, tourist: Person, title: string, untilStored = untilWorker): Promise<void> {
  const signed = page.waitForResponse(/sign-tickets/);
  await page.goto('/bookings');
  await expect(ticket(page, title)).toBeVisible();
  await signed;
  await untilStored(page);
  await untilKept(page, tourist, /"statements".*"receipt"|"receipt".*"statements"/);
}

async function newTourist(browser: Browser) {
  const [tourist, guide] = await Promise.all([newPerson('Nora Lind'), newGuide('Mateo Pop')]);
  const booking = await newCashBooking(tourist, guide, 'Castle walk');
  return { tourist, ...booking, page: await signedIn(browser, tourist) };
}

test('a ticket that was opened works offline, and is deleted with its owner', {
  tag: ['@phone', '@booking', '@tickets'],
}, async ({ browser }) => {
  const { tourist, title, page } = await newTourist(browser);
  await seeTicket(page, tourist, title, untilInstalled);
  const code = await qrOf(page, title);

  await test.step('opens again although no one has touched the page', async () => {
    await reloadWithoutSignal(page);
    await expect.poll(() => qrOf(page, title)).toBe(code);
    await findSignal(page);
    await untilWorker(page);
  });

  await test.step('shows the signed code, the place, and when it was read', async () => {
    await reloadWithoutSignal(page);
    await expect(page.getByText(/^You're offline. You're seeing the list from/)).toBeVisible();
    expect(await qrOf(page, title)).toBe(code);
    await expect(ticket(page, title)).toContainText('9:00');
    await expect(ticket(page, title)).toContainText('Mateo Pop');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('Back closes the whole-screen ticket and a dialog, and the number fits in landscape', async () => {
    const portrait = page.viewportSize() ?? { width: 0, height: 0 };
    await ticket(page, title).getByRole('button', { name: 'Enlarge ticket' }).click();
    const whole = page.getByRole('dialog', { name: title });
    await expect(whole).toBeVisible();
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(whole.getByText(/^[0-9A-F]{4} [0-9A-F]{4}$/)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(portrait);
    await page.goBack();
    await expect(whole).toBeHidden();
    await ticket(page, title)
      .getByRole('button', { name: /^Cancel / })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/bookings$/);
  });

  await test.step('shows the header in two rows at most with text at 200 %, and breaks no word at 320 px', async () => {
    const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
    expect(await rowsOf(page.getByRole('banner'))).toBeLessThanOrEqual(2);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await brokenWords(page.getByRole('main'))).toEqual([]);
    if (size) await page.setViewportSize(size);
    await large.evaluate((style) => style.parentNode?.removeChild(style));
  });

  await test.step('signing out removes all of it, even offline', async () => {
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => cachesOf(page, 'territorio-queries-')).toEqual([]);
    await findSignal(page);
  });

  await test.step('the next person finds nothing of it', async () => {
    const other = JSON.stringify(await newSession(await newPerson('Iris Blom')));
    await page.evaluate((text) => localStorage.setItem('territorio-auth', text), other);
    await page.goto('/bookings');
    await expect(page.getByText('No bookings yet')).toBeVisible();
  });
});

test('a ticket has its printout and its receipt offline, and a booking cancelled in the meantime leaves the phone', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const { tourist, id, title, page } = await newTourist(browser);
  await page.goto('/');
  await opened(page);
  // Visitors have no service worker.
  expect(await workers(page)).toEqual([]);
  await seeTicket(page, tourist, title);

  await test.step('its printout and its receipt open, even by their own addresses', async () => {
    await reloadWithoutSignal(page);
    await page.getByRole('link', { name: `Print ticket for ${title}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goto(`/bookings/experience/${id}/receipt`);
    await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  });

  await test.step('content that needs a connection reports it', async () => {
    await page.goto('/bookings');
    await tellOffline(page);
    await ticket(page, title)
      .getByRole('link', { name: /^Message about/ })
      .click();
    await expect(page.getByText("This page will open when you're back online.")).toBeVisible();
    await findSignal(page);
    // No click is needed.
    await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible();
  });

  await test.step('every other address opens in the app, which reports that it is offline, and opens it', async () => {
    await page.context().setOffline(true);
    // No page links to it, so the phone hasn't stored it.
    await page.goto('/unsubscribe');
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await findSignal(page);
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    await page.context().setOffline(true);
    await page.goto('/bookings');
    await tellOffline(page);
  });

  await test.step('removes a cancelled ticket once the phone is online', async () => {
    await cancelBooking(tourist, id);
    await findSignal(page);
    await page.goto('/bookings');
    await expect(ticket(page, title)).toContainText('Cancelled');
    await expect.poll(() => keptDay(page, tourist)).not.toContain(title);
  });
});

test('a ticket of next week opens next week, from the home screen too', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const { tourist, title, page } = await newTourist(browser);
  await seeTicket(page, tourist, title);
  await page.clock.setSystemTime(Date.now() + 4 * 86_400_000);
  await reloadWithoutSignal(page);
  await expect(ticket(page, title).getByRole('img', { name: 'QR code' })).toBeVisible();
  await page.goto('/?app');
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(ticket(page, title)).toBeVisible();
  // Three days after the trip, it is no longer useful.
  await page.clock.setSystemTime(Date.now() + 9 * 86_400_000);
  await page.reload();
  await expect(ticket(page, title)).toBeHidden();
  await findSignal(page);
  await expect.poll(() => cachesOf(page, 'territorio-queries-')).not.toContain('Castle walk');
});

test('the confirmation of a booking is enough to store the ticket', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const { openForm, fillForm, continueToCard, payAndBook } = await import('./support/steps.ts');
  const { experience, tourist, page, form } = await openForm(browser, { title: 'River dawn' }, 'Lena Holm');
  await fillForm(form);
  await continueToCard(page, form);
  await payAndBook(form);
  await untilKept(page, tourist, '"receipt"');
  await untilWorker(page);
  await page.context().setOffline(true);
  await page.goto('/bookings');
  await expect(ticket(page, experience.title).getByRole('img', { name: 'QR code' })).toBeVisible();
});

/** Creates copies of the built app with different file names, deployed one after the other on one host. */
async function deployments() {
  const { dataDir, ports } = readConfig();
  const folder = mkdtempSync(join(tmpdir(), 'territorio-builds-'));
  // The app that the stack serves. `buildApp` would overwrite it without its public pages, and build again if the
  // source has changed.
  const dist = join(dataDir, 'app');
  const live = join(folder, 'live');
  const makeBuild = (name: string) => {
    const to = join(folder, name);
    cpSync(dist, to, { recursive: true });
    const assets = readdirSync(join(to, 'assets')).filter((file) => file.endsWith('.js'));
    const known = new Set(assets);
    const rename = (text: string) =>
      text.replace(/[\w.-]+\.js\b/g, (file) => (known.has(file) ? file.replace(/\.js$/, `-${name}.js`) : file));
    for (const file of ['sw.js', 'app.html', 'index.html', '404.html', ...assets.map((one) => join('assets', one))]) {
      const path = join(to, file);
      const text = rename(readFileSync(path, 'utf8'));
      writeFileSync(path, file === 'sw.js' ? text.replace(/VERSION = "\w+"/, `VERSION = "${name}"`) : text);
    }
    for (const file of assets) renameSync(join(to, 'assets', file), join(to, 'assets', rename(file)));
    return to;
  };
  const builds = { one: makeBuild('one'), two: makeBuild('two') };
  cpSync(builds.one, live, { recursive: true });
  const headers = { https: false };
  // A port below those that the system assigns, because otherwise a connection could take it between two starts.
  const port = 10_000 + (process.pid % 10_000);
  const start = () => startAppServer({ port, dist: live, apiPort: ports.api, headers, packs: false });
  let server = await start();
  return {
    url: server.url,
    /** Requests get no response, as on a phone with bars but no connection. */
    whileDown: async (run: () => Promise<void>) => {
      await server.stop();
      await run();
      server = await start();
    },
    deploy: (name: 'one' | 'two') => {
      rmSync(live, { recursive: true });
      cpSync(builds[name], live, { recursive: true });
      server.readAgain();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('a new build takes over below an open tab, and the previous one returns', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ browser }) => {
  const [tourist, guide] = await Promise.all([newPerson('Ida Berg'), newGuide('Mateo Pop')]);
  const { title } = await newCashBooking(tourist, guide, 'Castle walk');
  const session = JSON.stringify(await newSession(tourist));
  const host = await deployments();
  try {
    const context = await browser.newContext({
      storageState: {
        cookies: [],
        origins: [{ origin: host.url, localStorage: [{ name: 'territorio-auth', value: session }] }],
      },
      baseURL: host.url,
    });
    const page = await context.newPage();
    const shellOf = async () => {
      const scripts = await page
        .locator('script[type=module][src]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
      return scripts.join().match(/-(one|two)\.js/)?.[1];
    };
    const kept = () => cachesOf(page, 'territorio-app-');
    /**
     * Checks for a newer worker, and waits until it is active. Doesn't wait for its events, because the browser may
     * have found it earlier.
     */
    const update = async () => {
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      const states = () =>
        page.evaluate(async () => {
          const { installing, waiting, active } = await navigator.serviceWorker.ready;
          return [installing, waiting, active].map((worker) => worker?.state);
        });
      await expect.poll(states).toEqual([undefined, undefined, 'activated']);
    };

    await page.goto('/bookings');
    await expect(ticket(page, title)).toBeVisible();
    await expect.poll(kept).toEqual(['territorio-app-one']);
    await untilWorker(page);
    // The list has to be stored too, or nothing opens offline.
    await untilKept(page, tourist, title);

    await test.step('the open tab continues, with parts that the host no longer has', async () => {
      host.deploy('two');
      await update();
      await expect.poll(kept).toEqual(['territorio-app-one', 'territorio-app-two']);
      let reloaded = false;
      page.once('load', () => {
        reloaded = true;
      });
      await ticket(page, title)
        .getByRole('button', { name: /^Cancel / })
        .click();
      await expect(page.getByRole('dialog', { name: 'Cancel this booking?' })).toBeVisible();
      expect(reloaded).toBe(false);
      await page.keyboard.press('Escape');
    });

    await test.step('the new one opens offline, complete', async () => {
      await host.whileDown(async () => {
        await page.reload();
        await expect(ticket(page, title)).toBeVisible();
        await opened(page);
        expect(await shellOf()).toBe('two');
      });
    });

    await test.step('a rollback is a deployment like any other', async () => {
      host.deploy('one');
      await page.reload();
      await expect(ticket(page, title)).toBeVisible();
      await opened(page);
      expect(await shellOf()).toBe('one');
      await update();
      await expect.poll(kept).toEqual(['territorio-app-two', 'territorio-app-one']);
      await host.whileDown(async () => {
        await page.reload();
        await expect(ticket(page, title)).toBeVisible();
        expect(await shellOf()).toBe('one');
      });
    });
  } finally {
    await host.stop();
  }
});

test('workers of single pages, of earlier versions, are replaced by the new one', {
  tag: ['@phone', '@site', '@nightly'],
}, async ({ browser }) => {
  const { tourist, title, page } = await newTourist(browser);
  await page.goto('/privacy');
  await page.evaluate(async () => {
    for (const scope of ['/guide-dashboard', '/?app']) await navigator.serviceWorker.register('/sw.js', { scope });
  });
  await seeTicket(page, tourist, title);
});

for (const language of ['', '/es']) {
  test(`the app can be installed: ${language || 'English'}`, { tag: ['@phone', '@site', '@nightly'] }, async ({
    page,
    context,
  }) => {
    await page.goto(`${language}/privacy`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const tools = await context.newCDPSession(page);
    const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
    // Test contexts are private windows, which can't install apps.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    await expect
      .poll(async () => (await tools.send('Page.getAppManifest')).url)
      .toContain(language ? 'manifest.es.webmanifest' : 'manifest.webmanifest');
    const { errors, data = '{}' } = await tools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { id, icons, shortcuts } = JSON.parse(data) as Record<
      string,
      { name: string; url: string; src: string; purpose?: string }[]
    >;
    expect(id).toBe('/');
    expect(icons?.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    expect(shortcuts?.map(({ url }) => url).slice(0, 2)).toEqual(
      language ? ['/es/bookings', '/es?scan'] : ['/bookings', '/?scan'],
    );
    for (const { src } of icons ?? []) expect((await page.request.get(src)).ok()).toBe(true);
  });
}

test('a ticket prints on one sheet of paper', { tag: ['@desktop', '@booking', '@tickets', '@nightly'] }, async ({
  browser,
}) => {
  const [tourist, guide] = await Promise.all([newPerson('Nora Lind'), newGuide('Mateo Pop')]);
  const long = 'Amanecer en el volcán con desayuno, café de la finca y regreso por la aldea de los tejedores';
  const experience = await newExperience({ title: long, guide, cash: true, spots: 30 });
  const id = await bookInCash(tourist, experience, { num_people: 5 });
  await sql`update public.experiences set meeting_point = ${'Muelle municipal, frente a la iglesia amarilla. '.repeat(4)} where id = ${experience.id}`;
  const page = await signedIn(browser, tourist);
  for (const language of ['', '/es']) {
    await page.goto(`${language}/bookings/experience/${id}/ticket`);
    await expect(page.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
    await expect(page.getByRole('article')).toContainText(language ? '5 personas' : '5 people');
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    }
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    // Imitates a black-and-white printer.
    const paper = await sharp(await page.screenshot({ fullPage: true }))
      .greyscale()
      .threshold(128)
      .png()
      .toBuffer();
    expect(await readQr(paper), colorScheme).toContain(`/check-in/${id}?code=`);
  }
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  expect(await violations(page)).toEqual([]);
});
