import { describe, expect, test } from 'vitest';
import { handle as releaseHold } from '../../../supabase/functions/release-hold/handler.ts';
import { confirm, post, startPayment } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  departureOf,
  holdRequest,
  refusal,
  rideOf,
  signedIn,
} from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// Changing details exchanges the hold in one step (docs/rules/booking.md, Holding and paying).

const context = contextForEachTest({ seats: 4 });

const as = (user: string) => rpcFor(context.fixture.db, signedIn(user));
const hold = (changes = {}, user = context.user) =>
  createHold(context.fixture, user, holdRequest(context.fixture, changes));
const another = async () => (await createUsers(context.fixture.db.sql, 1))[0] ?? '';
const stateOf = async (id: string) =>
  ((await as(context.user)('get_hold', { p_hold_id: id })) as { state: string }).state;
const pass = (minutes: number) =>
  context.fixture.db.sql`update private.holds set created_at = created_at - ${minutes} * interval '1 minute',
    expires_at = expires_at - ${minutes} * interval '1 minute'`;
const departure = () => departureOf(context.fixture);

const availableTo = async (user: string) => {
  const rows = (await as(user)('get_departures', {
    p_service_id: context.fixture.experience,
    p_from: context.fixture.date,
    p_to: context.fixture.date,
  })) as { available: number }[];
  return rows[0]?.available;
};

describe("a person's own held seats", () => {
  test('are free to their holder and taken for others, also as a private group', async () => {
    await hold({ num_people: 3 });
    expect([await availableTo(context.user), await availableTo(await another())]).toEqual([4, 1]);
    await hold({ booking_type: 'private', num_people: 2 });
    expect([await availableTo(context.user), await availableTo(await another())]).toEqual([4, 0]);
    await pass(15);
    expect(await availableTo(context.user)).toBe(4);
  });

  test('are handled the same way for a shuttle', async () => {
    const { hold_id } = await hold(rideOf(context.fixture));
    const seats = async (user: string) =>
      (
        (await as(user)('get_departures', {
          p_service_id: context.fixture.transport,
          p_from: context.fixture.date,
          p_to: context.fixture.date,
        })) as { available: number; capacity: number }[]
      ).map(({ available, capacity }) => capacity - available)[0];
    expect([await seats(context.user), await seats(await another())]).toEqual([0, 1]);
    const moved = await hold({ ...rideOf(context.fixture), service_date: daysFromNow(8), replaces: hold_id });
    expect(moved).toMatchObject({ state: 'held', took_over: false });
    expect([await seats(context.user), await seats(await another())]).toEqual([0, 0]);
  });
});

describe('changing the details of a hold', () => {
  test('replaces the hold on a full departure, with the remaining time', async () => {
    const before = await hold({ num_people: 4 });
    await pass(5);
    const after = await hold({ num_people: 3, replaces: before.hold_id });
    expect(after).toMatchObject({ state: 'held', seats: 3, took_over: false });
    expect((after as unknown as { seconds_left: number }).seconds_left).toBeLessThanOrEqual(600);
    expect(await stateOf(before.hold_id)).toBe('released');
    expect(await departure()).toMatchObject({ held: 3 });
  });

  test('keeps the old hold if the new one is refused', async () => {
    await hold({ num_people: 2 }, await another());
    const before = await hold({ num_people: 2 });
    expect(await refusal(hold({ num_people: 3, replaces: before.hold_id }))).toMatchObject({ hint: 'sold_out' });
    expect(await refusal(hold({ country: '', replaces: before.hold_id }))).toMatchObject({ hint: 'country_required' });
    expect(await stateOf(before.hold_id)).toBe('held');
    expect(await departure()).toMatchObject({ held: 4 });
  });

  test('leaves no moment in which someone else can take the seats', async () => {
    let mine = await hold({ num_people: 4 });
    const crowd = await createUsers(context.fixture.db.sql, 8);
    for (let round = 0; round < 5; round += 1) {
      const others = crowd.map((user) => hold({}, user));
      const [next, ...rest] = await Promise.allSettled([
        hold({ num_people: 4, hotel_name: `Room ${round}`, replaces: mine.hold_id }),
        ...others,
      ]);
      expect(next.status).toBe('fulfilled');
      expect(rest.every(({ status }) => status === 'rejected')).toBe(true);
      if (next.status === 'fulfilled') mine = next.value;
    }
    expect(await departure()).toMatchObject({ held: 4 });
  });

  test('cancels a started payment, and books and charges nothing if the card is accepted anyway', async () => {
    const started = await startPayment(context.fixture, context.checkout, context.user);
    const after = await hold({ num_people: 2, replaces: started.hold.hold_id });
    context.checkout.stripe.authorise(started.intent);
    expect(await confirm(context.checkout, started)).toMatchObject({ state: 'void' });
    await releaseHold(post({ hold_id: started.hold.hold_id }, context.user), context.checkout.deps);
    expect(context.checkout.stripe.intents.get(started.intent)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(after.hold_id)).toBe('held');
    expect(await departure()).toMatchObject({ held: 2, sold: 0 });
  });

  test('does not count as a new hold of the hour, but is limited', async () => {
    let mine = await hold();
    for (let n = 0; n < 20; n += 1) mine = await hold({ hotel_name: `Room ${n}`, replaces: mine.hold_id });
    await context.fixture.db.sql`update private.limits set value = 20 where name = 'hold.changes_hour'`;
    expect(await refusal(hold({ replaces: mine.hold_id }))).toMatchObject({ hint: 'too_many_unpaid_holds' });
    expect(await stateOf(mine.hold_id)).toBe('held');
  });

  test('holds neither departure longer than allowed when switching between two', async () => {
    const later = { service_date: daysFromNow(8) };
    let mine = await hold();
    for (const [minutes, there] of [
      [12, later],
      [6, {}],
      [12, later],
    ] as const) {
      await pass(minutes);
      mine = await hold({ ...there, replaces: mine.hold_id });
    }
    await pass(6);
    expect(await refusal(hold({ replaces: mine.hold_id }))).toMatchObject({ hint: 'hold_wait' });
    expect(await departure()).toMatchObject({ held: 0 });
  });

  test("changes neither bookings nor other people's holds", async () => {
    const theirs = await hold({}, await another());
    await hold({ replaces: theirs.hold_id });
    expect(await departure()).toMatchObject({ held: 2 });
  });

  test('succeeds for two people who exchange their seats', async () => {
    const [other, later] = [await another(), { service_date: daysFromNow(8) }];
    let [mine, theirs] = [await hold(), await hold(later, other)];
    for (let n = 0; n < 6; n += 1) {
      const [here, there] = n % 2 === 0 ? [later, {}] : [{}, later];
      [mine, theirs] = await Promise.all([
        hold({ ...here, replaces: mine.hold_id }),
        hold({ ...there, replaces: theirs.hold_id }, other),
      ]);
    }
    expect(await departure()).toMatchObject({ held: 1 });
  });
});

describe('a second tab', () => {
  test('takes over the hold of the first one on the departure, which is told', async () => {
    const first = await hold({ num_people: 2 });
    const second = await hold({ num_people: 2 });
    expect(second).toMatchObject({ state: 'held', took_over: true });
    expect(await stateOf(first.hold_id)).toBe('released');
    expect(await departure()).toMatchObject({ held: 2 });
  });

  test('lets the first one read that its seats are held, and then booked, elsewhere, until the hold is released', async () => {
    const read = async (id: string) =>
      ((await as(context.user)('get_hold', { p_hold_id: id })) as { elsewhere: string | null }).elsewhere;
    const first = await hold({ num_people: 2 });
    expect(await read(first.hold_id)).toBeNull();
    const second = await hold({ num_people: 2, payment_method: 'cash' });
    expect([await read(first.hold_id), await read(second.hold_id)]).toEqual(['held', null]);
    await as(context.user)('book_cash', { p_hold_id: second.hold_id });
    expect([await read(first.hold_id), await read(second.hold_id)]).toEqual(['booked', null]);
    // Bookings of other people and of other days do not count.
    const third = await hold({ num_people: 1, service_date: daysFromNow(9) });
    await context.fixture.db.sql`select private.abandon_hold(${third.hold_id})`;
    const other = await another();
    const theirs = await hold({ num_people: 1, service_date: daysFromNow(9), payment_method: 'cash' }, other);
    await as(other)('book_cash', { p_hold_id: theirs.hold_id });
    expect(await read(third.hold_id)).toBeNull();
  });

  test('takes over an expired hold silently, and frees seats at once with a payment behind it', async () => {
    await startPayment(context.fixture, context.checkout, context.user, { num_people: 4 });
    await pass(15);
    expect(await hold({ num_people: 4 })).toMatchObject({ took_over: false, seats: 4, seconds_left: 900 });
  });
});
