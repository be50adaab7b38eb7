import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Booking, createDesk, type Desk } from './booking/support/desk.ts';
import { drain } from './booking/support/storm.ts';
import { createUsers, grantRole, refusal } from './booking/support/world.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await createDesk();
});
afterAll(() => desk.world.db.drop());

describe('giving money back', () => {
  let booking: Booking;
  let tourist: string;
  beforeEach(async () => {
    [tourist = ''] = await createUsers(desk.world.db.sql, 1);
    booking = await desk.bookCash(tourist, 2);
    await desk.setStatus(desk.world.staff, booking, 'paid');
  });
  const part = (user: string, amount: string, left: string) =>
    desk.ask(user, `select public.refund_part('experience', '${booking.id}', ${amount}, ${left})`);

  it('a part goes back once, however often the answer is lost', async () => {
    await part(desk.world.staff, '51', '351');
    expect(await refusal(part(desk.world.staff, '51', '351'))).toMatchObject({ code: 'PT409', hint: 'quote_changed' });
    expect(await refusal(part(desk.world.staff, '51', 'null'))).toMatchObject({ hint: 'quote_changed' });
    expect(await refusal(part(desk.world.staff, '300.01', '300'))).toMatchObject({ hint: 'refund_too_large' });
    for (const amount of ['0', '-1', '0.001', `'NaN'::numeric`])
      expect(await refusal(part(desk.world.staff, amount, '300')), amount).toMatchObject({ code: 'PT400' });
    const [row] = await desk.ask<{ b: Record<string, unknown> }>(
      desk.world.staff,
      `select public.region_booking('experience', '${booking.id}') as b`,
    );
    expect(row?.b).toMatchObject({ paid_amount: 351, refunded_amount: 51, refundable_amount: 300, live: true });
    expect(row?.b.history).toMatchObject([{ to: 'ordered' }, { to: 'paid', by: 'staff' }, { to: null, amount: 51 }]);
    await part(desk.world.staff, 'null', '300');
    expect(await desk.world.db.sql`select status from public.bookings where id = ${booking.id}`).toMatchObject([
      { status: 'refunded' },
    ]);
  });

  it('is heard at the region’s desk and by the traveller: when it is asked for, when it is done, when Stripe gives up', async () => {
    const { sql } = desk.world.db;
    const heard = async (): Promise<string[]> =>
      (await sql<{ topic: string }[]>`delete from realtime.messages where event = 'booking' returning topic`).map(
        ({ topic }) => topic,
      );
    const card = await desk.payByCard(tourist, 'experience', 2);
    await drain(desk.world, desk.checkout);
    const both = expect.arrayContaining(['territory:rio', `user:${tourist}`]);
    await heard();
    await desk.ask(desk.world.staff, `select public.refund_part('experience', '${card.id}', 51, 351)`);
    expect(await heard()).toEqual(both);
    await drain(desk.world, desk.checkout);
    expect(await heard()).toEqual(both);
    await sql`update private.stripe_ops set state = 'failed' where op = 'refund:1'
      and payment_intent_id = (select payment_intent_id from private.payments where booking_id = ${card.id})`;
    expect(await heard()).toEqual(both);
    // In cash there is nothing to wait for.
    await part(desk.world.staff, '51', '351');
    expect(await heard()).toEqual(both);
  });

  it('that Stripe refused for good is asked for again, not once more beside it', async () => {
    const { sql } = desk.world.db;
    const card = await desk.payByCard(tourist, 'experience', 2);
    await drain(desk.world, desk.checkout);
    const giveBack = (amount: number, left: number) =>
      desk.ask(desk.world.staff, `select public.refund_part('experience', '${card.id}', ${amount}, ${left})`);
    const refunds = () => sql`
      select x.amount_minor::int as minor, x.state from private.stripe_ops x join private.payments p using (payment_intent_id)
       where p.booking_id = ${card.id} and x.op like 'refund:%' order by x.id`;
    await giveBack(51, 351);
    await sql`update private.stripe_ops set state = 'failed', refusals = 60 where op = 'refund:1'
      and payment_intent_id = (select payment_intent_id from private.payments where booking_id = ${card.id})`;
    await giveBack(80, 351);
    expect(await refunds()).toEqual([
      { minor: 5100, state: 'queued' },
      { minor: 2900, state: 'queued' },
    ]);
    await drain(desk.world, desk.checkout);
    const [row] = await desk.ask<{ b: Record<string, unknown> }>(
      desk.world.staff,
      `select public.region_booking('experience', '${card.id}') as b`,
    );
    expect(row?.b).toMatchObject({ refunded_amount: 80, refundable_amount: 271, refund_delayed: false });
    const [terms] = await desk.ask<{ on_its_way: string }>(
      tourist,
      `select on_its_way from public.my_refunds(array['${card.id}']::uuid[])`,
    );
    expect(terms?.on_its_way).toBe('0.00');
  });

  it('is not for the traveller, the guide or anybody of another region', async () => {
    const [foreign = '', manager2 = ''] = await createUsers(desk.world.db.sql, 2);
    await grantRole(desk.world.db.sql, foreign, 'territory_staff', 'lago');
    await grantRole(desk.world.db.sql, manager2, 'territory_manager', 'lago');
    for (const who of [tourist, desk.world.guide, desk.world.shuttle, foreign, manager2]) {
      const refused = { code: 'PT403', hint: 'forbidden' };
      expect(await refusal(part(who, '1', '351'))).toMatchObject(refused);
      expect(await refusal(desk.setStatus(who, booking, 'refunded'))).toMatchObject(refused);
      expect(await refusal(desk.payOut(who, booking, 'territory', 'paid'))).toMatchObject(refused);
      expect(await refusal(desk.ask(who, `select public.region_booking('experience', '${booking.id}')`))).toMatchObject(
        refused,
      );
      expect(await refusal(desk.ask(who, `select public.region_revenue('rio')`))).toMatchObject(refused);
    }
    // Staff run the day and see no shares.
    expect(await refusal(desk.ask(desk.world.staff, `select public.region_revenue('rio')`))).toMatchObject({
      hint: 'forbidden',
    });
    expect(await refusal(desk.payOut(desk.world.staff, booking, 'partner', 'paid'))).toMatchObject({
      hint: 'forbidden',
    });
    expect(await refusal(desk.ask(desk.world.staff, `select * from public.my_earnings('rio')`))).toMatchObject({
      hint: 'forbidden',
    });
    expect(
      await refusal(desk.ask(desk.world.staff, `select public.region_booking('experience', gen_random_uuid())`)),
    ).toMatchObject({
      hint: 'forbidden',
    });
    expect(
      await refusal(
        desk.ask(
          desk.world.manager,
          `insert into public.commission_earnings (role, territory_id, amount, currency_code)
      values ('territory_manager', 'rio', 1000, 'GTQ')`,
        ),
      ),
    ).toMatchObject({ code: '42501' });
  });
});

describe('earnings', () => {
  const mine = (user: string) =>
    desk.ask<{ booking_id: string; amount: string; status: string; total_price: string }>(
      user,
      `select * from public.my_earnings('rio', p_limit => 1000)`,
    );

  it('are the region’s share of a booking, once, however many managers there are', async () => {
    const [second = '', tourist = ''] = await createUsers(desk.world.db.sql, 2);
    await grantRole(desk.world.db.sql, second, 'territory_manager', 'rio');
    const booking = await desk.payByCard(tourist, 'transport');
    expect((await mine(desk.world.manager))[0]).toMatchObject({
      booking_id: booking.id,
      amount: '12.00',
      status: 'pending',
      total_price: '120.00',
    });
    expect(await mine(second)).toEqual([]);

    await desk.payOut(desk.world.manager, booking, 'territory', 'paid');
    expect((await mine(desk.world.manager))[0]?.status).toBe('paid');
    const payments = () =>
      desk.world.db
        .sql`select user_id, amount from public.commission_payments where transport_booking_id = ${booking.id}`;
    expect(await payments()).toMatchObject([{ user_id: desk.world.manager, amount: '12.00' }]);
    await desk.payOut(desk.world.manager, booking, 'territory', 'pending');
    expect(await payments()).toHaveLength(0);
    await desk.setStatus(desk.world.staff, booking, 'refunded');
    await drain(desk.world, desk.checkout);
    expect((await mine(desk.world.manager))[0]).toMatchObject({ amount: '0.00', status: 'pending' });
  });

  it('a partner’s payout is a payment, and the partner hears of it once', async () => {
    const booking = await desk.bookCash(desk.tourists[1] as string);
    await desk.setStatus(desk.world.staff, booking, 'paid');
    await desk.payOut(desk.world.manager, booking, 'partner', 'paid');
    await desk.payOut(desk.world.manager, booking, 'partner', 'paid');
    expect(
      await desk.world.db
        .sql`select user_id, role, amount from public.commission_payments where booking_id = ${booking.id}`,
    ).toMatchObject([{ user_id: desk.partner, role: 'travel_partner', amount: '22.29' }]);
    await drain(desk.world, desk.checkout);
    expect(
      await desk.world.db
        .sql`select type, title, message from public.notifications where user_id = ${desk.partner} and booking_id = ${booking.id}`,
    ).toMatchObject([
      {
        type: 'commission_paid',
        title: 'Commission Payment',
        message: 'Your commission for Castle & hot waterfall has been paid',
      },
    ]);
  });

  it('of a region without a manager wait for the first one', async () => {
    const { sql } = desk.world.db;
    const [first = '', tourist = ''] = await createUsers(sql, 2);
    const booking = await desk.bookCash(tourist);
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
