import { type Browser, expect, type Page } from '@playwright/test';
import { newSession, type Person, sql } from './support/fixtures.ts';
import { newDrivingDay, newWorker } from './support/shuttle.ts';
import { findSignal, keptDay, keptText, reloadWithoutSignal, untilWorker, workers } from './support/signal.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

type Day = { territory: string; driver: Person; ride: string; page: Page };

/** Creates a driver with passengers today, on a phone that has not shown the day yet. */
async function newDay(browser: Browser): Promise<Day> {
  const day = await newDrivingDay();
  return { ...day, page: await signedIn(browser, day.driver) };
}

const runOf = (page: Page) =>
  page.getByRole('region', { name: /^Today/ }).getByRole('article', { name: /^Cobán to Lanquín/ });
const notice = (page: Page) => page.getByText(/^You're offline. You're seeing the list from/);

/** Opens the dashboard and waits until the phone has stored the day. */
async function readDay({ page, driver }: Day): Promise<void> {
  await page.goto('/driver-dashboard');
  await expect(runOf(page)).toContainText('2passengers');
  await untilWorker(page);
  // The guest list is preloaded, although no one has opened the departure yet.
  await expect.poll(() => keptDay(page, driver)).toContain('Anna Keller');
}

async function reopenWithoutSignal(page: Page): Promise<void> {
  await reloadWithoutSignal(page);
  await expect(notice(page)).toBeVisible();
}

/** Signs a person in on this phone, like the login form. */
async function useSessionOf(person: Person, page: Page): Promise<void> {
  const session = JSON.stringify(await newSession(person));
  await page.evaluate((text) => localStorage.setItem('territorio-auth', text), session);
  await page.goto('/driver-dashboard');
}

/** Returns the person whose day the phone has stored. */
const cachesOf = async (page: Page) => {
  const names = await page.evaluate(() => caches.keys());
  return names.filter((name) => name.startsWith('territorio-queries-'));
};

test('a loaded day is available after an offline reload', { tag: ['@phone', '@departures'] }, async ({ browser }) => {
  const day = await newDay(browser);
  const { page, ride } = day;
  const run = runOf(page);
  await page.goto('/');
  // Public pages have no service worker.
  expect(await workers(page)).toEqual([]);
  await readDay(day);

  await test.step('an installed app starts there, and public pages are unchanged', async () => {
    for (const open of ['/', '/regions?app']) {
      await page.goto(open);
      await expect(page).toHaveURL(open);
    }
    await page.context().setOffline(true);
    await page.goto('/?app');
    await expect(page).toHaveURL(/\/driver-dashboard$/);
    await expect(run).toContainText('2passengers');
    await findSignal(page);
  });

  // Online, a reload is unchanged.
  await page.reload();
  await expect(run).toContainText('2passengers');

  await test.step('offline the page opens, shows its age, and queues a check-in', async () => {
    await reopenWithoutSignal(page);
    // The next departure is open.
    await expect(run).toContainText('Hotel Backpackers');
    await run.getByRole('button', { name: 'Check In: Anna Keller' }).click();
    await expect(page.getByText('1 not sent yet')).toBeVisible();
    await expect(run.getByText('Not sent yet', { exact: true })).toBeVisible();
    const [booking] = await sql`select check_in_status from public.bookings where id = ${ride}`;
    expect(booking?.check_in_status).toBe('pending');
  });

  await test.step('the page is refreshed once online', async () => {
    await findSignal(page);
    await expect(notice(page)).toBeHidden();
    await expect(page.getByText('1 not sent yet')).toBeHidden();
    await expect(run.getByText('Checked In', { exact: true })).toBeVisible();
    await expect(run.getByText('Not sent yet', { exact: true })).toBeHidden();
    const [booking] = await sql`select check_in_status from public.bookings where id = ${ride}`;
    expect(booking?.check_in_status).toBe('checked_in');
  });
});

test('a day that a phone has stored is deleted with its reader', {
  tag: ['@phone', '@departures', '@nightly'],
}, async ({ browser }) => {
  const day = await newDay(browser);
  const { page, driver, territory } = day;
  await readDay(day);

  await test.step('another person on the phone finds nothing', async () => {
    const other = await newWorker('Sergio Ba', 'shuttle_driver', territory);
    await useSessionOf(other, page);
    await expect(page.getByText('You have no runs today or tomorrow.')).toBeVisible();
    await expect.poll(() => cachesOf(page)).toEqual([`territorio-queries-${other.id}`]);
    // The cache exists before the day is written into it.
    await expect.poll(() => keptText(page, other, 'work')).toMatch(/^\[\[/);
  });

  await test.step('signing out deletes it, even offline', async () => {
    await reopenWithoutSignal(page);
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Cobán to Lanquín');
    await expect.poll(() => cachesOf(page)).toEqual([]);
    await expect.poll(() => workers(page)).toEqual(['/ activated']);
    await findSignal(page);
  });

  await test.step('an ended role finds nothing after the first response', async () => {
    await useSessionOf(driver, page);
    await expect.poll(() => keptDay(page, driver)).toContain('Anna Keller');
    await reopenWithoutSignal(page);
    await sql`update private.role_grants set revoked_at = now() where user_id = ${driver.id} and role = 'shuttle_driver'`;
    await findSignal(page);
    await expect(page).toHaveURL('/');
    await expect.poll(() => keptDay(page, driver)).not.toContain('Anna Keller');
    await expect.poll(() => workers(page)).toEqual(['/ activated']);
  });
});
