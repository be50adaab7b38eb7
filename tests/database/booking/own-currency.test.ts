import { expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { createHold, createUsers, rideOf, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest({ seats: 4 });

// What a person wrote into the database by hand: the product itself keeps the currency once something was sold.
const sellInDollars = () =>
  context.fixture.db.sql`update public.territories set currency_code = 'USD' where id = 'rio'`;

test('an amount keeps the symbol of its booking where the territory sells in another currency by now', async () => {
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
  expect(
    (await one(sql`select private.mail_data('experience', ${booking}) as data`)) as { data: object },
  ).toMatchObject({
    data: own,
  });
  expect(
    (await one(sql`select private.failed_payment_data(${hold.hold_id}) as data`)) as { data: object },
  ).toMatchObject({ data: own });
  const passengers = await fixture.db.as(
    signedIn(fixture.shuttle),
    (as) => as`select p.currency_symbol from public.transport_bookings b,
      public.departure_passengers(b.transport_id, b.booking_date) p where b.id = ${ride.booking}`,
  );
  expect([...passengers]).toEqual([{ currency_symbol: 'Q' }]);
  // As the tickets and the guide's list read it.
  expect(
    await fixture.db.as(
      signedIn(user),
      (as) => as`select c.symbol from public.bookings b join public.currencies c on c.code = b.currency_code`,
    ),
  ).toEqual([{ symbol: 'Q' }]);
});
