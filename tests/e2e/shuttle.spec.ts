import { expect, type Page } from '@playwright/test';
import { leavesIn } from './support/bookings.ts';
import { newPerson, sql } from './support/fixtures.ts';
import {
  drivesEveryDay,
  endRide,
  newRide,
  newShuttle,
  newTerritory,
  newWorker,
  reviveRide,
  today,
} from './support/shuttle.ts';
import { signalOf } from './support/signal.ts';
import { checkInListed, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test('a driver at the van sees a departure and a booking appear, and checks a passenger in', {
  tag: ['@departures', '@nightly-desktop', '@smoke'],
}, async ({ browser }) => {
  const territory = await newTerritory();
  const driver = await newWorker('Mario Tiul', 'shuttle_driver', territory);
  const shuttle = await newShuttle(territory, 'Cobán to Lanquín');
  const manager = await signedIn(browser, await newWorker('Rony Caal', 'shuttle_manager', territory));
  await manager.goto('/shuttle-manager-dashboard');
  const page = await signedIn(browser, driver);
  const signal = await signalOf(page);
  await page.goto('/driver-dashboard');
  await expect(page.getByText('You have no runs today or tomorrow.')).toBeVisible();
  await drivesEveryDay(driver, shuttle);
  await sql`update public.territory_transports set departure_time = '23:59' where id = ${shuttle}`;
  const run = page.getByRole('region', { name: /^Today/ }).getByRole('article', { name: /^Cobán to Lanquín/ });
  await expect(run).toContainText('0passengers');
  // One notification contains a week of new departures, and their changed time.
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();

  // The guest books while the van is offline. Later events arrive over a new connection.
  await signal.lose();
  const ride = await newRide(await newPerson('Anna Keller'), shuttle);
  await leavesIn(ride);
  await signal.find();
  await expect(run).toContainText('2passengers');
  await endRide(ride);
  await expect(run).toContainText('0passengers');
  await reviveRide(ride);
  await expect(run).toContainText('2passengers');
  // The next departure is open.
  const pickups = run.getByRole('region', { name: 'Pickups' });
  await expect(pickups.getByRole('listitem')).toContainText([
    /Hotel Backpackers.*Pick up 2 passengers/s,
    /Central park.*, no one to pick up.*At the bandstand/s,
  ]);
  await expect(pickups.getByRole('link', { name: 'Map: Hotel Backpackers' })).toHaveAttribute(
    'href',
    /google\.com\/maps/,
  );
  await expect(run).toContainText('Lena Vogt');
  await expect(run.getByText('@journey.test')).toHaveCount(0);

  await checkInListed(page, run, 'Anna Keller');
  await expect(manager.getByRole('article', { name: /^Cobán to Lanquín/ })).toContainText('2 of 2 here');
});

async function addService(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Shuttle Services' }).click();
  await expect(page.getByText('No shuttle services yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add your first service' }).click();
  await page.getByRole('button', { name: 'Add service' }).click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await page.getByRole('link', { name: 'Description: This field is required' }).click();
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Maximum spots')).toHaveValue('10');
  await page.getByLabel('Title', { exact: true }).fill('Cobán to Lanquín');
  await page.getByLabel('Description', { exact: true }).fill('A van over the hills.');
  await page.getByLabel('Price per person (Q)').fill('185.50');
  await page.reload();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Cobán to Lanquín');
  await page.getByLabel('Departure time', { exact: true }).fill('13:00');
  await page.getByLabel('Duration (hours)').fill('4');
  await page.getByLabel('Pickup location').selectOption('Central park');
  await page.getByRole('button', { name: 'Add service' }).click();
  await expect(page.getByText('Service added successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Cobán to Lanquín' }).click();
  await page.getByLabel('Maximum spots').fill('14');
  await page.getByRole('button', { name: 'Add departure time' }).click();
  await page.getByLabel('Departure time', { exact: true }).nth(1).fill('18:00');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Q185.50' });
  await expect(card).toContainText('1:00 PM, 6:00 PM');
  await expect(card).toContainText('14 of 14 spots');
}

async function addDriver(page: Page, territory: string): Promise<void> {
  await page.getByRole('tab', { name: 'Drivers' }).click();
  await expect(page.getByText('No drivers yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Driver' }).click();
  await page.getByLabel('Full Name').fill('Sergio Ba');
  await page.getByLabel('Email').fill('sergio.ba@journey.test');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Driver invitation sent successfully')).toBeVisible();
  await expect(page.getByText('sergio.ba@journey.test')).toBeVisible();
  await newWorker('Mario Tiul', 'shuttle_driver', territory);
  await expect(page.getByRole('list', { name: 'Drivers' })).toContainText('Mario Tiul');
}

async function addSchedule(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Schedules' }).click();
  await expect(page.getByText('No schedules yet')).toBeVisible();
  const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }).format(new Date(today()));
  for (const said of [
    'Schedule added successfully',
    'This driver already has a schedule for this service on this day',
  ]) {
    await page.getByRole('link', { name: 'Add schedule' }).click();
    const form = page.getByRole('form', { name: 'Add schedule' });
    await form.getByLabel('Driver').selectOption('Mario Tiul');
    await form.getByLabel('Service').selectOption('Cobán to Lanquín, 1:00 PM');
    await form.getByRole('button', { name: day, exact: true }).click();
    await form.getByRole('button', { name: 'Add schedule' }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await page.getByRole('button', { name: /^Deactivate Mario Tiul/ }).click();
  await expect(page.getByText('Schedule deactivated successfully')).toBeVisible();
  await page.getByRole('button', { name: /^Activate Mario Tiul/ }).click();
  await expect(page.getByText('Schedule activated successfully')).toBeVisible();
}

test("a shuttle manager adds a service, a driver and a schedule, and sees today's passengers", {
  tag: ['@desktop', '@departures', '@management', '@nightly'],
}, async ({ browser }) => {
  const territory = await newTerritory();
  const page = await signedIn(browser, await newWorker('Rony Caal', 'shuttle_manager', territory));
  await page.goto('/shuttle-manager-dashboard');
  await expect(page.getByText('No upcoming bookings.')).toBeVisible();

  await test.step('a service is added, and edited', () => addService(page));

  await test.step('a driver is invited, and accepts', () => addDriver(page, territory));
  await test.step('the driver gets a schedule, once', () => addSchedule(page));

  await test.step('a booking appears with its driver, and the guest list has everyone', async () => {
    await page.getByRole('tab', { name: 'Upcoming Bookings' }).click();
    const [slot] = await sql<{ id: string; service_id: string }[]>`select s.id, s.service_id from public.slots s
      join public.services t on t.id = s.service_id where t.territory_id = ${territory} and s.start_time = '13:00'`;
    await newRide(await newPerson('Anna Keller'), slot?.service_id ?? '', slot?.id);
    const run = page.getByRole('article', { name: /^Cobán to Lanquín/ });
    await expect(run).toContainText('Mario Tiul');
    await run.getByRole('button', { name: 'Show passengers' }).click();
    // On a desktop screen, the passengers are open.
    await expect(run).toContainText('lena@journey.test');
    await expect(run.getByText(/^Paying by card, not charged yet/)).toBeVisible();
    await expect(run.getByText('Pending Check-in')).toBeVisible();
    await run.getByRole('button', { name: 'Message Group' }).click();
    await expect(page.getByRole('dialog', { name: 'Send Group Message' })).toBeVisible();
    await page.keyboard.press('Escape');
    await run.getByRole('link', { name: /^Guest list/ }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Anna Keller' })).toContainText('Hotel Backpackers');
  });
});
