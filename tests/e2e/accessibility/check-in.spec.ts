import { expect } from '@playwright/test';
import { leavesIn } from '../support/bookings.ts';
import { withCamera } from '../support/camera.ts';
import { codeOf, newDeparture } from '../support/departures.ts';
import { judge } from '../support/judge.ts';
import { signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

test('a valid ticket is accessible', { tag: ['@dock', '@check-in', '@nightly-desktop'] }, async ({ browser }) => {
  const { guide, booking } = await newDeparture('Lagoon swim');
  await leavesIn(booking);
  const page = await signedIn(browser, guide);
  await page.goto(`/check-in/${booking}?code=${await codeOf(booking)}`);
  await expect(page.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
  await judge(page, 'valid ticket');
});

test('a ticket of another day, of another trip, of a party, and a used one are accessible', {
  tag: ['@dock', '@check-in', '@nightly'],
}, async ({ browser }) => {
  const { guide, booking } = await newDeparture('Lagoon swim', { people: 4 });
  const ticket = `/check-in/${booking}?code=${await codeOf(booking)}`;
  const page = await signedIn(browser, guide);
  await page.goto(ticket);
  await expect(page.getByRole('heading', { name: 'Not today' })).toBeVisible();
  await judge(page, 'ticket of another day');
  await page.goto('/check-in/00000000-0000-4000-8000-000000000000?code=0');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await judge(page, 'ticket that is refused');
  await leavesIn(booking);
  await page.goto(ticket);
  await page.getByRole('button', { name: 'Check in part of group' }).click();
  const dialog = page.getByRole('dialog', { name: "Who in Anna Keller's group is here?" });
  await dialog.getByRole('checkbox', { name: 'Passenger 1' }).check();
  await judge(page, 'some of a group');
  await page.goto(ticket);
  await page.getByRole('button', { name: 'Check in, not paid' }).click();
  await expect(page.getByText('Success! Passenger status has been updated.')).toBeVisible();
  await page.goto(ticket);
  await expect(page.getByRole('heading', { name: 'Already checked in' })).toBeVisible();
  await judge(page, 'ticket that was used');
});

test('the scanner is accessible without a camera, with a code of another site, and after a guest', {
  tag: ['@phone', '@dock', '@check-in', '@departures', '@nightly'],
}, async ({ browser, baseURL }) => {
  const { guide, booking } = await newDeparture('Lagoon swim');
  await leavesIn(booking);
  const ticket = `/check-in/${booking}?code=${await codeOf(booking)}`;
  const scan = async (by: typeof browser) => {
    const page = await signedIn(by, guide);
    await page.goto('/guide-dashboard');
    await page.getByRole('button', { name: 'Scan a ticket' }).click();
    return page;
  };
  const typing = await scan(browser);
  await typing.getByRole('button', { name: 'Open ticket' }).click();
  await expect(typing.getByText('Please enter the 8 letters and digits under the QR code')).toBeVisible();
  await judge(typing, 'scanner without a camera');
  await withCamera(`https://evil.example${ticket}`, async (phone) => {
    const page = await scan(phone);
    await expect(
      page.getByText("This QR code leads to evil.example, not to a ticket, so we didn't open it."),
    ).toBeVisible();
    await judge(page, 'scanner with a code of another site');
  });
  await withCamera(`${baseURL}${ticket}`, async (phone) => {
    const page = await scan(phone);
    await page
      .getByRole('dialog', { name: 'Ticket', exact: true })
      .getByRole('button', { name: 'Check in, not paid' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Scan a ticket' })).toContainText(
      'Checked In: Anna Keller, 2 people',
    );
    await judge(page, 'scanner after a guest');
    await page.getByRole('dialog', { name: 'Scan a ticket' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Scan a ticket' }).click();
    await expect(page.getByRole('heading', { name: 'Already checked in' })).toBeVisible();
    await judge(page, 'scanner with a ticket that was used');
  });
});
