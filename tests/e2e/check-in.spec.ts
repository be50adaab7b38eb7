import { type Browser, expect, type Page } from '@playwright/test';
import { bookInCash, leavesIn, newCardBooking, newCashBooking } from './support/bookings.ts';
import { withCamera } from './support/camera.ts';
import { newExperience, newGuide, newPerson, type Person, sql } from './support/fixtures.ts';
import { keptText, reloadWithoutSignal, untilKept, untilWorker, wakeForSync } from './support/signal.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Creates a paid booking of a guide's own experience. Returns the address of its QR code. */
async function paidTicket() {
  const guide = await newGuide('Rony Caal');
  const { title } = await newExperience({ title: 'River run', guide });
  const booking = await newCardBooking(await newPerson('Lucia Vega'), title);
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking}`;
  return { guide, booking, address: `/check-in/${booking}?code=${row?.code}` };
}

test('only the guide of the experience can check in, with the correct code', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async ({ browser, page }) => {
  const { address, booking, guide } = await paidTicket();
  await leavesIn(booking);

  await test.step('a visitor is asked to log in', async () => {
    await page.goto(address);
    await expect(page.getByText('Authentication Required: Please log in to check in passengers.')).toBeVisible();
    await expect(page.getByText('Lucia Vega')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  });
  await test.step('another guide is not assigned', async () => {
    const other = await signedIn(browser, await newGuide('Elmer Tun'));
    await other.goto(address);
    await expect(other.getByText('You are not assigned to this experience')).toBeVisible();
  });
  await test.step('a wrong code is refused, the correct one opens the ticket', async () => {
    const own = await signedIn(browser, guide);
    await own.goto(address.replace(/code=.*/, `code=${'0'.repeat(32)}`));
    await expect(own.getByText('Invalid check-in code')).toBeVisible();
    await own.goto(address);
    await own.getByRole('button', { name: 'Mark as No Show' }).click();
    await own.getByRole('button', { name: 'Yes, mark as no-show' }).click();
    await expect(own.getByText('Success! Passenger status has been updated.')).toBeVisible();
    // The page continues after two seconds, and the ticket shows the check-in.
    await own.waitForURL((url) => !url.pathname.startsWith('/check-in'));
    await own.goto(address);
    await expect(own.getByRole('heading', { name: 'Marked as a no-show' })).toBeVisible();
  });
});

test('nobody is checked in before the day, or by a tourist, and nobody is a no-show before departure', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async ({ browser }) => {
  const { address, booking, guide } = await paidTicket();
  const tourist = await signedIn(browser, await newPerson('Nosy Neighbour'));
  await tourist.goto(address);
  await expect(tourist.getByText('You do not have permission to check in passengers')).toBeVisible();
  const own = await signedIn(browser, guide);
  await own.goto(address);
  await expect(own.getByText(/^Check-in opens on /)).toBeVisible();
  await expect(own.getByRole('button', { name: 'Check In' })).toHaveCount(0);
  await leavesIn(booking, 1);
  await own.reload();
  await expect(own.getByRole('button', { name: 'Check In', exact: true })).toBeVisible();
  await expect(own.getByText(/^You can mark no-shows from /)).toBeVisible();
});

test('a link without a booking reports it', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newGuide('Lost Link'));
  await page.goto('/check-in/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Booking Not Found' })).toBeVisible();
});

async function scan(browser: Browser, guide: Person): Promise<Page> {
  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  await page.getByRole('button', { name: 'Scan a ticket' }).click();
  return page;
}

/** Creates a guest who leaves now and pays in cash, with the ticket. */
async function cashTicket() {
  const guide = await newGuide('Rony Caal');
  const booking = await newCashBooking(await newPerson('Anna Keller'), guide);
  await leavesIn(booking.id);
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking.id}`;
  const code = row?.code ?? '';
  return { guide, code, address: `/check-in/${booking.id}?code=${code}` };
}

test('scanning a ticket opens it, and the guest is checked in', {
  tag: ['@phone', '@dock', '@check-in', '@smoke'],
}, async ({ baseURL }) => {
  const { guide, address } = await cashTicket();
  await withCamera(`${baseURL}${address}`, async (phone) => {
    const page = await scan(phone, guide);
    await expect(page.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
    // The dashboard below lists the guest too.
    const ticket = page.getByRole('dialog', { name: 'Ticket', exact: true });
    await expect(ticket.getByText('Anna Keller')).toBeVisible();
    await ticket.getByRole('button', { name: 'Check in, not paid' }).click();
    await expect(page.getByText('Success! Passenger status has been updated.')).toBeVisible();
    // The camera is open again, with the last guest shown. The code still in view isn't read again.
    const scanner = page.getByRole('dialog', { name: 'Scan a ticket' });
    await expect(scanner.getByText('Checked In: Anna Keller, 2 people')).toBeVisible();
    await expect(scanner.getByText('Hold the code closer and straighter')).toBeVisible();
    await expect(page).toHaveURL(/\/guide-dashboard$/);
    await scanner.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Scan a ticket' }).click();
    await expect(page.getByRole('heading', { name: 'Already checked in' })).toBeVisible();
    await expect(
      page.getByText(/^Used at .* by Rony Caal, 2 people on board\. Please check the name\.$/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Back to the dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Guide Dashboard' })).toBeVisible();
  });
});

test('scanning a code of another site names it and does not open it', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async () => {
  const { guide, address } = await cashTicket();
  await withCamera(`https://evil.example${address}`, async (phone) => {
    const page = await scan(phone, guide);
    await expect(
      page.getByText("This QR code leads to evil.example, not to a ticket, so we didn't open it."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/guide-dashboard$/);
  });
});

test('a phone without a camera accepts the code as printed on the ticket', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async ({ browser }) => {
  const { guide, code } = await cashTicket();
  const page = await scan(browser, guide);
  await expect(page.getByText(/^The camera is blocked|^This device has no camera/)).toBeVisible();
  const field = page.getByLabel('Ticket code');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByText('Please enter the 8 letters and digits under the QR code')).toBeVisible();
  await field.fill('ffff ffff');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByText('Invalid check-in code')).toBeVisible();
  await field.fill(`${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase());
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
});

test('three of four arrive with the ticket of the booking, the fourth later with their own link', {
  tag: ['@phone', '@dock', '@check-in', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Rony Caal');
  const anna = await newPerson('Anna Keller');
  const experience = await newExperience({ title: 'Lagoon swim', guide, cash: true });
  const id = await bookInCash(anna, experience, { num_people: 4 });
  await leavesIn(id);
  await sql`
    update public.departures d set service_date = b.booking_date from public.bookings b
    where b.id = ${id} and d.id = b.departure_id`;
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${id}`;
  const page = await signedIn(browser, guide);
  let link = '';

  await test.step('the booker shares the ticket of the person who comes later', async () => {
    const tourist = await signedIn(browser, anna);
    await tourist.goto('/bookings');
    await tourist.getByRole('button', { name: `Share tickets for ${experience.title}` }).click();
    await tourist.getByRole('button', { name: 'Share the ticket of Passenger 4' }).click();
    link = await tourist.getByLabel('Ticket link for Passenger 4').inputValue();
  });
  await test.step('three arrive, and the lists count three people', async () => {
    await page.goto(`/check-in/${id}?code=${row?.code}`);
    await page.getByRole('button', { name: 'Check in part of group' }).click();
    const dialog = page.getByRole('dialog', { name: "Who in Anna Keller's group is here?" });
    for (const number of [1, 2, 3]) await dialog.getByRole('checkbox', { name: `Passenger ${number}` }).check();
    await dialog.getByRole('button', { name: 'Check in 3 people', exact: true }).click();
    await expect(page.getByText('Success! Passenger status has been updated.')).toBeVisible();
    await page.goto('/guide-dashboard');
    await expect(page.getByText('3 of 4 here').first()).toBeVisible();
  });
  await test.step('the friend shows their own ticket, and is the fourth', async () => {
    const friend = await browser.newPage();
    await friend.goto(link);
    await expect(friend.getByText('Passenger 4 of 4')).toBeVisible();
    await page.goto(`/check-in/${id}?code=${new URL(link).hash.slice(1)}`);
    await page.getByRole('button', { name: 'Check in, not paid' }).click();
    await expect(page.getByText('Success! Passenger status has been updated.')).toBeVisible();
    await page.goto('/guide-dashboard');
    await expect(page.getByText('4 of 4 here').first()).toBeVisible();
    await friend.reload();
    await expect(friend.getByText('Checked in', { exact: true })).toBeVisible();
    await friend.close();
  });
});

test.describe('a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('lets a phone that never scanned scan offline', {
    tag: ['@phone', '@dock', '@check-in', '@nightly'],
  }, async ({ baseURL }) => {
    const guide = await newGuide('Rony Caal');
    const booking = await newCashBooking(await newPerson('Anna Keller'), guide);
    await leavesIn(booking.id);
    // The stored tickets are those of the day's departures.
    await sql`
    update public.departures d set service_date = b.booking_date from public.bookings b
    where b.id = ${booking.id} and d.id = b.departure_id`;
    const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking.id}`;
    await withCamera(`${baseURL}/check-in/${booking.id}?code=${row?.code}`, async (phone) => {
      const page = await signedIn(phone, guide);
      const context = page.context();
      await page.goto('/guide-dashboard');
      await untilWorker(page);
      await untilKept(page, guide, `"bookingId":"${booking.id}"`);
      await reloadWithoutSignal(page);
      await page.getByRole('button', { name: 'Scan a ticket' }).click();
      const ticket = page.getByRole('dialog', { name: 'Ticket', exact: true });
      await expect(ticket.getByText('Anna Keller')).toBeVisible();

      await test.step('the check-in is sent once back online, with the page closed', async () => {
        await ticket.getByRole('button', { name: 'Check in, not paid' }).click();
        await expect(
          page.getByText("This is saved on your phone. We'll send it when you're back online."),
        ).toBeVisible();
        await expect.poll(() => keptText(page, guide, 'sender')).toContain('/rpc/report_arrivals');
        const [before] = await sql`select check_in_status from public.bookings where id = ${booking.id}`;
        expect(before).toEqual({ check_in_status: 'pending' });
        await page.close();
        await context.setOffline(false);
        await wakeForSync(context, 'dock-queue');
        await expect
          .poll(async () => (await sql`select check_in_status from public.bookings where id = ${booking.id}`)[0])
          .toEqual({ check_in_status: 'checked_in' });
      });
      await test.step('the next page has the result', async () => {
        const next = await context.newPage();
        await next.goto('/guide-dashboard');
        await expect(next.getByText('2 of 2 here').first()).toBeVisible();
        await expect(next.getByText('1 not sent yet')).toBeHidden();
      });
    });
  });
});
