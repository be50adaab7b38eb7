import { expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { allowAllCash, createHold, createUsers, holdRequest, rideOf, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest({ seats: 4 });

// These changes are made directly in the database, because the product keeps the currency after the first sale.
const sellInDollars = () =>
  context.fixture.db.sql`update public.territories set currency_code = 'USD' where id = 'rio'`;

test('shows an amount with the symbol of its booking, although the territory now sells in another currency', async () => {
  const { fixture, user, checkout } = context;
  const { booking } = await payFor(fixture, checkout, user);
  const [rider = '', holder = ''] = await createUsers(fixture.db.sql, 2);
  const ride = await payFor(fixture, checkout, rider, rideOf(fixture, 1));
  const hold = await createHold(fixture, holder);
  expect(hold).toMatchObject({ currency_code: 'GTQ', currency_symbol: 'Q' });
  await sellInDollars();

  const own = { currency_code: 'GTQ', currency_symbol: 'Q' };
  const one = async (query: PromiseLike<readonly unknown[]>) => (await query)[0];
  const { sql } = fixture.db;
  expect(await rpcFor(fixture.db, signedIn(holder))('get_hold', { p_hold_id: hold.hold_id })).toMatchObject(own);
  expect(await context.call(user, 'booking_receipt', booking)).toMatchObject(own);
  expect(await context.call(user, 'quote_cancellation', booking)).toMatchObject(own);
  const { code } = (await one(sql`select code from public.booking_codes where booking_id = ${booking}`)) as {
    code: string;
  };
  expect(
    await rpcFor(fixture.db, signedIn(fixture.guide))('get_check_in', { p_booking_id: booking, p_code: code }),
  ).toMatchObject(own);
  expect((await one(sql`select private.mail_data(${booking}) as data`)) as { data: object }).toMatchObject({
    data: own,
  });
  expect(
    (await one(sql`select private.failed_payment_data(${hold.hold_id}) as data`)) as { data: object },
  ).toMatchObject({ data: own });
  const passengers = await fixture.db.as(
    signedIn(fixture.shuttle),
    (as) => as`select p.currency_symbol from public.bookings b,
      public.departure_passengers(b.slot_id, b.booking_date) p where b.id = ${ride.booking}`,
  );
  expect([...passengers]).toEqual([{ currency_symbol: 'Q' }]);
  // Reads the amounts as the tickets and the guide's list do.
  expect(
    await fixture.db.as(
      signedIn(user),
      (as) => as`select c.symbol from public.bookings b join public.currencies c on c.code = b.currency_code`,
    ),
  ).toEqual([{ symbol: 'Q' }]);
});

test('shows the cash to collect in the currency of the unpaid bookings, and no sum of two currencies', async () => {
  const { fixture, user, checkout } = context;
  const { sql } = fixture.db;
  await allowAllCash(fixture);
  const [first = '', second = '', rider = '', other = ''] = await createUsers(sql, 4);
  await payFor(fixture, checkout, user);
  const ride = await payFor(fixture, checkout, rider, rideOf(fixture, 1));
  await sellInDollars();
  const toCollect = async (kind: 'experience' | 'transport') => {
    const [row] =
      kind === 'experience'
        ? await fixture.db.as(signedIn(fixture.guide), (as) => as`select * from public.day_departures('tour_guide')`)
        : await sql`select * from private.departure_numbers(${fixture.transport}, ${fixture.date})`;
    return [Number(row?.to_collect), row?.currency_symbol, row?.unpaid];
  };
  expect(await toCollect('experience')).toEqual([0, 'Q', 0]);
  const cash = async (who: string) => {
    const hold = await createHold(fixture, who, holdRequest(fixture, { payment_method: 'cash' }));
    await rpcFor(fixture.db, signedIn(who))('book_cash', { p_hold_id: hold.hold_id });
  };
  await cash(first);
  expect(await toCollect('experience')).toEqual([175.5, '$', 1]);
  await sql`update public.territories set currency_code = 'GTQ' where id = 'rio'`;
  await cash(second);
  expect(await toCollect('experience')).toEqual([0, 'Q', 2]);

  expect(await toCollect('transport')).toEqual([0, 'Q', 0]);
  await sellInDollars();
  await payFor(fixture, checkout, other, rideOf(fixture, 1));
  // Adds a ride paid by card, and an older one paid in cash.
  const unpaid = (id: string) =>
    sql`update public.bookings set payment_method = 'cash', payment_status = 'pending' where kind = 'transport' and id <> ${id}`;
  const before = await sql`select id, payment_method, payment_status from public.bookings where kind = 'transport'`;
  await unpaid(ride.booking);
  expect(await toCollect('transport')).toEqual([120, '$', 1]);
  await unpaid(user);
  expect(await toCollect('transport')).toEqual([0, 'Q', 2]);
  for (const { id, ...own } of before) await sql`update public.bookings set ${sql(own)} where id = ${id}`;
});

test('shows received cash with the decimals of its currency', async () => {
  const { fixture } = context;
  const { sql } = fixture.db;
  await sql`update public.experiences set shared_price = 1200, private_price = 9000`;
  await sql`update public.territories set currency_code = 'JPY' where id = 'rio'`;
  const booking = await context.bookCash();
  const [row] = await sql`select total_price::float as due from public.bookings where id = ${booking}`;
  await context.startsIn(booking, 1);
  await context.call(fixture.guide, 'receive_cash', booking, { p_amount: row?.due });
  expect(
    said(
      await sql`select payload ->> 'wording' as wording, payload -> 'params' as params from private.outbox where dedupe_key like 'notification:cash:%'`,
    ),
  ).toMatchObject([{ message: expect.stringMatching(/^You have paid ¥1,200\.00 in cash for /) }]);
});
