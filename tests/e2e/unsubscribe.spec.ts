import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { newCashBooking } from './support/bookings.ts';
import { newGuide, newPerson, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test('a guest unsubscribes from message emails in the email, and subscribes again in the profile', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ page, browser }) => {
  const [tourist, guide] = await Promise.all([newPerson('Iris Blom'), newGuide('Mateo Pop')]);
  const { id } = await newCashBooking(tourist, guide, `Fern walk ${randomUUID().slice(0, 6)}`);
  await sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: guide.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    await as`select public.send_message(${id}, 'Bring boots.')`;
  });
  // The email waits, in case the message is read on the page.
  await sql`update private.outbox set next_attempt_at = now() where template = 'message' and recipient = ${tourist.email}`;
  const link = await linkFromInbox(tourist.email, /href="([^"]*\/unsubscribe\?[^"]*)"/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Unsubscribe from these emails?' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Unsubscribe from these emails' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Unsubscribe from these emails' }).click();
  await expect(page.getByRole('heading', { name: "You've unsubscribed from these emails" })).toBeFocused();

  const profile = await signedIn(browser, tourist);
  await profile.goto('/profile');
  const choice = profile.getByRole('checkbox', { name: 'Messages sent to me' });
  await expect(choice).not.toBeChecked();
  // It shows as selected once the request is sent, not within the click itself.
  await choice.click();
  await expect(profile.getByText('Notification settings saved')).toBeVisible();
  await profile.reload();
  await expect(choice).toBeChecked();
});
