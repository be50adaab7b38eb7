import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { said } from '../support/notices.ts';
import { drain } from './booking/support/concurrency.ts';
import { createUsers, grantRole, refusal, startsIn } from './booking/support/fixture.ts';
import { type Booking, createManagementContext, type ManagementContext } from './booking/support/management.ts';

let management: ManagementContext;
beforeAll(async () => {
  management = await createManagementContext();
});
afterAll(() => management.fixture.db.drop());

describe('a refund', () => {
  let booking: Booking;
  let tourist: string;
  beforeEach(async () => {
    [tourist = ''] = await createUsers(management.fixture.db.sql, 1);
    booking = await management.bookCash(tourist, 2);
    await management.setStatus(management.fixture.staff, booking, 'paid');
  });
  const part = (user: string, amount: string, left: string) =>
    management.ask(user, `select public.refund_booking('${booking.id}', ${amount}, ${left})`);

  it('is made once for a part, even if the response is lost repeatedly', async () => {
    await part(management.fixture.staff, '51', '351');
    expect(await refusal(part(management.fixture.staff, '51', '351'))).toMatchObject({
      code: 'PT409',
      hint: 'quote_changed',
    });
    expect(await refusal(part(management.fixture.staff, '51', 'null'))).toMatchObject({ hint: 'quote_changed' });
    expect(await refusal(part(management.fixture.staff, '300.01', '300'))).toMatchObject({ hint: 'refund_too_large' });
    for (const amount of ['0', '-1', '0.001', `'NaN'::numeric`])
      expect(await refusal(part(management.fixture.staff, amount, '300')), amount).toMatchObject({ code: 'PT400' });
    const [row] = await management.ask<{ b: Record<string, unknown> }>(
      management.fixture.staff,
      `select public.territory_booking('${booking.id}') as b`,
    );
    expect(row?.b).toMatchObject({ paid_amount: 351, refunded_amount: 51, refundable_amount: 300, live: true });
    expect(row?.b.history).toMatchObject([{ to: 'ordered' }, { to: 'paid', by: 'staff' }, { to: null, amount: 51 }]);
    await part(management.fixture.staff, '300', '300');
    expect(await management.fixture.db.sql`select status from public.bookings where id = ${booking.id}`).toMatchObject([
      { status: 'refunded' },
    ]);
  });

  it("is notified to the territory's staff and the tourist: when requested, when done, when Stripe refuses", async () => {
    const { sql } = management.fixture.db;
    const heard = async (): Promise<string[]> =>
      (await sql<{ topic: string }[]>`delete from realtime.messages where event = 'booking' returning topic`).map(
        ({ topic }) => topic,
      );
    const card = await management.payByCard(tourist, 'experience', 2);
    await drain(management.fixture, management.checkout);
    const both = expect.arrayContaining(['territory:rio', `user:${tourist}`]);
    await heard();
    await management.ask(management.fixture.staff, `select public.refund_booking('${card.id}', 51, 351)`);
    expect(await heard()).toEqual(both);
    await drain(management.fixture, management.checkout);
    expect(await heard()).toEqual(both);
    await sql`update private.stripe_ops set state = 'failed' where op = 'refund:1'
      and payment_intent_id = (select payment_intent_id from private.charges where booking_id = ${card.id})`;
    expect(await heard()).toEqual(both);
    // Cash payments have nothing to wait for.
    await part(management.fixture.staff, '51', '351');
    expect(await heard()).toEqual(both);
  });

  it('never exceeds what is left of a charge', async () => {
    const { sql } = management.fixture.db;
    const card = await management.payByCard(tourist, 'experience', 2);
    await drain(management.fixture, management.checkout);
    await management.ask(management.fixture.staff, `select public.refund_booking('${card.id}', 51, 351)`);
    const [row] = await sql`select private.queue_refund(line_id, 35100, 'cancelled')::int as minor
      from private.charges where booking_id = ${card.id}`;
    expect(row).toEqual({ minor: 30_000 });
  });

  it('is requested again after Stripe refused it for good, without a second one', async () => {
    const { sql } = management.fixture.db;
    const card = await management.payByCard(tourist, 'experience', 2);
    await drain(management.fixture, management.checkout);
    const giveBack = (amount: number, left: number) =>
      management.ask(management.fixture.staff, `select public.refund_booking('${card.id}', ${amount}, ${left})`);
    const refunds = () => sql`
      select x.amount_minor::int as minor, x.state from private.stripe_ops x join private.charges p using (payment_intent_id)
       where p.booking_id = ${card.id} and x.op like 'refund:%' order by x.id`;
    await giveBack(51, 351);
    await sql`update private.stripe_ops set state = 'failed', refusals = 60 where op = 'refund:1'
      and payment_intent_id = (select payment_intent_id from private.charges where booking_id = ${card.id})`;
    await giveBack(80, 351);
    expect(await refunds()).toEqual([
      { minor: 5100, state: 'queued' },
      { minor: 2900, state: 'queued' },
    ]);
    await drain(management.fixture, management.checkout);
    const [row] = await management.ask<{ b: Record<string, unknown> }>(
      management.fixture.staff,
      `select public.territory_booking('${card.id}') as b`,
    );
    expect(row?.b).toMatchObject({ refunded_amount: 80, refundable_amount: 271, refund_delayed: false });
    const [terms] = await management.ask<{ on_its_way: string }>(
      tourist,
      `select on_its_way from public.my_ticket_money(array['${card.id}']::uuid[])`,
    );
    expect(terms?.on_its_way).toBe('0.00');
  });

  it('covers what is left after a partial refund when a booking is set to refunded', async () => {
    const { sql } = management.fixture.db;
    const card = await management.payByCard(tourist, 'experience', 2);
    await drain(management.fixture, management.checkout);
    await management.ask(management.fixture.staff, `select public.refund_booking('${card.id}', 51, 351)`);
    await management.setStatus(management.fixture.staff, card, 'refunded');
    expect(
      await sql`
        select x.amount_minor::int as minor from private.stripe_ops x join private.charges p using (payment_intent_id)
         where p.booking_id = ${card.id} and x.op like 'refund:%' order by x.id`,
    ).toEqual([{ minor: 5100 }, { minor: 30_000 }]);
  });

  it('is refused to the tourist, the guide and anyone of another territory', async () => {
    const [foreign = '', manager2 = ''] = await createUsers(management.fixture.db.sql, 2);
    await grantRole(management.fixture.db.sql, foreign, 'territory_staff', 'lago');
    await grantRole(management.fixture.db.sql, manager2, 'territory_manager', 'lago');
    for (const who of [tourist, management.fixture.guide, management.fixture.shuttle, foreign, manager2]) {
      const refused = { code: 'PT403', hint: 'forbidden' };
      expect(await refusal(part(who, '1', '351'))).toMatchObject(refused);
      expect(await refusal(management.setStatus(who, booking, 'refunded'))).toMatchObject(refused);
      expect(await refusal(management.payOut(who, booking, 'territory', 'paid'))).toMatchObject(refused);
      expect(await refusal(management.ask(who, `select public.territory_booking('${booking.id}')`))).toMatchObject(
        refused,
      );
      expect(await refusal(management.ask(who, `select public.territory_revenue('rio')`))).toMatchObject(refused);
    }
    // Staff run the day, but don't see shares.
    expect(
      await refusal(management.ask(management.fixture.staff, `select public.territory_revenue('rio')`)),
    ).toMatchObject({
      hint: 'forbidden',
    });
    expect(await refusal(management.payOut(management.fixture.staff, booking, 'partner', 'paid'))).toMatchObject({
      hint: 'forbidden',
    });
    expect(
      await refusal(management.ask(management.fixture.staff, `select * from public.my_earnings('rio')`)),
    ).toMatchObject({
      hint: 'forbidden',
    });
    expect(
      await refusal(management.ask(management.fixture.staff, `select public.territory_booking(gen_random_uuid())`)),
    ).toMatchObject({
      hint: 'forbidden',
    });
    expect(
      await refusal(
        management.ask(
          management.fixture.manager,
          `insert into public.commission_earnings (role, territory_id, amount, currency_code)
      values ('territory_manager', 'rio', 1000, 'GTQ')`,
        ),
      ),
    ).toMatchObject({ code: '42501' });
  });
});

describe('earnings', () => {
  const mine = (user: string) =>
    management.ask<{ booking_id: string; amount: string; status: string; total_price: string }>(
      user,
      `select * from public.my_earnings('rio', p_limit => 1000)`,
    );

  it("are the territory's share of a booking, once, however many managers there are", async () => {
    const [second = '', tourist = ''] = await createUsers(management.fixture.db.sql, 2);
    await grantRole(management.fixture.db.sql, second, 'territory_manager', 'rio');
    const booking = await management.payByCard(tourist, 'transport');
    expect((await mine(management.fixture.manager))[0]).toMatchObject({
      booking_id: booking.id,
      amount: '12.00',
      status: 'pending',
      total_price: '120.00',
    });
    expect(await mine(second)).toEqual([]);
    const between = (dates: string) =>
      management.ask<{ pending: string }>(
        management.fixture.manager,
        `select pending from public.my_earning_totals('rio', ${dates})`,
      );
    const [{ day } = { day: '' }] = await management.fixture.db
      .sql`select booking_date::text as day from public.bookings where id = ${booking.id}`;
    const listed = (dates: string) =>
      management.ask(management.fixture.manager, `select * from public.my_earnings('rio', null, null, 1000, ${dates})`);
    expect(await listed(`null, '${day}'::date - 1`)).not.toContainEqual(
      expect.objectContaining({ booking_id: booking.id }),
    );
    expect(await listed(`'${day}'::date, '${day}'::date`)).toContainEqual(
      expect.objectContaining({ booking_id: booking.id }),
    );
    expect(await between(`'${day}'::date + 100, '${day}'::date + 200`)).toEqual([]);
    expect(await between(`'${day}'::date, '${day}'::date`)).toHaveLength(1);
    // The search, status and service of the list above apply to the sums too.
    for (const [filter, found] of [
      [`p_search => 'shuttle'`, 1],
      [`p_search => 'volcano'`, 0],
      [`p_status => 'cancelled'`, 0],
      [`p_service_id => '${management.fixture.transport}'`, 1],
      [`p_service_id => gen_random_uuid()`, 0],
    ] as const) {
      expect([filter, (await between(filter)).length]).toEqual([filter, found]);
      const rows = await management.ask<{ booking_id: string }>(
        management.fixture.manager,
        `select * from public.my_earnings('rio', ${filter})`,
      );
      expect([filter, rows.some((row) => row.booking_id === booking.id)]).toEqual([filter, found === 1]);
    }

    await expect(management.payOut(management.fixture.manager, booking, 'territory', 'paid')).rejects.toMatchObject({
      code: 'PT409',
      hint: 'trip_ahead',
    });
    await startsIn(management.fixture, booking.id, -1);
    await management.payOut(management.fixture.manager, booking, 'territory', 'paid');
    expect((await mine(management.fixture.manager))[0]?.status).toBe('paid');
    const payments = () =>
      management.fixture.db
        .sql`select user_id, amount from public.commission_payments where booking_id = ${booking.id}`;
    expect(await payments()).toMatchObject([{ user_id: management.fixture.manager, amount: '12.00' }]);
    await management.payOut(management.fixture.manager, booking, 'territory', 'pending');
    expect(await payments()).toHaveLength(0);
    await management.setStatus(management.fixture.staff, booking, 'refunded');
    await drain(management.fixture, management.checkout);
    expect((await mine(management.fixture.manager))[0]).toMatchObject({ amount: '0.00', status: 'pending' });
  });

  it('are paid out only while the ledger owes them', async () => {
    const [tourist = ''] = await createUsers(management.fixture.db.sql, 1);
    const booking = await management.bookCash(tourist);
    const { manager, staff } = management.fixture;
    const nothing = { code: 'PT409', hint: 'nothing_owed' };
    for (const party of ['operator', 'territory', 'partner'])
      await expect(management.payOut(manager, booking, party, 'paid')).rejects.toMatchObject(nothing);
    await management.payOut(manager, booking, 'operator', 'cancelled');
    await management.setStatus(staff, booking, 'paid');
    // This guest has no referral.
    await expect(management.payOut(manager, booking, 'partner', 'paid')).rejects.toMatchObject(nothing);
    await startsIn(management.fixture, booking.id, -1);
    await management.payOut(manager, booking, 'operator', 'paid');
    await management.setStatus(staff, booking, 'refunded');
    await expect(management.payOut(manager, booking, 'territory', 'paid')).rejects.toMatchObject(nothing);
    // Earlier payouts stay in the books, and break no rule.
    expect(
      await management.fixture.db
        .sql`select operator_status, territory_status from public.bookings where id = ${booking.id}`,
    ).toEqual([{ operator_status: 'paid', territory_status: 'pending' }]);
    expect(await management.fixture.db.sql`select * from private.check_payouts()`).toEqual([]);
    await management.payOut(manager, booking, 'operator', 'pending');
    await expect(management.payOut(manager, booking, 'operator', 'paid')).rejects.toMatchObject(nothing);
  });

  it('are paid to a partner as a payout, with one notification', async () => {
    const booking = await management.bookCash(management.tourists[1] as string);
    await management.setStatus(management.fixture.staff, booking, 'paid');
    await startsIn(management.fixture, booking.id, -1);
    await management.payOut(management.fixture.manager, booking, 'partner', 'paid');
    await management.payOut(management.fixture.manager, booking, 'partner', 'paid');
    expect(
      await management.fixture.db
        .sql`select user_id, role, amount from public.commission_payments where booking_id = ${booking.id}`,
    ).toMatchObject([{ user_id: management.partner, role: 'travel_partner', amount: '22.29' }]);
    await drain(management.fixture, management.checkout);
    expect(
      said(
        await management.fixture.db
          .sql`select type, wording, params from public.notifications where user_id = ${management.partner} and booking_id = ${booking.id}`,
      ),
    ).toMatchObject([
      {
        type: 'commission_paid',
        title: 'Commission Payment',
        message: 'Your commission for Castle & hot waterfall has been paid',
      },
    ]);
  });

  it('wait for the first manager in a territory without one', async () => {
    const { sql } = management.fixture.db;
    const [first = '', tourist = ''] = await createUsers(sql, 2);
    const booking = await management.bookCash(tourist);
    await sql`insert into public.territories (id, name, description) values ('semuc', 'Semuc', 'Pools')`;
    await sql`update public.bookings set territory_id = 'semuc' where id = ${booking.id}`;
    await sql`insert into private.ledger (booking_id, territory_id, party, kind, amount, currency_code) values (${booking.id}, 'semuc', 'territory', 'sale', 17.55, 'GTQ')`;
    expect(await sql`select user_id from public.commission_earnings where territory_id = 'semuc'`).toMatchObject([
      { user_id: null },
    ]);
    await grantRole(sql, first, 'territory_manager', 'semuc');
    expect(await sql`select user_id from public.commission_earnings where territory_id = 'semuc'`).toMatchObject([
      { user_id: first },
    ]);
    await sql`select private.credit_missing_earnings()`;
    expect(await sql`select 1 from public.commission_earnings where territory_id = 'semuc'`).toHaveLength(1);
  });
});
