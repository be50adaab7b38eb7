import { type Browser, expect, type Page } from '@playwright/test';
import { newCashBooking } from './support/bookings.ts';
import { englishOn } from './support/english.ts';
import { newExperience, newGuide, newPartner, newPerson, type Person, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { pages } from './support/pages.ts';
import { newDrivingDay, newShuttle, newTerritory, newWorker, today } from './support/shuttle.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// Whoever reads Spanish meets no English sentence of ours, and no page that is too wide for the longer words.

test.setTimeout(180_000);

async function walk(
  browser: Browser,
  person: Person | null,
  who: keyof typeof pages,
  ids: Record<string, string | undefined> = {},
): Promise<void> {
  const page = person ? await signedIn(browser, person) : await (await browser.newContext()).newPage();
  // Tags are what a region calls them, in one word, as labels are.
  const written = new Set(
    (await sql<{ name: string }[]>`select name from public.territory_tags`).map(({ name }) => name),
  );
  for (const pattern of pages[who]) {
    const address = pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
    await test.step(address, async () => {
      await open(page, `/es${address === '/' ? '' : address}`);
      expect((await englishOn(page)).filter((words) => !written.has(words))).toEqual([]);
      await page.setViewportSize({ width: 320, height: 568 });
      await expect.poll(() => overflow(page), 'too wide').toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 390, height: 844 });
    });
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('html.started')).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
}

test('in Spanish: control, English is found where it stands', { tag: '@phone' }, async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await open(page, '/terms');
  expect(await englishOn(page)).toEqual(
    expect.arrayContaining(['Terms of Service', 'What Territorio is', 'Menu', 'Privacy', 'Your account']),
  );
});

test('in Spanish: what a visitor sees', { tag: '@phone' }, async ({ browser }) => {
  const experience = await newExperience({ title: 'Laguna verde' });
  const shuttle = await newShuttle(await newTerritory(), 'Shuttle del lago');
  await walk(browser, null, 'visitor', { experience: experience.id, shuttle });
});

test('in Spanish: a tourist and their guide', { tag: '@phone' }, async ({ browser }) => {
  const tourist = await newPerson('Teresa Turista');
  const guide = await newGuide('Gael Guía');
  const { id: booking } = await newCashBooking(tourist, guide, 'Laguna azul');
  await walk(browser, tourist, 'tourist', { booking });
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking}`;
  await walk(browser, guide, 'guide', { booking, code: row?.code });
});

test('in Spanish: those who drive and send out shuttles', { tag: '@phone' }, async ({ browser }) => {
  const { driver, shuttle, territory } = await newDrivingDay();
  await walk(browser, driver, 'driver');
  const dispatcher = await newWorker('Delia Despacha', 'shuttle_manager', territory);
  await walk(browser, dispatcher, 'dispatcher', { shuttle, day: today() });
});

test('in Spanish: a partner, a manager and an admin', { tag: '@phone' }, async ({ browser }) => {
  const hotel = await newPartner('Hotel Hilda');
  const [link] = await sql<{ id: string }[]>`
    insert into public.referral_links (user_id, name) values (${hotel.id}, 'Recepción') returning id`;
  await walk(browser, hotel, 'partner', { link: link?.id });
  const manager = await newWorker('Mara Gerente', 'territory_manager', 'rio-dulce');
  const guide = await newGuide('Gina Guía');
  const experience = await newExperience({ title: 'Laguna roja', guide });
  const shuttle = await newShuttle('rio-dulce', 'Shuttle rojo');
  await walk(browser, manager, 'manager', { experience: experience.id, shuttle, guide: guide.id, hotel: hotel.id });
  const admin = await newPerson('Ana Administra');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  const [payout] = await sql<{ id: string }[]>`select id from public.payouts limit 1`;
  await walk(browser, admin, 'admin', { payout: payout?.id });
});
