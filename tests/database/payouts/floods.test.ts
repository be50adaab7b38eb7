import { afterAll, beforeAll, expect, it } from 'vitest';
import { said } from '../../support/notices.ts';
import { drain } from '../booking/support/concurrency.ts';
import { createUsers, startsIn } from '../booking/support/fixture.ts';
import { createManagementContext, type ManagementContext } from '../booking/support/management.ts';
import { all, createPayouts, type Payouts } from './support.ts';

// Recording and reversing payouts repeatedly doesn't flood the payee's notifications, and a reversal in the list of
// transactions is notified (docs/rules/money.md, Money split).

let management: ManagementContext;
let payouts: Payouts;
beforeAll(async () => {
  management = await createManagementContext();
  payouts = createPayouts(management);
  const [tourist = ''] = await createUsers(management.fixture.db.sql, 1);
  await payouts.sold(tourist);
});
afterAll(() => management.fixture.db.drop());

const sql = () => management.fixture.db.sql;
const pay = async () => {
  const answer = await payouts.pay(management.fixture.manager, { choices: [all(await payouts.payee('operator'))] });
  if (answer.outcome !== 'paid') throw new Error(JSON.stringify(answer));
  return answer.payouts[0] as string;
};
const reverse = (payout: string) => payouts.reverse(management.fixture.manager, payout);
/** Returns the queued and sent emails. */
const letters = async () =>
  (
    await sql()`select state, payload ->> 'payout_id' as id from private.outbox where template = 'payout' and kind = 'email' order by created_at`
  ).map(({ state, id }) => [state, id]);
const bells = async () => {
  await sql()`select private.deliver_notifications()`;
  const rows = await sql()`select wording, params from public.notifications where user_id = ${management.fixture.guide}
    and type = 'payout' order by created_at, wording`;
  return said(rows).map(({ title, message }) => `${title}: ${message}`);
};
const forget = async () => {
  await sql()`delete from private.outbox`;
  await sql()`delete from public.notifications`;
  await sql()`update public.payouts set created_at = created_at - interval '2 days'`;
};

it('sends no email for a payout that was reversed before, and notifies once', async () => {
  const first = await pay();
  expect(await letters()).toEqual([['queued', first]]);
  expect(
    await sql()`select 1 from private.outbox where template = 'payout' and kind = 'email' and next_attempt_at <= now() + interval '90 seconds'`,
  ).toEqual([]);
  await reverse(first);
  expect(await letters()).toEqual([]);
  expect(await bells()).toEqual([expect.stringMatching(/^Payout reversed: /)]);
  // If the email was already sent, another one reports the reversal.
  const second = await pay();
  await drain(management.fixture, management.checkout);
  await reverse(second);
  expect((await letters()).map(([state]) => state)).toEqual(['sent', 'queued']);
  await forget();
});

it('limits entries to ten a day per payee of a territory, from all senders, without affecting the next day and other payees', async () => {
  for (let n = 0; n < 5; n += 1) await reverse(await pay());
  await expect(pay()).rejects.toMatchObject({ hint: 'rate_limited_day' });
  await sql()`update public.payouts set payee_id = ${management.partner}`;
  const id = await pay();
  await sql()`update public.payouts set payee_id = ${management.fixture.guide}`;
  await expect(reverse(id)).rejects.toMatchObject({ hint: 'rate_limited_day' });
  await sql()`update public.payouts set created_at = created_at - interval '25 hours'`;
  await reverse(id);
  await forget();
});

it('notifies the operator of a share marked in the list, replaces no read notification, and sends no email', async () => {
  const [booking] = await sql()`select id from public.bookings`;
  const mark = (status: string) =>
    management.payOut(
      management.fixture.manager,
      { kind: 'experience', id: booking?.id as string },
      'operator',
      status,
    );
  await mark('paid');
  expect(await bells()).toEqual(['Payout: Q140.40 was paid to you: BI 88213']);
  for (const status of ['pending', 'paid', 'pending', 'paid', 'pending']) await mark(status);
  expect(await bells()).toEqual([expect.stringMatching(/^Payout reversed: Payment of Q140/)]);
  expect(await letters()).toEqual([]);
  for (let n = 0; n < 6; n += 1) await mark('pending');
  await expect(mark('paid')).rejects.toMatchObject({ hint: 'rate_limited_day' });
  await forget();
});

it('does not mark a share as paid whose refund is in progress, or whose trip is ahead', async () => {
  const { fixture, checkout, tourists } = management;
  const card = await management.payByCard(tourists[30] as string, 'experience');
  await drain(fixture, checkout);
  await startsIn(fixture, card.id, 48);
  await management.ask(fixture.staff, `select public.refund_booking('${card.id}', 50, 175.5)`);
  await expect(management.payOut(fixture.manager, card, 'operator', 'paid')).rejects.toMatchObject({
    code: 'PT409',
    hint: 'refund_on_its_way',
  });
  await drain(fixture, checkout);
  await expect(management.payOut(fixture.manager, card, 'operator', 'paid')).rejects.toMatchObject({
    code: 'PT409',
    hint: 'trip_ahead',
  });
  await startsIn(fixture, card.id, -1);
  await management.payOut(fixture.manager, card, 'operator', 'paid');
  expect(await sql()`select operator_status from public.bookings where id = ${card.id}`).toEqual([
    { operator_status: 'paid' },
  ]);
});
