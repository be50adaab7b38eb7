import { expect, type Page } from '@playwright/test';
import { leavesIn, newCashBooking } from './support/bookings.ts';
import { exportedRows } from './support/download.ts';
import { newGuide, newPerson, type Person, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

async function newManager(fullName: string): Promise<Person> {
  const person = await newPerson(fullName);
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'territory_manager', 'rio-dulce')`;
  return person;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'To pay' }).getByRole('listitem').filter({ hasText: name });

test('a manager pays a guide by reference, who gets an email and reads the statement, and a mistake is reversed', {
  tag: ['@desktop', '@payouts', '@smoke'],
}, async ({ browser }) => {
  const name = `Marta Choc ${Date.now().toString(36)}`;
  const guide = await newGuide(name);
  const { id } = await newCashBooking(await newPerson('Noor Haddad'), guide, 'River walk');
  await sql.begin(async (as) => {
    await as`select private.record_sale(${id})`;
    await as`update public.bookings set status = 'paid', payment_status = 'completed' where id = ${id}`;
  });
  await leavesIn(id, -2);

  const own = await signedIn(browser, guide);
  await own.goto('/guide-dashboard');
  await own.getByRole('link', { name: 'My payouts' }).click();
  await own.getByRole('button', { name: 'Add bank details' }).click();
  await own.getByLabel('Account holder').fill(name);
  await own.getByLabel('The holder is').selectOption('A person');
  await own.getByLabel('Bank', { exact: true }).fill('Banco de Prueba');
  await own.getByLabel('Type of account').selectOption('Savings account');
  await own.getByLabel('Account number').fill('0030-1700-4821');
  await own.getByRole('button', { name: 'Save bank details' }).click();
  await expect(own.getByText('•••• 4821')).toBeVisible();

  const page = await signedIn(browser, await newManager('Sandra Manager'));
  await page.goto('/territory-management?tab=finances');
  await page.getByRole('group').getByRole('button', { name: 'Payouts' }).click();
  await expect(rowOf(page, name)).toContainText('1 booking');
  const rows = await exportedRows(page, /^to_pay_rio-dulce_.*\.csv$/, 'Export for the bank');
  expect(rows.find((row) => row.Payee === name)).toMatchObject({
    Bank: 'Banco de Prueba',
    'Account Type': 'Savings account',
    'Account Number': '0030 1700 4821',
    Currency: 'GTQ',
  });
  await rowOf(page, name).getByRole('checkbox', { name }).check();

  const bar = page.getByRole('form', { name: 'Record the payment' });
  await bar.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(bar.getByText('Please enter a reference').first()).toBeVisible();
  await bar.getByLabel('Reference').fill('Transfer BI 88213');
  await bar.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(new RegExp(`^Recorded: ${name}, `))).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);

  // It waits two minutes, in case the payout is reversed immediately.
  await sql`update private.outbox set next_attempt_at = now() where recipient = ${guide.email} and template = 'payout'`;
  const statement = await linkFromInbox(guide.email, /href="([^"]*\/payouts\/[0-9a-f-]{36})"/);
  await own.reload();
  await own.getByRole('link', { name: /^Statement P-/ }).click();
  await expect(own).toHaveURL(new URL(statement).pathname);
  await expect(own.getByRole('heading', { name: 'Payout statement' })).toBeVisible();
  await expect(own.getByText('Transfer BI 88213')).toBeVisible();
  await expect(own.getByRole('article')).toContainText(name);

  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  const paid = page.getByRole('listitem').filter({ hasText: name }).first();
  await paid.getByRole('button', { name: 'Reverse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse this payout' });
  await dialog.getByLabel('Reason').fill('Sent to the wrong account');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('Payout reversed')).toBeVisible();
  await page.getByRole('button', { name: /^To pay/ }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await own.reload();
  await expect(own.getByText(/Reversed on .*: Sent to the wrong account/)).toBeVisible();
});
