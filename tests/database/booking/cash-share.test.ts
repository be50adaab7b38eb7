import { describe, expect, test } from 'vitest';
import { payFor, startPayment } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  departureOf,
  holdRequest,
  refusal,
  signedIn,
  startsIn,
} from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// All new guests together can hold half of a departure without paying (docs/rules/booking.md, Cash of new guests).

const context = contextForEachTest({ seats: 12 });

const people = (count: number) => createUsers(context.fixture.db.sql, count);
const as = (user: string) => rpcFor(context.fixture.db, signedIn(user));
const hold = (user: string, changes = {}) =>
  createHold(context.fixture, user, holdRequest(context.fixture, { payment_method: 'cash', ...changes }));
const book = async (user: string, changes = {}): Promise<string> => {
  const { hold_id } = await hold(user, changes);
  return ((await as(user)('book_cash', { p_hold_id: hold_id })) as { booking_id: string }).booking_id;
};
const share = (percent: number) =>
  context.fixture.db.sql`update private.limits set value = ${percent} where name = 'cash.new_guests_percent'`;
const departure = () => departureOf(context.fixture);

/** Adds a trip of theirs that has begun and was paid by card. */
async function travelled(user: string): Promise<string> {
  const { booking } = await payFor(context.fixture, context.checkout, user, { service_date: daysFromNow(3) });
  await startsIn(context.fixture, booking, -2);
  return booking;
}

const seatsFor = async (user?: string) => {
  const caller = user ? as(user) : rpcFor(context.fixture.db, { role: 'anon' });
  const [row] = (await caller('get_departures', {
    p_service_id: context.fixture.experience,
    p_from: context.fixture.date,
    p_to: context.fixture.date,
  })) as { available: number; cash_seats: number }[];
  return row;
};

describe('60 hostile accounts that book in cash', () => {
  const storm = async (changes: Record<string, unknown> = {}) => {
    const outcomes: PromiseSettledResult<string>[] = [];
    const crowd = await people(60);
    // Twenty run at a time, so that they really compete.
    for (let n = 0; n < crowd.length; n += 20)
      outcomes.push(...(await Promise.allSettled(crowd.slice(n, n + 20).map((user) => book(user, changes)))));
    return outcomes;
  };

  test('get half of a departure, and honest guests get the rest by card', async () => {
    const outcomes = await storm();
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await departure()).toMatchObject({ sold: 6, held: 0 });
    for (const honest of await people(6)) await payFor(context.fixture, context.checkout, honest);
    expect(await departure()).toMatchObject({ sold: 12 });
  });

  test('get none of it as private groups, which would take all seats', async () => {
    const outcomes = await storm({ booking_type: 'private', num_people: 2 });
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await departure()).toBeUndefined(); // never made
    expect(await seatsFor()).toMatchObject({ available: 12, cash_seats: 6 });
  });

  test('control: get all of it without the cash share', async () => {
    await share(100);
    await storm();
    expect(await departure()).toMatchObject({ sold: 12 });
    const [honest = ''] = await people(1);
    expect(await refusal(startPayment(context.fixture, context.checkout, honest))).toMatchObject({ hint: 'sold_out' });
  });
});

describe('the cash share', () => {
  test('is refused with its own code, and the page shows in advance how many seats are left for cash', async () => {
    expect(await seatsFor()).toMatchObject({ available: 12, cash_seats: 6 });
    const [first = '', second = ''] = await people(2);
    await book(first, { num_people: 5 });
    expect(await seatsFor(second)).toMatchObject({ available: 7, cash_seats: 1 });
    expect(await refusal(hold(second, { num_people: 2 }))).toMatchObject({
      code: 'PT409',
      hint: 'cash_share_taken',
      message: 'There are no seats left to pay for in cash on this trip. Please pay by card.',
    });
    expect(await refusal(hold(second, { booking_type: 'private', num_people: 2 }))).toMatchObject({
      hint: 'cash_private',
    });
    await hold(second);
    expect(await seatsFor()).toMatchObject({ cash_seats: 0 });
  });

  test.each([
    [1, 50, 1],
    [3, 50, 1],
    [12, 1, 1],
    [12, 0, 0],
    [5, 70, 3],
    [12, 100, 12],
  ])('allows with %i seats at %i percent %i', async (seats, percent, cash) => {
    await context.fixture.db
      .sql`update public.experience_timeslots set max_spots = ${seats}, available_spots = ${seats}`;
    await share(percent);
    expect(await seatsFor()).toMatchObject({ available: seats, cash_seats: cash });
  });

  test('excludes cash that staff received, and cancelled bookings', async () => {
    const [first = '', second = '', third = ''] = await people(3);
    const [paid, cancelled] = [await book(first, { num_people: 3 }), await book(second, { num_people: 3 })];
    expect(await refusal(hold(third))).toMatchObject({ hint: 'cash_share_taken' });
    await context.setStatus(paid, 'paid');
    expect(await seatsFor(third)).toMatchObject({ cash_seats: 3 });
    await context.setStatus(cancelled, 'cancelled');
    await book(third, { num_people: 6 });
  });

  test('does not limit guests who paid and checked in, or whose card trip has begun, even for a private group in cash', async () => {
    const [known = '', arrived = '', stranger = ''] = await people(3);
    const earlier = await book(arrived, { service_date: daysFromNow(2) });
    await context.setStatus(earlier, 'paid');
    await context.fixture.db
      .sql`update public.bookings set status = 'checked_in', check_in_status = 'checked_in' where id = ${earlier}`;
    await travelled(known);
    await book(stranger, { num_people: 6 });
    await book(known, { num_people: 3 });
    expect(await seatsFor(arrived)).toMatchObject({ available: 3, cash_seats: 3 });
    expect(await seatsFor(stranger)).toMatchObject({ available: 3, cash_seats: 0 });
    await book(arrived, { booking_type: 'private', num_people: 2, service_date: daysFromNow(9) });
  });

  test("can't be evaded with a future card trip, a refunded one, or a disputed one", async () => {
    const [early = '', back = '', disputed = ''] = await people(3);
    await payFor(context.fixture, context.checkout, early, { service_date: daysFromNow(3) });
    await context.setStatus(await travelled(back), 'cancelled');
    const booking = await travelled(disputed);
    await context.fixture.db.sql`update private.payment_lines set disputed_minor = 100 where booking_id = ${booking}`;
    for (const user of [early, back, disputed]) {
      expect(await refusal(hold(user, { num_people: 7 })), user).toMatchObject({ hint: 'cash_share_taken' });
    }
    await context.fixture.db.sql`update private.payment_lines set disputed_minor = 0`; // the ledger knows nothing of it
  });
});

describe('a changed hold', () => {
  test("can't change from card to cash if the cash share is full, and stays unchanged", async () => {
    const [first = '', second = ''] = await people(2);
    await book(first, { num_people: 6 });
    const card = await hold(second, { payment_method: 'card', num_people: 2 });
    expect(await refusal(hold(second, { num_people: 2, replaces: card.hold_id }))).toMatchObject({
      hint: 'cash_share_taken',
    });
    expect(await as(second)('get_hold', { p_hold_id: card.hold_id })).toMatchObject({ state: 'held', seats: 2 });
    expect(await departure()).toMatchObject({ held: 2, sold: 6 });
  });

  test('counts only once toward the share with more people', async () => {
    const [user = ''] = await people(1);
    const before = await hold(user, { num_people: 4 });
    const after = await hold(user, { num_people: 6, replaces: before.hold_id });
    expect(await departure()).toMatchObject({ held: 6 });
    expect(await refusal(hold(user, { num_people: 7, replaces: after.hold_id }))).toMatchObject({
      hint: 'cash_share_taken',
    });
  });
});

test('lets as many of twenty concurrent bookings hold seats as the share has', async () => {
  const outcomes = await Promise.allSettled((await people(20)).map((user) => hold(user)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(await departure()).toMatchObject({ held: 6 });
});

test('counts holds without seats when they become bookings, and booking again returns the same booking', async () => {
  await context.fixture.db.sql`update private.limits set value = 0 where name = 'hold.departure_minutes'`;
  // This hold ends without a booking, so new holds keep no seats from now on.
  const [first = '', ...others] = await people(9);
  const gone = await hold(first);
  await context.fixture.db.sql`update private.holds set created_at = created_at - interval '1 minute'`;
  await as(first)('release_hold', { p_hold_id: gone.hold_id });
  const holds = await Promise.all(others.map(async (user) => ({ user, ...(await hold(user)) })));
  expect(await departure()).toMatchObject({ held: 0 });
  const pay = ({ user, hold_id }: { user: string; hold_id: string }) => as(user)('book_cash', { p_hold_id: hold_id });
  const outcomes = await Promise.allSettled(holds.map(pay));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  const booked = holds.find((_, n) => outcomes[n]?.status === 'fulfilled');
  expect(await pay(booked as (typeof holds)[number])).toMatchObject({ booking_id: expect.any(String) });
  expect(await departure()).toMatchObject({ sold: 6 });
});

test('lets admins set the share only over the version that they read, and logs it', async () => {
  const { sql } = context.fixture.db;
  const [admin = '', other = ''] = await people(2);
  await sql`insert into private.role_grants (user_id, role) values (${admin}, 'admin')`;
  const save = async (percent: number, expected: number, who = admin) =>
    Number(await as(who)('save_cash_share', { p_percent: percent, p_expected: expected }));
  expect(Number(await as(admin)('cash_share', {}))).toBe(50);
  expect(await save(30, 50)).toBe(30);
  expect(await seatsFor()).toMatchObject({ cash_seats: 3 });
  await expect(save(40, 50)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await expect(save(101, 30)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(save(12.5, 30)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(save(100, 30, other)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await sql`select actor_id, detail from public.audit_log where action = 'cash_share_changed'`).toMatchObject([
    { actor_id: admin, detail: { new_guests_percent: { from: 50, to: 30 } } },
  ]);
});
