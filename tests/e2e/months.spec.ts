import { expect } from '@playwright/test';
import { stripeClient } from '../../supabase/functions/_shared/stripe.ts';
import { readConfig } from '../../supabase/local/config.ts';
import { newCardBooking } from './support/bookings.ts';
import { exportedRows } from './support/download.ts';
import { newExperience, newGuide, newPerson, newTeam, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const { keys, urls } = readConfig();
const stripe = stripeClient(keys.stripeSecret, urls.stripe);

test('a manager closes a month, a refund after it is in the next one, and the statement of the guide stays', {
  tag: ['@desktop', '@payouts', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  await sql`update public.territories set visible = true where id = ${territoryId}`;
  const guide = await newGuide('Marta Choc', territoryId);
  const { title } = await newExperience({ title: 'River walk', guide, territoryId });
  const booking = await newCardBooking(await newPerson('Noor Haddad'), title);
  await sql`update public.territories set visible = false where id = ${territoryId}`;
  await expect
    .poll(async () => (await sql`select from private.ledger where booking_id = ${booking}`).length)
    .toBeGreaterThan(0);
  const [before] = await sql<{ at: Date; name: string }[]>`
    select private.month_end(month::date, ${territoryId}) - interval '1 hour' as at, to_char(month, 'Mon YYYY') as name
    from (select date_trunc('month', now() at time zone 'America/Guatemala') - interval '1 month' as month) before`;
  await sql`update private.ledger set created_at = ${before?.at ?? ''} where booking_id = ${booking}`;
  await sql`update private.payments set captured_at = ${before?.at ?? ''}
    where id in (select payment_id from private.payment_lines where booking_id = ${booking})`;

  const page = await signedIn(browser, manager);
  await page.goto('/territory-management?tab=finances&view=months');
  await page.getByRole('button', { name: `Open ${before?.name}` }).click();
  const [movement] = await exportedRows(page, /^card_movements_.*\.csv$/, `Export card movements of ${before?.name}`);
  const { data } = await stripe.balanceTransactions.list({ source: movement?.['Stripe Charge'] ?? '' });
  expect(data.map(({ amount }) => amount)).toEqual([Math.round(Number(movement?.Amount) * 100)]);
  await page.getByRole('button', { name: 'Close month' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByText('These figures no longer change.')).toBeVisible();
  expect(await overflow(page)).toBe(0);

  await stripe.refunds.create({ payment_intent: movement?.['Stripe Payment'] ?? '', amount: 10_000 });
  await expect
    .poll(
      async () => (await sql`select from private.ledger where booking_id = ${booking} and kind like 'refund:%'`).length,
    )
    .toBeGreaterThan(0);
  await page.goto('/territory-management?tab=finances&view=months');
  await expect(page.getByRole('row', { name: /In progress/ })).toContainText('-Q100.00');
  await page.getByRole('button', { name: `Open ${before?.name}` }).click();
  await expect(page.getByRole('row', { name: /^Marta Choc/ })).toContainText('Q616.00');

  const own = await signedIn(browser, guide);
  await own.goto('/payouts');
  const statement = own.getByRole('listitem').filter({ hasText: before?.name ?? '' });
  await expect(statement).toContainText('Q616.00');
  const lines = await exportedRows(
    own,
    /^statement_.*_operator\.csv$/,
    new RegExp(`^Export statement for ${before?.name}`),
  );
  expect(lines).toMatchObject([{ Type: 'Sold', Service: title, Amount: '616.00' }]);
});
