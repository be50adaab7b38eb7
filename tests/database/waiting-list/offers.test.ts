import { beforeEach, describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import {
  allowAllCash,
  createHold,
  createUsers,
  departureOf,
  holdRequest,
  rideOf,
  signedIn,
} from '../booking/support/fixture.ts';
import { change } from '../changes/support.ts';
import { call, cancel, dayAfter, passUndo, seatsOn } from '../departures/support.ts';
import { bookSeats, cancelBooking, entriesOf, join, leave, leavesIn, passOffers, stateOf } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
let ana: string;
let ben: string;
let eva: string;

beforeEach(async () => {
  await allowAllCash(context.fixture);
  [ana = '', ben = '', eva = ''] = await createUsers(sql(), 3);
});

/** Minutes from now until an offer ends. */
const minutesLeft = async (who: string) => {
  const [entry] = await entriesOf(context.fixture, who);
  return Math.round((entry?.seconds_left ?? 0) / 60);
};

const states = (...people: string[]) => Promise.all(people.map((who) => stateOf(context.fixture, who)));

const raiseCapacity = (p_capacity: number) =>
  call(context.fixture, context.fixture.staff, 'set_departure_capacity', {
    p_kind: 'experience',
    p_service_id: context.fixture.experience,
    p_timeslot_id: context.fixture.slot,
    p_date: context.fixture.date,
    p_capacity,
  });

describe('who waits', () => {
  test('is told their place', async () => {
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

  test('has one entry a departure, and may change its number', async () => {
    await bookSeats(context.fixture, [8]);
    const first = await join(context.fixture, ana, 2);
    await join(context.fixture, ben, 1);
    expect(await join(context.fixture, ana, 3)).toMatchObject({ entry_id: first.entry_id, num_people: 3, place: 1 });
    expect(await sql()`select 1 from private.waiting_list`).toHaveLength(2);
  });

  test('waits for a departure of a shuttle as well', async () => {
    const { fixture } = context;
    await sql()`update public.territory_transports set available_spots = 1 where id = ${fixture.transport}`;
    const held = await createHold(fixture, ben, holdRequest(fixture, rideOf(fixture)));
    await join(fixture, ana, 1, { kind: 'transport', transport_id: fixture.transport });
    await call(fixture, ben, 'release_hold', { p_hold_id: held.hold_id });
    expect(await stateOf(fixture, ana)).toBe('offered');
  });

  test('is refused where so many seats are free, or nobody may book', async () => {
    const { fixture } = context;
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

describe('free seats', () => {
  test('are offered in order as soon as they are free, and the others keep waiting', async () => {
    const [first, second] = await bookSeats(context.fixture, [2, 6]);
    for (const who of [ana, ben, eva]) await join(context.fixture, who, 2);
    await cancelBooking(context.fixture, first);
    expect(await states(ana, ben, eva)).toEqual(['offered', 'waiting', 'waiting']);
    expect(await departureOf(context.fixture)).toMatchObject({ held: 2, sold: 6 });
    await cancelBooking(context.fixture, second);
    expect(await states(ana, ben, eva)).toEqual(['offered', 'offered', 'offered']);
    expect(await departureOf(context.fixture)).toMatchObject({ held: 6, sold: 0 });
  });

  test('go to the first whose number fits', async () => {
    const [two] = await bookSeats(context.fixture, [2, 6]);
    await join(context.fixture, ana, 4);
    await join(context.fixture, ben, 2);
    await cancelBooking(context.fixture, two);
    expect(await states(ana, ben)).toEqual(['waiting', 'offered']);
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
        await raiseCapacity(9);
      },
    ],
  ])('may be those of %s', async (_what, free) => {
    await bookSeats(context.fixture, [7]);
    const { hold_id } = await createHold(context.fixture, ben);
    await join(context.fixture, ana, 1);
    await free(hold_id, ben);
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });

  test('of a private group are those who wait again', async () => {
    const { hold_id } = await createHold(
      context.fixture,
      ben,
      holdRequest(context.fixture, { booking_type: 'private', num_people: 4 }),
    );
    await join(context.fixture, ana, 3);
    await join(context.fixture, eva, 5, { booking_type: 'private' });
    await call(context.fixture, ben, 'release_hold', { p_hold_id: hold_id });
    expect(await states(ana, eva)).toEqual(['offered', 'waiting']);
    const [entry] = await entriesOf(context.fixture, ana);
    await leave(context.fixture, ana, entry?.entry_id ?? '');
    expect(await stateOf(context.fixture, eva)).toBe('offered');
    expect(await departureOf(context.fixture)).toMatchObject({ held: 8, exclusive: true });
  });

  test('of a hold that changes are its own', async () => {
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

  test('of who passed their time are offered before somebody new may have them', async () => {
    await bookSeats(context.fixture, [7]);
    const { hold_id } = await createHold(context.fixture, ben);
    await join(context.fixture, ana, 1);
    await sql()`update private.holds set expires_at = now() - interval '1 second' where id = ${hold_id}`;
    await expect(createHold(context.fixture, eva)).rejects.toMatchObject({ hint: 'sold_out' });
    await context.checkout.deps.admin('release_expired');
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });
});

describe('who fits late', () => {
  test('is passed over three times, then what comes free is theirs until it is enough', async () => {
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
    expect(await states(ana, eva)).toEqual(['waiting', 'waiting']);
    expect(await departureOf(fixture)).toMatchObject({ held: 4, sold: 4 });
    await expect(createHold(fixture, ben)).rejects.toMatchObject({ hint: 'sold_out' });
    await cancelBooking(fixture, singles[4]);
    expect(await states(ana, eva)).toEqual(['offered', 'waiting']);
    expect(await departureOf(fixture)).toMatchObject({ held: 5, sold: 3 });
  });

  test('has half an hour for it; then it goes to who fits, and they wait like the others', async () => {
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
    expect(await states(ana, eva)).toEqual(['waiting', 'offered']);
    expect(await sql()`select passes, hold_id from private.waiting_list where user_id = ${ana}`).toEqual([
      { passes: 1, hold_id: null },
    ]);
  });

  test('reserves nothing where the departure is too small for them', async () => {
    const { fixture } = context;
    await sql()`update public.experiences set max_spots = 12`;
    const [one] = await bookSeats(fixture, [1, 7]);
    await join(fixture, ana, 9);
    await sql()`update private.waiting_list set passes = 3`;
    await cancelBooking(fixture, one);
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
  });
});

describe('an offer', () => {
  const offered = async (people = 2) => {
    const [booking] = await bookSeats(context.fixture, [people, 8 - people]);
    await join(context.fixture, ana, people);
    await cancelBooking(context.fixture, booking);
  };

  test('stands for two hours, in a letter and a notice', async () => {
    await offered();
    expect(await minutesLeft(ana)).toBe(120);
    expect(
      await sql()`select wording, params ->> 'people' as people from public.notifications where user_id = ${ana}`,
    ).toEqual([{ wording: 'seats_free', people: '2' }]);
    const { id } = (await sql()`select id from private.outbox where template = 'seats_free'`)[0] ?? {};
    const [letter] = (await context.checkout.deps
      .admin('claim_outbox', { p_limit: 200 })
      .then((rows) => (rows as { id: string; data: unknown }[]).filter((row) => String(row.id) === String(id)))) as {
      data: unknown;
    }[];
    expect(letter?.data).toMatchObject({ title: 'Castle & hot waterfall', num_people: 2, language: 'en' });
  });

  test.each([
    [4 * 60, 60],
    [40, 15],
    [10, 10],
  ])('of a departure that leaves in %d minutes stands for %d', async (leaves, stands) => {
    const [booking] = await bookSeats(context.fixture, [2, 6]);
    await join(context.fixture, ana, 2);
    await leavesIn(context.fixture, leaves);
    await sql()`update public.bookings set booking_date = ${context.fixture.date}`;
    await cancelBooking(context.fixture, booking);
    expect(await minutesLeft(ana)).toBe(stands);
  });

  test('becomes a booking of its person', async () => {
    await offered();
    const hold = await createHold(
      context.fixture,
      ana,
      holdRequest(context.fixture, { num_people: 2, payment_method: 'cash' }),
    );
    expect(hold).toMatchObject({ seats: 2, took_over: false });
    expect(await stateOf(context.fixture, ana)).toBe('taken');
    expect(await sql()`select 1 from public.notifications where wording = 'seats_free'`).toHaveLength(0);
    await call(context.fixture, ana, 'book_cash', { p_hold_id: hold.hold_id });
    expect(await departureOf(context.fixture)).toMatchObject({ held: 0, sold: 8 });
  });

  test('that is taken in its last minute gives the time of any checkout', async () => {
    await offered();
    await sql()`update private.holds set expires_at = now() + interval '1 minute' where offered and state = 'held'`;
    const { expires_at } = await createHold(context.fixture, ana, holdRequest(context.fixture, { num_people: 2 }));
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(15);
  });

  test('passes on unanswered, and its letter and notice with it', async () => {
    await offered();
    await join(context.fixture, ben, 2);
    await passOffers(context);
    expect(await states(ana, ben)).toEqual(['expired', 'offered']);
    expect(await sql()`select user_id from public.notifications where wording = 'seats_free'`).toEqual([
      { user_id: ben },
    ]);
    await context.checkout.deps.admin('claim_outbox', { p_limit: 200 });
    expect(
      await sql()`select o.state from private.outbox o join private.waiting_list w on o.payload ->> 'entry_id' = w.id::text where w.user_id = ${ana}`,
    ).toEqual([{ state: 'discarded' }]);
  });

  test('is not made a third time to who did not answer two', async () => {
    await offered();
    for (const time of [1, 2]) {
      await passOffers(context);
      expect(await stateOf(context.fixture, ana)).toBe('expired');
      if (time === 2) break;
      const [held] = await Promise.all([
        createHold(context.fixture, ben, holdRequest(context.fixture, { num_people: 2 })),
      ]);
      await join(context.fixture, ana, 2);
      await call(context.fixture, ben, 'release_hold', { p_hold_id: held.hold_id });
    }
    await createHold(context.fixture, eva, holdRequest(context.fixture, { num_people: 2 }));
    await expect(join(context.fixture, ana, 2)).rejects.toMatchObject({ status: 429, code: 'waiting_unanswered' });
  });

  test('is short once unanswered ones have kept all seats for six hours', async () => {
    await offered();
    await join(context.fixture, ben, 2);
    await sql()`update private.limits set value = 20 where name = 'waiting.departure_minutes'`;
    await passOffers(context);
    expect(await minutesLeft(ben)).toBe(15);
  });

  test('takes nobody’s place in a checkout elsewhere', async () => {
    await offered();
    for (const days of [8, 9]) {
      const service_date = new Date(Date.parse(context.fixture.date) + (days - 7) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      await createHold(context.fixture, ana, holdRequest(context.fixture, { service_date }));
    }
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });

  test('does not count as seats that nobody pays for', async () => {
    await sql()`update private.limits set value = 1 where name = 'hold.departure_minutes'`;
    await offered();
    await passOffers(context);
    expect(await createHold(context.fixture, ben)).toMatchObject({ seats: 1 });
  });

  test('ends when its person has booked in another way', async () => {
    const { fixture } = context;
    const [one] = await bookSeats(fixture, [1, 7]);
    await join(fixture, ana, 1);
    const [other = ''] = await createUsers(sql(), 1);
    await join(fixture, other, 1);
    await cancelBooking(fixture, one);
    await raiseCapacity(10);
    expect(await states(ana, other)).toEqual(['offered', 'offered']);
    // A payment that comes late takes free seats: its hold was let go of.
    const { hold_id } = await createHold(fixture, ben);
    await sql()`update private.holds set user_id = ${ana}, state = 'released' where id = ${hold_id}`;
    await sql()`update public.departures set held = held - 1`;
    await sql()`select private.consume_hold(${hold_id})`;
    expect(await states(ana, other)).toEqual(['taken', 'offered']);
  });
});

/** Who is told that the list is over, and whether as the departure does not take place. */
const told = () =>
  sql()`select user_id, params -> 'cancelled' as cancelled from public.notifications where wording = 'waiting_over' order by user_id = ${ben}`;

describe('the end of a departure', () => {
  test('is the end of its list, of which hears who was offered no seats', async () => {
    const { fixture } = context;
    const [booking] = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    await join(fixture, ben, 8);
    await cancelBooking(fixture, booking);
    await leavesIn(fixture, -1);
    for (const _again of [1, 2]) await context.checkout.deps.admin('run_departures');
    expect(await states(ana, ben)).toEqual(['ended', 'ended']);
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
    expect(await told()).toEqual([{ user_id: ben, cancelled: false }]);
  });

  test('that does not take place is told to everybody who waits, also to who was offered seats', async () => {
    const { fixture } = context;
    const [booking] = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    await join(fixture, ben, 8);
    await cancelBooking(fixture, booking);
    await cancel(fixture, fixture.guide);
    await expect(createHold(fixture, ana, holdRequest(fixture, { num_people: 2 }))).rejects.toMatchObject({
      hint: 'departure_cancelled',
    });
    await context.checkout.deps.admin('run_departures');
    expect(await states(ana, ben)).toEqual(['offered', 'waiting']);
    expect(await told()).toEqual([]);
    await passUndo(fixture);
    for (const _again of [1, 2]) await context.checkout.deps.admin('run_departures');
    expect(await states(ana, ben)).toEqual(['ended', 'ended']);
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
    expect(await told()).toEqual([
      { user_id: ana, cancelled: true },
      { user_id: ben, cancelled: true },
    ]);
    expect(await sql()`select 1 from public.notifications where wording = 'seats_free'`).toHaveLength(0);
  });

  test('is not kept waiting by lists that nothing can be done about', async () => {
    const { fixture } = context;
    const days = [fixture.date, dayAfter()];
    for (const service_date of days) {
      await bookSeats(fixture, [7], { service_date });
      await join(fixture, service_date === fixture.date ? ana : ben, 2, { service_date });
    }
    const [first, last] = await sql()`select id from public.departures order by id`;
    await sql()`update public.departures set service_date = current_date - 1 where id = ${last?.id}`;
    await sql()`select private.run_waiting_lists(1)`;
    expect(await sql()`select departure_id, state from private.waiting_list order by departure_id`).toEqual([
      { departure_id: first?.id, state: 'waiting' },
      { departure_id: last?.id, state: 'ended' },
    ]);
  });

  test('may be undone: until then the list stands, and nothing is offered', async () => {
    const { fixture } = context;
    const bookings = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    const { cancellation_id } = await cancel(fixture, fixture.guide);
    await cancelBooking(fixture, bookings[0]);
    await context.checkout.deps.admin('run_departures');
    expect(await states(ana)).toEqual(['waiting']);
    await call(fixture, fixture.guide, 'undo_departure_cancellation', { p_cancellation_id: cancellation_id });
    expect(await states(ana)).toEqual(['offered']);
    await join(fixture, ben, 2);
    await cancel(fixture, fixture.guide);
    await passUndo(fixture);
    await context.checkout.deps.admin('run_departures');
    expect(await states(ana, ben)).toEqual(['ended', 'ended']);
  });

  test('may be closed to new bookings: who waits is offered seats once it is open again', async () => {
    const { fixture } = context;
    const [booking] = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    const departure = {
      p_kind: 'experience',
      p_service_id: fixture.experience,
      p_timeslot_id: fixture.slot,
      p_date: fixture.date,
    };
    await call(fixture, fixture.staff, 'close_departure', departure);
    await cancelBooking(fixture, booking);
    await context.checkout.deps.admin('run_departures');
    expect(await states(ana)).toEqual(['waiting']);
    await call(fixture, fixture.staff, 'close_departure', { ...departure, p_closed: false });
    expect(await states(ana)).toEqual(['offered']);
  });
});

describe('who has booked', () => {
  /** Ana's booking of the day after, in cash. */
  const bookDayAfter = async (num_people: number): Promise<string> => {
    const request = holdRequest(context.fixture, { num_people, payment_method: 'cash', service_date: dayAfter() });
    const { hold_id } = await createHold(context.fixture, ana, request);
    const booked = await call(context.fixture, ana, 'book_cash', { p_hold_id: hold_id });
    return (booked as { booking_id: string }).booking_id;
  };

  test('leaves their seats to who waits by changing the date', async () => {
    const booking = await bookDayAfter(2);
    await bookSeats(context.fixture, [6], { service_date: dayAfter() });
    await join(context.fixture, ben, 2, { service_date: dayAfter() });
    await change(context, booking, { p_date: context.fixture.date }, ana);
    expect(await states(ben)).toEqual(['offered']);
    expect(await seatsOn(context.fixture, dayAfter())).toMatchObject({ sold: 6, held: 2 });
  });

  test('may change to the seats that they are offered; what they do not need passes on', async () => {
    const booking = await bookDayAfter(2);
    const [three] = await bookSeats(context.fixture, [3, 5]);
    await join(context.fixture, ana, 3);
    await join(context.fixture, ben, 1);
    await cancelBooking(context.fixture, three);
    expect(await states(ana, ben)).toEqual(['offered', 'waiting']);
    await change(context, booking, { p_date: context.fixture.date }, ana);
    expect(await states(ana, ben)).toEqual(['taken', 'offered']);
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 7, held: 1 });
  });

  test('keeps what they are offered when the change is refused', async () => {
    const booking = await bookDayAfter(4);
    const [two] = await bookSeats(context.fixture, [2, 6]);
    await join(context.fixture, ana, 2);
    await cancelBooking(context.fixture, two);
    await expect(change(context, booking, { p_date: context.fixture.date }, ana)).rejects.toMatchObject({
      code: 'sold_out',
    });
    expect(await states(ana)).toEqual(['offered']);
  });

  test('may wait for more seats of the same departure, and books them as well', async () => {
    const { fixture } = context;
    const book = async () => {
      const { hold_id } = await createHold(fixture, ana, holdRequest(fixture, { payment_method: 'cash' }));
      await call(fixture, ana, 'book_cash', { p_hold_id: hold_id });
    };
    await book();
    const [one] = await bookSeats(fixture, [1, 6]);
    await join(fixture, ana, 1);
    await cancelBooking(fixture, one);
    expect(await states(ana)).toEqual(['offered']);
    await book();
    expect(await states(ana)).toEqual(['taken']);
    expect(await sql()`select 1 from public.bookings where tourist_id = ${ana} and status <> 'cancelled'`).toHaveLength(
      2,
    );
  });
});

test('who waits for a group of their own is passed over where none is sold any more', async () => {
  const [booking] = await bookSeats(context.fixture, [8]);
  await join(context.fixture, ana, 4, { booking_type: 'private' });
  await join(context.fixture, ben, 2);
  await sql()`update public.experiences set booking_type = 'shared', private_price = null`;
  await cancelBooking(context.fixture, booking);
  expect(await states(ana, ben)).toEqual(['waiting', 'offered']);
});

test('a checkout elsewhere does not lock what is offered: whoever locks it lets go of it', async () => {
  const { fixture } = context;
  const [booking] = await bookSeats(fixture, [2, 6]);
  await join(fixture, ana, 2);
  await cancelBooking(fixture, booking);
  const first = await createHold(fixture, ana, holdRequest(fixture, { service_date: dayAfter() }));
  const request = holdRequest(fixture, { service_date: dayAfter(), num_people: 2, replaces: first.hold_id });
  await fixture.db.as(signedIn(ana), async (as) => {
    await as`select public.create_hold(${as.json(request as never)})`;
    expect(await sql()`select 1 from private.holds where offered for update skip locked`).toHaveLength(1);
  });
  expect(await states(ana)).toEqual(['offered']);
});

test('a failure frees the seats all the same, and is tried again by the clock', async () => {
  const [booking] = await bookSeats(context.fixture, [8]);
  await join(context.fixture, ana, 2);
  await sql()`alter table private.waiting_list add constraint broken check (state <> 'offered')`;
  await cancelBooking(context.fixture, booking);
  expect(await departureOf(context.fixture)).toMatchObject({ held: 0, sold: 0 });
  expect(await sql()`select kind from private.troubles`).toEqual([{ kind: 'waiting_list' }]);
  await sql()`alter table private.waiting_list drop constraint broken`;
  await sql()`update private.troubles set next_attempt_at = now()`;
  await context.checkout.deps.admin('run_departures');
  expect(await stateOf(context.fixture, ana)).toBe('offered');
  expect(await sql()`select 1 from private.troubles`).toHaveLength(0);
});

test('who deletes their account gives up place and seats', async () => {
  const { fixture, checkout } = context;
  const [booking] = await bookSeats(fixture, [2, 6]);
  await join(fixture, ana, 2);
  await join(fixture, ben, 2);
  await cancelBooking(fixture, booking);
  await checkout.deps.admin('prepare_account_deletion', { p_user_id: ana });
  expect(await stateOf(fixture, ben)).toBe('offered');
  await checkout.deps.admin('erase_account', { p_user_id: ana });
  expect(await sql()`select 1 from private.waiting_list where user_id = ${ana}`).toHaveLength(0);
  await fixture.db.as(signedIn(ben), (as) => as`select 1`);
});
