import { beforeEach, describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { allowAllCash, createHold, createUsers, departureOf, holdRequest, rideOf } from '../booking/support/fixture.ts';
import { call, cancel } from '../departures/support.ts';
import {
  bookSeats,
  cancelBooking,
  entriesOf,
  join,
  leave,
  passOffers,
  raiseCapacity,
  stateOf,
  statesOf,
} from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
let ana: string;
let ben: string;
let eva: string;

beforeEach(async () => {
  await allowAllCash(context.fixture);
  [ana = '', ben = '', eva = ''] = await createUsers(sql(), 3);
});

describe('an entry on the waitlist', () => {
  test('shows its position', async () => {
    await bookSeats(context.fixture, [8]);
    expect(await join(context.fixture, ana, 2)).toMatchObject({ state: 'waiting', place: 1, num_people: 2 });
    expect(await join(context.fixture, ben, 1)).toMatchObject({ state: 'waiting', place: 2 });
    expect(await entriesOf(context.fixture, eva)).toEqual([]);
    const [entry] = await entriesOf(context.fixture, ana);
    await leave(context.fixture, ana, entry?.entry_id ?? '');
    await leave(context.fixture, ana, entry?.entry_id ?? '');
    expect(await entriesOf(context.fixture, ben)).toMatchObject([{ place: 1 }]);
    expect(await stateOf(context.fixture, ana)).toBe('left');
  });

  test('is one per departure, and its number can be changed', async () => {
    await bookSeats(context.fixture, [8]);
    const first = await join(context.fixture, ana, 2);
    await join(context.fixture, ben, 1);
    expect(await join(context.fixture, ana, 3)).toMatchObject({ entry_id: first.entry_id, num_people: 3, place: 1 });
    expect(await sql()`select 1 from private.waiting_list`).toHaveLength(2);
  });

  test('is possible for a departure of a shuttle too', async () => {
    const { fixture } = context;
    await sql()`update public.territory_transports set available_spots = 1 where id = ${fixture.transport}`;
    const held = await createHold(fixture, ben, holdRequest(fixture, rideOf(fixture)));
    await join(fixture, ana, 1, { service_id: fixture.transport, slot_id: undefined });
    await call(fixture, ben, 'release_hold', { p_hold_id: held.hold_id });
    expect(await stateOf(fixture, ana)).toBe('offered');
  });

  test('is refused if that many seats are free, or nobody can book', async () => {
    const { fixture } = context;
    // The same applies to a day without bookings.
    await expect(join(fixture, ana, 2)).rejects.toMatchObject({ status: 409, code: 'seats_available' });
    await bookSeats(fixture, [6]);
    await expect(join(fixture, ana, 2)).rejects.toMatchObject({ status: 409, code: 'seats_available' });
    await join(fixture, ana, 3);
    await sql()`update public.departures set closed = true`;
    await expect(join(fixture, ben, 3)).rejects.toMatchObject({ status: 409, code: 'departure_closed' });
    await sql()`update public.departures set closed = false`;
    await cancel(fixture, fixture.guide);
    await expect(join(fixture, ben, 3)).rejects.toMatchObject({ status: 409, code: 'departure_cancelled' });
  });
});

describe('available seats', () => {
  test('are offered in order as soon as they are free, and the others keep waiting', async () => {
    const [first, second] = await bookSeats(context.fixture, [2, 6]);
    for (const who of [ana, ben, eva]) await join(context.fixture, who, 2);
    await cancelBooking(context.fixture, first);
    expect(await statesOf(context.fixture, ana, ben, eva)).toEqual(['offered', 'waiting', 'waiting']);
    expect(await departureOf(context.fixture)).toMatchObject({ held: 2, sold: 6 });
    await cancelBooking(context.fixture, second);
    expect(await statesOf(context.fixture, ana, ben, eva)).toEqual(['offered', 'offered', 'offered']);
    expect(await departureOf(context.fixture)).toMatchObject({ held: 6, sold: 0 });
  });

  test('are offered to the first entry that they fit', async () => {
    const [two] = await bookSeats(context.fixture, [2, 6]);
    await join(context.fixture, ana, 4);
    await join(context.fixture, ben, 2);
    await cancelBooking(context.fixture, two);
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['waiting', 'offered']);
  });

  test.each([
    [
      'a hold that its person gives back',
      async (hold: string, who: string) => {
        await call(context.fixture, who, 'release_hold', { p_hold_id: hold });
      },
    ],
    [
      'a hold that runs out',
      async (hold: string) => {
        await sql()`update private.holds set expires_at = now() - interval '1 second' where id = ${hold}`;
        await context.checkout.deps.admin('release_expired');
      },
    ],
    [
      'more capacity',
      async () => {
        await raiseCapacity(context.fixture, 9);
      },
    ],
  ])('include those of %s', async (_what, free) => {
    await bookSeats(context.fixture, [7]);
    const { hold_id } = await createHold(context.fixture, ben);
    await join(context.fixture, ana, 1);
    await free(hold_id, ben);
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });

  test('can be waited for again if a private group had them', async () => {
    const { hold_id } = await createHold(
      context.fixture,
      ben,
      holdRequest(context.fixture, { booking_type: 'private', num_people: 4 }),
    );
    await join(context.fixture, ana, 3);
    await join(context.fixture, eva, 5, { booking_type: 'private' });
    await call(context.fixture, ben, 'release_hold', { p_hold_id: hold_id });
    expect(await statesOf(context.fixture, ana, eva)).toEqual(['offered', 'waiting']);
    const [entry] = await entriesOf(context.fixture, ana);
    await leave(context.fixture, ana, entry?.entry_id ?? '');
    expect(await stateOf(context.fixture, eva)).toBe('offered');
    expect(await departureOf(context.fixture)).toMatchObject({ held: 8, exclusive: true });
  });

  test('belong to a changed hold that they came from', async () => {
    await bookSeats(context.fixture, [6]);
    const held = await createHold(context.fixture, ben, holdRequest(context.fixture, { num_people: 2 }));
    await join(context.fixture, ana, 1);
    await createHold(
      context.fixture,
      ben,
      holdRequest(context.fixture, { num_people: 2, payment_method: 'cash', replaces: held.hold_id }),
    );
    expect(await stateOf(context.fixture, ana)).toBe('waiting');
    await createHold(context.fixture, ben, holdRequest(context.fixture, { num_people: 1 }));
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });

  test('are offered before new guests can take them if a hold expired', async () => {
    await bookSeats(context.fixture, [7]);
    const { hold_id } = await createHold(context.fixture, ben);
    await join(context.fixture, ana, 1);
    await sql()`update private.holds set expires_at = now() - interval '1 second' where id = ${hold_id}`;
    await expect(createHold(context.fixture, eva)).rejects.toMatchObject({ hint: 'sold_out' });
    await context.checkout.deps.admin('release_expired');
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });
});

describe('a late entry with a suitable number of seats', () => {
  test('is passed over three times, and then gets what becomes free until it is enough', async () => {
    const { fixture } = context;
    const singles = await bookSeats(fixture, [1, 1, 1, 1, 1, 1, 1, 1]);
    await join(fixture, ana, 2);
    for (let time = 0; time < 3; time++) {
      const [who = ''] = await createUsers(sql(), 1);
      await join(fixture, who, 1);
      await cancelBooking(fixture, singles[time]);
      expect(await stateOf(fixture, who)).toBe('offered');
    }
    await join(fixture, eva, 1);
    await cancelBooking(fixture, singles[3]);
    expect(await statesOf(context.fixture, ana, eva)).toEqual(['waiting', 'waiting']);
    expect(await departureOf(fixture)).toMatchObject({ held: 4, sold: 4 });
    await expect(createHold(fixture, ben)).rejects.toMatchObject({ hint: 'sold_out' });
    await cancelBooking(fixture, singles[4]);
    expect(await statesOf(context.fixture, ana, eva)).toEqual(['offered', 'waiting']);
    expect(await departureOf(fixture)).toMatchObject({ held: 5, sold: 3 });
  });

  test('has half an hour for it, and after that they go to the next suitable entry, and it waits like the others', async () => {
    const { fixture } = context;
    const singles = await bookSeats(fixture, [1, 1, 6]);
    await join(fixture, ana, 2);
    await join(fixture, eva, 1);
    await sql()`update private.waiting_list set passes = 3 where user_id = ${ana}`;
    await cancelBooking(fixture, singles[0]);
    const [reserved] =
      await sql()`select extract(epoch from expires_at - now())::int / 60 as minutes from private.holds where offered`;
    expect(reserved?.minutes).toBeGreaterThanOrEqual(29);
    await passOffers(context);
    expect(await statesOf(context.fixture, ana, eva)).toEqual(['waiting', 'offered']);
    expect(await sql()`select passes, hold_id from private.waiting_list where user_id = ${ana}`).toEqual([
      { passes: 1, hold_id: null },
    ]);
  });

  test('reserves nothing if the departure is too small for it', async () => {
    const { fixture } = context;
    await sql()`update public.experiences set max_spots = 12`;
    const [one] = await bookSeats(fixture, [1, 7]);
    await join(fixture, ana, 9);
    await sql()`update private.waiting_list set passes = 3`;
    await cancelBooking(fixture, one);
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
  });
});

test('passes over an entry for a private group if none is sold any longer', async () => {
  const [booking] = await bookSeats(context.fixture, [8]);
  await join(context.fixture, ana, 4, { booking_type: 'private' });
  await join(context.fixture, ben, 2);
  await sql()`update public.experiences set booking_type = 'shared', private_price = null`;
  await cancelBooking(context.fixture, booking);
  expect(await statesOf(context.fixture, ana, ben)).toEqual(['waiting', 'offered']);
});
