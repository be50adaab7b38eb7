import { beforeEach, describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import {
  allowAllCash,
  createHold,
  createUsers,
  departureOf,
  holdRequest,
  signedIn,
} from '../booking/support/fixture.ts';
import { call, dayAfter } from '../departures/support.ts';
import {
  bookSeats,
  cancelBooking,
  entriesOf,
  join,
  leavesIn,
  minutesLeft,
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

describe('an offer', () => {
  const offered = async (people = 2) => {
    const [booking] = await bookSeats(context.fixture, [people, 8 - people]);
    await join(context.fixture, ana, people);
    await cancelBooking(context.fixture, booking);
  };

  test('is open for two hours, in an email and a notification', async () => {
    await offered();
    expect(await minutesLeft(context.fixture, ana)).toBe(120);
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
  ])('is open for a departure that leaves in %d minutes for %d', async (leaves, stands) => {
    const [booking] = await bookSeats(context.fixture, [2, 6]);
    await join(context.fixture, ana, 2);
    await leavesIn(context.fixture, leaves);
    await sql()`update public.bookings set booking_date = ${context.fixture.date}`;
    await cancelBooking(context.fixture, booking);
    expect(await minutesLeft(context.fixture, ana)).toBe(stands);
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

  test('gives the time of any checkout if accepted in its last minute', async () => {
    await offered();
    await sql()`update private.holds set expires_at = now() + interval '1 minute' where offered and state = 'held'`;
    const { expires_at } = await createHold(context.fixture, ana, holdRequest(context.fixture, { num_people: 2 }));
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(15);
  });

  test('expires unanswered, and so do its email and notification', async () => {
    await offered();
    await join(context.fixture, ben, 2);
    await passOffers(context);
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['expired', 'offered']);
    expect(await sql()`select user_id from public.notifications where wording = 'seats_free'`).toEqual([
      { user_id: ben },
    ]);
    await context.checkout.deps.admin('claim_outbox', { p_limit: 200 });
    expect(
      await sql()`select o.state from private.outbox o join private.waitlist w on o.payload ->> 'entry_id' = w.id::text where w.user_id = ${ana}`,
    ).toEqual([{ state: 'discarded' }]);
  });

  test('is listed as expired for two days, or until the guest joins again', async () => {
    await offered();
    await passOffers(context);
    const states = async () => (await entriesOf(context.fixture, ana)).map(({ state }) => state);
    expect(await states()).toEqual(['expired']);
    await sql()`update private.waitlist set ended_at = ended_at - interval '3 days' where user_id = ${ana}`;
    expect(await states()).toEqual([]);
    await sql()`update private.waitlist set ended_at = now() where user_id = ${ana}`;
    await createHold(context.fixture, ben, holdRequest(context.fixture, { num_people: 2 }));
    await join(context.fixture, ana, 2);
    expect(await states()).toEqual(['waiting']);
  });

  test('is not made a third time to guests who did not answer two', async () => {
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
    await expect(join(context.fixture, ana, 2)).rejects.toMatchObject({ status: 429, code: 'waitlist_unanswered' });
  });

  test('is short once unanswered ones have held all seats for six hours', async () => {
    await offered();
    await join(context.fixture, ben, 2);
    await sql()`update private.limits set value = 20 where name = 'waitlist.departure_minutes'`;
    await passOffers(context);
    expect(await minutesLeft(context.fixture, ben)).toBe(15);
  });

  test('does not affect a checkout elsewhere', async () => {
    await offered();
    for (const days of [8, 9]) {
      const service_date = new Date(Date.parse(context.fixture.date) + (days - 7) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      await createHold(context.fixture, ana, holdRequest(context.fixture, { service_date }));
    }
    expect(await stateOf(context.fixture, ana)).toBe('offered');
  });

  test('does not count as seats without a payment', async () => {
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
    await raiseCapacity(context.fixture, 10);
    expect(await statesOf(context.fixture, ana, other)).toEqual(['offered', 'offered']);
    // A late payment takes free seats, because its hold was released.
    const { hold_id } = await createHold(fixture, ben);
    await sql()`update private.holds set user_id = ${ana}, state = 'released' where id = ${hold_id}`;
    await sql()`update public.departures set held = held - 1, start_time = case when held + sold > 1 then start_time end, end_time = case when held + sold > 1 then end_time end`;
    await sql()`select private.consume_hold(${hold_id})`;
    expect(await statesOf(context.fixture, ana, other)).toEqual(['taken', 'offered']);
  });
});

test("a checkout elsewhere does not lock offered seats, and the lock's owner releases them", async () => {
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
  expect(await statesOf(context.fixture, ana)).toEqual(['offered']);
});

test('a failure frees the seats, and the next run tries again', async () => {
  const [booking] = await bookSeats(context.fixture, [8]);
  await join(context.fixture, ana, 2);
  await sql()`alter table private.waitlist add constraint broken check (state <> 'offered')`;
  await cancelBooking(context.fixture, booking);
  expect(await departureOf(context.fixture)).toMatchObject({ held: 0, sold: 0 });
  expect(await sql()`select kind from private.troubles`).toEqual([{ kind: 'waitlist' }]);
  await sql()`alter table private.waitlist drop constraint broken`;
  await sql()`update private.troubles set next_attempt_at = now()`;
  await context.checkout.deps.admin('run_departures');
  expect(await stateOf(context.fixture, ana)).toBe('offered');
  expect(await sql()`select 1 from private.troubles`).toHaveLength(0);
});
