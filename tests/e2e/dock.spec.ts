import { expect } from '@playwright/test';
import { sql } from './support/fixtures.ts';
import { newDrivingDay, newWorker } from './support/shuttle.ts';
import { findSignal, reloadWithoutSignal, untilKept, untilWorker } from './support/signal.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('two phones at one dock, one offline: nothing is lost, nobody is in twice, and a person decides', {
  tag: ['@phone', '@dock', '@check-in', '@departures'],
}, async ({ browser }) => {
  const { territory, driver, ride } = await newDrivingDay();
  const manager = await newWorker('Marta Ical', 'shuttle_manager', territory);
  const phone = await signedIn(browser, driver);
  const desk = await signedIn(browser, manager);
  let page = phone;

  await test.step('the driver goes offline, checks in, and the browser is killed', async () => {
    await page.goto('/driver-dashboard');
    await untilWorker(page);
    await untilKept(page, driver, 'Anna Keller');
    await reloadWithoutSignal(page);
    await page.getByRole('button', { name: 'Check In: Anna Keller' }).click();
    await expect(page.getByText('1 to be sent')).toBeVisible();
    const context = page.context();
    await page.close();
    page = await context.newPage();
    await page.goto('/driver-dashboard');
    await expect(page.getByText('1 to be sent')).toBeVisible();
  });

  await test.step('the desk checks the same people in', async () => {
    await desk.goto('/shuttle-manager-dashboard');
    await desk.getByRole('button', { name: 'Show passengers' }).click();
    await desk.getByRole('button', { name: 'Check In: Anna Keller' }).click();
    await expect
      .poll(() => arrivalOf(ride))
      .toMatchObject({ check_in_status: 'checked_in', checked_in_by: manager.id });
  });

  await test.step('the check-in is sent once online, and both read the conflict', async () => {
    await findSignal(page);
    await page.reload();
    await expect(page.getByText('1 to be sent')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Checked in on two phones/ })).toBeVisible();
    await desk.reload();
    await desk.getByRole('button', { name: /^Checked in on two phones/ }).click();
    const dialog = desk.getByRole('dialog', { name: 'Checked in on two phones' });
    await expect(dialog).toContainText('Marta Ical');
    await expect(dialog).toContainText('Anna Keller');
    await dialog.getByRole('button', { name: "It's correct" }).click();
    await expect(dialog).toBeHidden();
    await expect(desk.getByRole('heading', { name: /needs? review/ })).toBeHidden();
  });

  await test.step('the result is consistent: one arrival, one conflict, decided', async () => {
    expect(await arrivalOf(ride)).toMatchObject({ check_in_status: 'checked_in', checked_in_by: manager.id });
    const conflicts =
      await sql`select reason, decision, resolved_by from private.dock_conflicts where booking_id = ${ride}`;
    expect([...conflicts]).toEqual([{ reason: 'checked_in_twice', decision: 'noted', resolved_by: manager.id }]);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Checked in on two phones/ })).toBeHidden();
  });
});

async function arrivalOf(ride: string) {
  const [row] = await sql`select check_in_status, checked_in_by from public.bookings where id = ${ride}`;
  return row;
}
