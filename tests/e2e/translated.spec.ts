import { type Browser, expect, type Page } from '@playwright/test';
import { leavesIn, newCardBooking, newCashBooking } from './support/bookings.ts';
import { wasThere } from './support/departures.ts';
import { newExperience, newGuide, newPartner, newPerson, newTeam, type Person, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { opened } from './support/opened.ts';
import { pages, type Who } from './support/pages.ts';
import { newDrivingDay, newShuttle, newTerritory, newWorker, today } from './support/shuttle.ts';
import { continueToCard, fillForm, panel, payAndBook, scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';
import { beginTranslation, LOST, press, translate } from './support/translation.ts';

// A browser that translates wraps every text in elements. React must not break, whatever is clicked.

/** Returns a phone that translates every page, and the errors on it. */
async function newTranslated(browser: Browser, person: Person | null): Promise<{ page: Page; broken: string[] }> {
  const page = person ? await signedIn(browser, person) : await (await browser.newContext()).newPage();
  const broken: string[] = [];
  await translate(page);
  const note = (text: string) => broken.push(`${page.url()}: ${text.slice(0, 500)}`);
  page.on('pageerror', ({ message }) => {
    // Text translated before hydration is rendered again (418), which nobody notices.
    if (!message.includes('#418')) note(message);
  });
  // Errors caught by an error page are logged only here.
  page.on('console', (message) => {
    if (message.text().startsWith(LOST)) note(message.text());
  });
  return { page, broken };
}

type Phone = Awaited<ReturnType<typeof newTranslated>>;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await opened(page);
  await beginTranslation(page);
  await expect(page.locator('body font').first()).toBeAttached();
  // Content that loads when scrolled to.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await opened(page);
}

/** Checks that at 200 % text size on a small phone, nothing needs horizontal scrolling. */
async function fitsAtLargeText(page: Page): Promise<void> {
  const size = page.viewportSize();
  const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.setViewportSize({ width: 320, height: 568 });
  await expect.poll(() => overflow(page), 'too wide in large letters').toBeLessThanOrEqual(0);
  await large.evaluate((style) => (style as HTMLElement).remove());
  if (size) await page.setViewportSize(size);
}

interface Walk {
  addresses?: readonly string[];
  /** The placeholders of addresses. */
  ids?: Record<string, string | undefined>;
  /** The clicked elements. */
  kinds?: string;
}

/** Opens each page and clicks everything. Returns the names of what was clicked. */
async function walk(
  { page, broken }: Phone,
  who: Who,
  { addresses = pages[who], ids = {}, kinds }: Walk = {},
): Promise<string> {
  const pressed = new Set<string>();
  for (const pattern of addresses) {
    const address = pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
    await test.step(address, async () => {
      // A click may leave the page. Then this continues here with the rest.
      const here = new Set<string>();
      for (let times = 0; times < 4; times += 1) {
        await open(page, address);
        if (times === 0) await fitsAtLargeText(page);
        if (await press(page, here, kinds)) break;
      }
      for (const name of here) pressed.add(name);
      expect(broken, `after ${[...here].join(', ')}`).toEqual([]);
      await expect(page.getByRole('heading', { name: /^Unexpected Application Error/ })).toBeHidden();
    });
  }
  return [...pressed].join('\n');
}

test.setTimeout(180_000);

test("translated: a visitor's pages work", { tag: ['@phone', '@site', '@nightly'] }, async ({ browser }) => {
  const [shuttle] = await sql<{ id: string }[]>`select id from public.territory_transports where visible limit 1`;
  const [experience] = await sql<{ id: string }[]>`select id from public.experiences where visible limit 1`;
  const phone = await newTranslated(browser, null);
  const pressed = await walk(phone, 'visitor', { ids: { shuttle: shuttle?.id, experience: experience?.id } });
  expect(pressed).toContain('More people');
});

test('translated: a tourist books, reads, writes and cancels', {
  tag: ['@phone', '@booking', '@checkout', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Rony Caal');
  const tourist = await newPerson('Anna Keller');
  const past = await newCashBooking(tourist, guide);
  const later = await newCashBooking(tourist, guide, 'Canyon walk');
  await wasThere(past.id);
  const phone = await newTranslated(browser, tourist);
  const { page, broken } = phone;
  const [service] = await sql<{ id: string }[]>`select service_id as id from public.bookings where id = ${later.id}`;
  await open(page, `/experiences/${service?.id}`);
  const form = panel(page);
  await scrollTo(form);
  // The price follows the people, and replaces the old one.
  await expect(form).toContainText(/Q385\.00 × 1 person\s*Q385\.00\s*Total\s*Q385\.00/);
  await fillForm(form);
  await expect(form).toContainText(/Q385\.00 × 2 people\s*Q770\.00\s*Total\s*Q770\.00/);
  await expect(form.getByRole('spinbutton', { name: 'Number of people' })).toHaveText('2');
  await continueToCard(page, form);
  await payAndBook(form);
  expect(broken).toEqual([]);
  const pressed = await walk(phone, 'tourist', { ids: { booking: later.id } });
  expect(pressed).toMatch(/Write a review/);
  await open(page, '/bookings');
  await page
    .getByRole('button', { name: /^Cancel Canyon walk/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel booking/i })
    .click();
  // Two trips have this name, so the first page is left.
  await expect
    .poll(
      () => sql`
        select id from public.bookings
        where tourist_id = ${tourist.id} and service_id = ${service?.id ?? ''} and status in ('cancelled', 'refunded')`,
    )
    .toHaveLength(1);
  await expect(page.getByRole('dialog')).toContainText(/cancelled/i);
  expect(broken).toEqual([]);
});

test('translated: a refund that changes while it is shown is up to date', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const tourist = await newPerson('Anna Keller');
  const { title } = await newExperience({ title: 'Canyon walk' });
  const booking = await newCardBooking(tourist, title);
  const sell = (policy: string) =>
    sql`update public.bookings set cancellation_policy = ${policy} where id = ${booking}`;
  await leavesIn(booking, 10 * 24);
  await sell('moderate');
  const { page, broken } = await newTranslated(browser, tourist);
  await open(page, '/bookings');
  await page.getByRole('button', { name: `Cancel ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Cancellation fee\s*Q0\.00\s*Your refund\s*Q770\.00/);
  await expect(dialog).toContainText('After that, you get a 50% refund until');
  await sell('strict');
  await dialog.getByRole('button', { name: /^Cancel booking/ }).click();
  await expect(dialog).toContainText('The refund for this booking has changed.');
  await expect(dialog).toContainText(/Cancellation fee\s*Q385\.00\s*Your refund\s*Q385\.00/);
  await expect(dialog).toContainText("After that, there's no refund.");
  await expect(dialog).not.toContainText('After that, you get');
  expect(broken).toEqual([]);
});

/**
 * Checks that a changing number is up to date on a translated page too, and that the current row stays in place.
 * Nobody has arrived yet, and `cash` is still due.
 */
async function countsOn({ page, broken }: Phone, path: string, cash: boolean): Promise<void> {
  await open(page, path);
  const tick = page.getByRole('button', { name: /^Check In: / });
  await expect(tick).toHaveCount(1);
  const guest = (await tick.getAttribute('aria-label'))?.replace('Check In: ', '') ?? '';
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: new RegExp(guest) }) });
  await expect(card).toContainText(/0 of \d+ here/);
  await tick.click();
  // Cash is asked about before the check-in.
  if (cash) await card.getByRole('button', { name: /^Check in, not paid/ }).click();
  await expect(card).toContainText(/[1-9] of \d+ here/);
  await expect(card).not.toContainText(/0 of \d+ here/);
  expect(broken).toEqual([]);
}

test('translated: a guide works at the dock', { tag: ['@phone', '@dock', '@departures', '@nightly'] }, async ({
  browser,
}) => {
  const guide = await newGuide('Elmer Tun');
  const booking = await newCashBooking(await newPerson('James Whitfield'), guide);
  const second = await newCashBooking(await newPerson('Lena Vogt'), guide, 'Canyon walk');
  await leavesIn(booking.id);
  await leavesIn(second.id);
  const [ticket] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${second.id}`;
  const phone = await newTranslated(browser, guide);
  const pressed = await walk(phone, 'guide', { ids: { booking: second.id, code: ticket?.code } });
  expect(pressed).toMatch(/Check In: (James|Lena)/);
  expect(pressed).toContain('Accept');
  expect(pressed).toContain('Undo');
  // The walk has checked these guests in and taken their cash. The counted ones have not been visited yet.
  const other = await newGuide('Marta Caal');
  for (const name of ['Anna Keller', 'Lena Ferrer']) {
    const { id } = await newCashBooking(await newPerson(name), other);
    await leavesIn(id);
  }
  await countsOn(await newTranslated(browser, other), '/guide-dashboard', true);
});

test('translated: drivers and shuttle managers work', { tag: ['@phone', '@departures', '@nightly'] }, async ({
  browser,
}) => {
  const { territory, driver, shuttle, ride } = await newDrivingDay();
  const phone = await newTranslated(browser, driver);
  // On a busy machine, the network is idle before the page has requested its rows. From now on, the phone stores
  // them.
  await open(phone.page, '/driver-dashboard');
  await expect(phone.page.getByRole('button', { name: 'Check In: Anna Keller' })).toBeVisible();
  expect(await walk(phone, 'driver')).toMatch(/Check In/);
  // Whatever was clicked, nobody has arrived yet.
  await sql`update public.bookings set check_in_status = 'pending', status = 'paid' where id = ${ride}`;
  await countsOn(phone, '/driver-dashboard', false);
  const dispatcher = await newWorker('Rony Caal', 'shuttle_manager', territory);
  await walk(await newTranslated(browser, dispatcher), 'dispatcher', { ids: { shuttle, day: today() } });
});

test('translated: a partner and a manager work', { tag: ['@phone', '@referrals', '@management', '@nightly'] }, async ({
  browser,
}) => {
  const partner = await newPartner('Hotel Backpackers');
  const [link] = await sql<{ id: string }[]>`
    insert into public.referral_links (user_id, name) values (${partner.id}, 'Lobby') returning id`;
  await walk(await newTranslated(browser, partner), 'partner', { ids: { link: link?.id } });
  const { manager, territoryId } = await newTeam();
  const guide = await newWorker('Elmer Tun', 'tour_guide', territoryId);
  const hotel = await newWorker('Hotel Lago', 'travel_partner', territoryId);
  const booking = await newCashBooking(await newPerson('James Whitfield'), guide);
  const [experience] = await sql<{ id: string }[]>`
    update public.experiences set territory_id = ${territoryId}
    where id = (select service_id from public.bookings where id = ${booking.id}) returning id`;
  const shuttle = await newShuttle(await newTerritory(), 'Cobán to Lanquín');
  await sql`update public.territory_transports set territory_id = ${territoryId}, pickup_location_id = null where id = ${shuttle}`;
  const ids = { experience: experience?.id, shuttle, guide: guide.id, hotel: hotel.id };
  await walk(await newTranslated(browser, manager), 'manager', { ids });
});

test('translated: an admin works', { tag: ['@phone', '@admin', '@nightly'] }, async ({ browser }) => {
  const admin = await newPerson('Ana Admin');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  // Admin settings affect all journeys, so only opening, closing and selecting are clicked.
  const kinds = '[role=tab], summary, [aria-expanded], th button';
  const [payout] = await sql<{ id: string }[]>`select id from public.payouts limit 1`;
  await walk(await newTranslated(browser, admin), 'admin', { kinds, ids: { payout: payout?.id } });
});
