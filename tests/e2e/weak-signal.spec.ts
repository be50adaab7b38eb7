import { expect, type Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { newPerson, newSession, sql } from './support/fixtures.ts';
import { drivesEveryDay, newRide, newShuttle, newTerritory, newWorker } from './support/shuttle.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Whose day the browser keeps. */
const cachesOf = async (page: Page) => {
  const names = await page.evaluate(() => caches.keys());
  return names.filter((name) => name.startsWith('territorio-queries-'));
};

test('a day that was read is there after a reload without signal, and gone with its reader', async ({ browser }, {
  project,
}) => {
  test.skip(project.name === 'desktop', 'Where there is no signal one holds a phone.');
  const territory = await newTerritory();
  const driver = await newWorker('Mario Tiul', 'shuttle_driver', territory);
  const shuttle = await newShuttle(territory, 'Cobán to Lanquín');
  await drivesEveryDay(driver, shuttle);
  const ride = await newRide(await newPerson('Anna Keller'), shuttle);
  const page = await signedIn(browser, driver);
  await page.goto('/');
  const workers = () =>
    page.evaluate(async () => {
      const found = await navigator.serviceWorker.getRegistrations();
      return found.map(({ scope, active }) => `${scope.slice(location.origin.length)} ${active?.state}`).sort();
    });
  // Nothing of it on the pages for everybody.
  expect(await workers()).toEqual([]);
  await page.goto('/driver-dashboard');
  const run = page.getByRole('region', { name: /^Today/ }).getByRole('article', { name: /^Cobán to Lanquín/ });
  const notice = page.getByText(/^No connection: this is the list as of/);
  await expect(run).toContainText('2passengers');
  await expect.poll(workers).toEqual(['/?app activated', '/driver-dashboard activated']);
  // Read ahead: nobody has opened the run yet.
  const day = () =>
    page.evaluate(
      async (id) => (await caches.match('/persisted-queries', { cacheName: `territorio-queries-${id}` }))?.text(),
      driver.id,
    );
  await expect.poll(day).toContain('Anna Keller');

  await test.step('an installed app starts there; the pages for everybody are nobody’s', async () => {
    for (const open of ['/', '/regions?app']) {
      await page.goto(open);
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      await expect(page).toHaveURL(open);
    }
    await page.context().setOffline(true);
    await page.goto('/?app');
    await expect(page).toHaveURL(/\/driver-dashboard$/);
    await expect(run).toContainText('2passengers');
    await page.context().setOffline(false);
  });

  // With a signal a reload is what it always was.
  await page.reload();
  await expect(run).toContainText('2passengers');

  await test.step('without a signal the page opens, and says how old it is; checking in needs one', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await expect(notice).toBeVisible();
    await run.getByRole('button', { name: 'Show passengers' }).click();
    await expect(run).toContainText('Hotel Backpackers');
    expect(await violations(page)).toEqual([]);
    await run.getByRole('button', { name: 'Check In: Anna Keller' }).click();
    await expect(run.getByText(/Failed to check in passenger.*You are offline/)).toBeVisible();
    const [booking] = await sql`select check_in_status from public.transport_bookings where id = ${ride}`;
    expect(booking?.check_in_status).toBe('pending');
  });

  await test.step('with the signal back it refreshes by itself', async () => {
    await page.context().setOffline(false);
    await expect(notice).toBeHidden();
    await run.getByRole('button', { name: 'Try again' }).click();
    await expect(run.getByText('Checked In', { exact: true })).toBeVisible();
  });

  await test.step('somebody else who takes the phone over finds nothing', async () => {
    const other = await newWorker('Sergio Ba', 'shuttle_driver', territory);
    const session = JSON.stringify(await newSession(other));
    await page.evaluate((text) => localStorage.setItem('territorio-auth', text), session);
    await page.goto('/driver-dashboard');
    await expect(page.getByText('No runs today or tomorrow.')).toBeVisible();
    await expect.poll(() => cachesOf(page)).toEqual([`territorio-queries-${other.id}`]);
  });

  await test.step('who signs out takes it along, also without a signal', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => cachesOf(page)).toEqual([]);
    await expect.poll(workers).toEqual(['/driver-dashboard activated']);
    await page.context().setOffline(false);
  });

  await test.step('whose role ended meanwhile finds nothing with the first answer', async () => {
    const session = JSON.stringify(await newSession(driver));
    await page.evaluate((text) => localStorage.setItem('territorio-auth', text), session);
    await page.goto('/driver-dashboard');
    await expect.poll(day).toContain('Anna Keller');
    await page.context().setOffline(true);
    await page.reload();
    await expect(notice).toBeVisible();
    await sql`update private.role_grants set revoked_at = now() where user_id = ${driver.id} and role = 'shuttle_driver'`;
    await page.context().setOffline(false);
    await expect(page).toHaveURL('/');
    await expect.poll(async () => (await day()) ?? '').not.toContain('Anna Keller');
    await expect.poll(workers).toEqual(['/driver-dashboard activated']);
  });
});
