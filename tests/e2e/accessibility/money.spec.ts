import { expect } from '@playwright/test';
import { bookInCash, leavesIn, newCardBooking } from '../support/bookings.ts';
import { newDeparture, takeCash } from '../support/departures.ts';
import { newExperience, newGuide, newPartner, newPerson, newTeam, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { newWorker } from '../support/shuttle.ts';
import { scrollTo, signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

// Visits earnings of guides and partners.

test('a recorded payout and its statement are accessible', { tag: ['@desktop', '@payouts', '@nightly'] }, async ({
  browser,
}) => {
  const name = `Marta Choc ${Date.now().toString(36)}`;
  const { guide, booking } = await newDeparture('River walk', { guideName: name });
  await takeCash(booking);
  await leavesIn(booking, -2);
  const page = await signedIn(browser, await newWorker('Sandra Manager', 'territory_manager', 'rio-dulce'));
  await page.goto('/territory-management?tab=finances&view=payouts');
  await page.getByRole('list', { name: 'To pay' }).getByRole('checkbox', { name }).check();
  const bar = page.getByRole('form', { name: 'Record the payment' });
  await bar.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(bar.getByText('Please enter a reference').first()).toBeVisible();
  await judge(page, 'payout without a reference');
  await bar.getByLabel('Reference').fill('Transfer BI 88213');
  await bar.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await judge(page, 'question before a payout is recorded');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(new RegExp(`^Recorded: ${name}, `))).toBeVisible();
  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: name }).first().getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByRole('dialog', { name: 'Reverse this payout' })).toBeVisible();
  await judge(page, 'payout that is taken back');

  const own = await signedIn(browser, guide);
  await own.goto('/payouts');
  await own.getByRole('link', { name: /^Statement P-/ }).click();
  await expect(own.getByRole('heading', { name: 'Payout statement' })).toBeVisible();
  await judge(own, 'statement of a payout');
});

test('chargebacks and the evidence about one are accessible', { tag: ['@payouts', '@nightly'] }, async ({
  browser,
}) => {
  const { experience } = await newDeparture('River walk');
  const booking = await newCardBooking(await newPerson('Anna Keller'), experience.title);
  const id = `du_${crypto.randomUUID().slice(0, 8)}`;
  // An inquiry, which takes no money.
  await sql`insert into private.disputes (stripe_id, payment_id, number, amount_minor, status, reason, answer_by)
    select ${id}, c.id, 1, c.amount_minor, 'warning_needs_response', 'product_not_received', now() + interval '6 days'
      from private.charges c where c.booking_id = ${booking}`;
  const page = await signedIn(browser, await newWorker('Sandra Manager', 'territory_manager', 'rio-dulce'));
  await page.goto('/territory-management?tab=finances&view=chargebacks');
  const evidence = page.getByRole('link', { name: new RegExp(`^Evidence for ${experience.title}`) });
  await expect(evidence).toBeVisible();
  await judge(page, 'chargebacks');
  await evidence.click();
  await expect(page.getByRole('article', { name: 'Evidence for a disputed payment' })).toContainText("wasn't provided");
  await judge(page, 'evidence about a chargeback');
});

test('the months of a region and the question before closing are accessible', {
  tag: ['@payouts', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const guide = await newGuide('Marta Choc', territoryId);
  const experience = await newExperience({ title: 'River walk', guide, cash: true, territoryId });
  await sql`update public.territories set visible = true where id = ${territoryId}`;
  const booking = await bookInCash(await newPerson('Noor Haddad'), experience);
  await sql`update public.territories set visible = false where id = ${territoryId}`;
  await takeCash(booking);
  await sql`update private.ledger set created_at = created_at - interval '31 days' where booking_id = ${booking}`;
  const page = await signedIn(browser, manager);
  await page.goto('/territory-management?tab=finances&view=months');
  await expect(page.getByText('Ready to close')).toBeVisible();
  await judge(page, 'months of a region');
  await page.getByRole('button', { name: /^Open/ }).last().click();
  await expect(page.getByText('Marta Choc')).toBeVisible();
  await judge(page, 'a month before it is closed');
  await page.getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await judge(page, 'question before a month is closed');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByText('These figures no longer change.')).toBeVisible();
  const own = await signedIn(browser, guide);
  await own.goto('/payouts');
  await expect(own.getByRole('heading', { name: 'Monthly statements' })).toBeVisible();
  await judge(own, 'statements of closed months');
});

test("a partner's pages are accessible: a link without a name, a year of commissions, and the card for the reception", {
  tag: ['@referrals', '@nightly'],
}, async ({ browser }) => {
  const fresh = await signedIn(browser, await newPartner('Hotel Marea'));
  await fresh.goto('/travel-partner-dashboard');
  await fresh.getByRole('button', { name: 'Create Link' }).click();
  const dialog = fresh.getByRole('dialog', { name: 'Create Link' });
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog.getByText('Please enter a name for your referral link')).toBeVisible();
  await judge(fresh, 'link without a name');

  const page = await signedIn(browser, { email: 'partner@territorio.test' });
  await page.goto('/travel-partner-dashboard');
  await scrollTo(page.getByRole('heading', { name: 'Last 12 months' }));
  await expect(page.getByRole('table', { name: 'Commissions by month' }).getByRole('row')).toHaveCount(13);
  await judge(page, 'year of commissions');
  const [card] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Print card' }).first().click(),
  ]);
  await expect(card.getByText('Recommended by Posada Nuevo Sol')).toBeVisible();
  await judge(card, 'card for the reception');
  const address = (await card.getByText(/\/regions\?ref=/).textContent()) ?? '';
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${new URL(page.url()).protocol}//${address}`);
  await expect(guest.getByText('Posada Nuevo Sol welcomes you')).toBeVisible();
  await judge(guest, 'regions with the greeting of a partner');
});
