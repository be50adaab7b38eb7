import { type Browser, expect, type Page } from '@playwright/test';
import { violationsInBothThemes } from './support/axe.ts';
import { laterToday, leavesIn } from './support/bookings.ts';
import { type Person, sql } from './support/fixtures.ts';
import { enter, press } from './support/keys.ts';
import { brokenWords, overflow } from './support/layout.ts';
import { newDrivingDay, newWorker } from './support/shuttle.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Checks that the page is complete in both themes, and no wider than a small phone, even with large text. */
async function holds(page: Page): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await overflow(page)).toBe(0);
  // While a dialog is open, only it is read and seen.
  const dialog = page.getByRole('dialog');
  const shown = (await dialog.isVisible()) ? dialog : page.getByRole('main');
  expect(await brokenWords(shown)).toEqual([]);
  await large.evaluate((style) => style.parentNode?.removeChild(style));
}

/** Creates a day of a shuttle that is boarding and still on sale, with a guest who is checked in on two phones. */
async function newDockDay() {
  const day = await newDrivingDay();
  await sql`update public.territory_transports set departure_time = ${laterToday()}
    where id = ${day.shuttle}`;
  await leavesIn(day.ride);
  const manager = await newWorker('Marta Ical', 'shuttle_manager', day.territory);
  await sql`insert into private.dock_conflicts (territory_id, booking_id, reporter_id, action, reason, reported_at, price, currency_code,
      other_id, other_at)
    select territory_id, id, ${day.driver.id}, 'checked_in', 'checked_in_twice', now(), total_price, currency_code, ${manager.id}, now()
    from public.bookings where id = ${day.ride}`;
  return { ...day, manager };
}

/** Sells by keyboard only, from the day to the next sale. Returns how many taps it would take. */
async function sellByKeyboard(page: Page, start: string): Promise<number> {
  await page.goto(start);
  let taps = 0;
  const push = async (...[role, name, key = 'Enter']: ['link' | 'button' | 'checkbox', string | RegExp, string?]) => {
    taps += 1;
    await press(page, page.getByRole(role, { name }), key);
  };
  await push('link', 'Sell a seat');
  await expect(page.getByRole('radio', { name: /Cobán to Lanquín/ })).toBeChecked();
  await holds(page);
  await push('checkbox', /accepts it for all passengers/, 'Space');
  await push('button', /^Receive Q.* in cash$/);
  await expect(page.getByRole('heading', { name: /^Q.* in cash$/ })).toBeVisible();
  await holds(page);
  await push('button', 'Next sale');
  await expect(page.getByRole('heading', { level: 1, name: 'Sell a seat' })).toBeVisible();
  return taps;
}

/** Opens a page on the narrowest phone. */
async function openSmall(browser: Browser, person: Person): Promise<Page> {
  const page = await signedIn(browser, person);
  await page.setViewportSize({ width: 320, height: 640 });
  return page;
}

// At 320 px, in both themes, with enlarged text, and by keyboard only.

test('seats are sold at the dock on a small phone, and are on the lists', {
  tag: ['@phone', '@dock', '@nightly'],
}, async ({ browser }) => {
  const { territory, driver, manager } = await newDockDay();
  const page = await openSmall(browser, driver);

  await test.step('a driver and the desk sell in at most five taps', async () => {
    expect(await sellByKeyboard(page, '/driver-dashboard')).toBeLessThanOrEqual(5);
    const desk = await openSmall(browser, await newWorker('Sandra Paz', 'territory_staff', territory));
    expect(await sellByKeyboard(desk, '/territory-bookings')).toBeLessThanOrEqual(5);
    await desk.close();
  });

  await test.step('a guest without a name is on the lists of the driver and the shuttle manager', async () => {
    await page.goto('/driver-dashboard');
    await page.getByRole('button', { name: 'Show passengers' }).first().click();
    await expect(page.getByRole('button', { name: /^Walk-in/ }).first()).toBeVisible();
    const desk = await openSmall(browser, manager);
    await desk.goto('/shuttle-manager-dashboard');
    await desk.getByRole('button', { name: 'Show passengers' }).first().click();
    await expect(desk.getByRole('button', { name: /^Walk-in/ }).first()).toBeVisible();
    await desk.close();
  });
});

test('tickets are scanned, and conflicts settled, on a small phone', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async ({ browser }) => {
  const { driver, manager, ride } = await newDockDay();
  const page = await openSmall(browser, driver);

  await test.step('the scanner finds a guest by name and shows the ticket', async () => {
    await page.goto('/driver-dashboard');
    await press(page, page.getByRole('button', { name: 'Scan a ticket' }), 'Enter');
    await enter(page, page.getByRole('textbox', { name: 'Name or ticket code' }), 'Keller');
    await expect(page.getByRole('button', { name: /^Anna Keller/ })).toBeVisible();
    await holds(page);
    await press(page, page.getByRole('button', { name: /^Anna Keller/ }), 'Enter');
    await expect(page.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
    await holds(page);
  });

  await test.step('an offline check-in is listed, and shown as arrived', async () => {
    await page.context().setOffline(true);
    await press(page, page.getByRole('button', { name: 'Check In', exact: true }), 'Enter');
    await expect(page.getByText("This is saved on your phone. We'll send it when you're back online.")).toBeVisible();
    await enter(page, page.getByRole('textbox', { name: 'Name or ticket code' }), 'Keller');
    await press(page, page.getByRole('button', { name: /^Anna Keller/ }), 'Enter');
    await expect(page.getByRole('heading', { name: 'Already checked in' })).toBeVisible();
    await holds(page);
    await page.context().setOffline(false);
  });

  await test.step('a conflict is settled', async () => {
    const desk = await openSmall(browser, manager);
    await desk.goto('/shuttle-manager-dashboard');
    await press(desk, desk.getByRole('button', { name: /^Checked in on two phones/ }), 'Enter');
    const dialog = desk.getByRole('dialog', { name: 'Checked in on two phones' });
    await expect(dialog).toBeVisible();
    await holds(desk);
    await press(desk, dialog.getByRole('button', { name: 'The booking is correct' }), 'Enter');
    await expect(dialog).toBeHidden();
  });

  await test.step("a passenger's own ticket", async () => {
    const [own] = await sql<{ code: string }[]>`
      insert into private.passenger_codes (code, booking_id, passenger, version)
      select md5(gen_random_uuid()::text), ${ride}, 2, version from public.booking_codes where booking_id = ${ride} returning code`;
    const guest = await browser.newPage();
    await guest.setViewportSize({ width: 320, height: 640 });
    await guest.goto(`/passenger-ticket#${own?.code}`);
    await expect(guest.getByText('Passenger 2 of 2')).toBeVisible();
    await holds(guest);
  });
});
