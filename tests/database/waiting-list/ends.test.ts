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
import { change } from '../changes/support.ts';
import { call, cancel, dayAfter, passUndo, seatsOn } from '../departures/support.ts';
import { bookSeats, cancelBooking, join, leavesIn, stateOf, statesOf } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
let ana: string;
let ben: string;

beforeEach(async () => {
  await allowAllCash(context.fixture);
  [ana = '', ben = ''] = await createUsers(sql(), 2);
});

/** Returns the people who were told that the list ended, and whether the departure was cancelled. */
const told = () =>
  sql()`select user_id, params -> 'cancelled' as cancelled from public.notifications where wording = 'waiting_over' order by user_id = ${ben}`;

describe('the end of a departure', () => {
  test('ends its waitlist, and notifies people who were offered no seats', async () => {
    const { fixture } = context;
    const [booking] = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    await join(fixture, ben, 8);
    await cancelBooking(fixture, booking);
    await leavesIn(fixture, -1);
    for (const _again of [1, 2]) await context.checkout.deps.admin('run_departures');
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['ended', 'ended']);
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
    expect(await told()).toEqual([{ user_id: ben, cancelled: false }]);
  });

  test('is notified to everyone on the list after a cancellation, including those with offered seats', async () => {
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
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['offered', 'waiting']);
    expect(await told()).toEqual([]);
    await passUndo(fixture);
    for (const _again of [1, 2]) await context.checkout.deps.admin('run_departures');
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['ended', 'ended']);
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
    expect(await told()).toEqual([
      { user_id: ana, cancelled: true },
      { user_id: ben, cancelled: true },
    ]);
    expect(await sql()`select 1 from public.notifications where wording = 'seats_free'`).toHaveLength(0);
  });

  test('is not delayed by lists that nothing can be done about', async () => {
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

  test('can be undone, and until then the list remains, and nothing is offered', async () => {
    const { fixture } = context;
    const bookings = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    const { cancellation_id } = await cancel(fixture, fixture.guide);
    await cancelBooking(fixture, bookings[0]);
    await context.checkout.deps.admin('run_departures');
    expect(await statesOf(context.fixture, ana)).toEqual(['waiting']);
    await call(fixture, fixture.guide, 'undo_departure_cancellation', { p_cancellation_id: cancellation_id });
    expect(await statesOf(context.fixture, ana)).toEqual(['offered']);
    await join(fixture, ben, 2);
    await cancel(fixture, fixture.guide);
    await passUndo(fixture);
    await context.checkout.deps.admin('run_departures');
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['ended', 'ended']);
  });

  test('is not reached while closed to new bookings, and seats are offered once it is open again', async () => {
    const { fixture } = context;
    const [booking] = await bookSeats(fixture, [2, 6]);
    await join(fixture, ana, 2);
    const departure = {
      p_service_id: fixture.experience,
      p_slot_id: fixture.slot,
      p_date: fixture.date,
    };
    await call(fixture, fixture.staff, 'close_departure', departure);
    await cancelBooking(fixture, booking);
    await context.checkout.deps.admin('run_departures');
    expect(await statesOf(context.fixture, ana)).toEqual(['waiting']);
    await call(fixture, fixture.staff, 'close_departure', { ...departure, p_closed: false });
    expect(await statesOf(context.fixture, ana)).toEqual(['offered']);
  });
});

describe('guests with a booking', () => {
  /** Books the day after for Ana, in cash. */
  const bookDayAfter = async (num_people: number): Promise<string> => {
    const request = holdRequest(context.fixture, { num_people, payment_method: 'cash', service_date: dayAfter() });
    const { hold_id } = await createHold(context.fixture, ana, request);
    const booked = await call(context.fixture, ana, 'book_cash', { p_hold_id: hold_id });
    return (booked as { booking_id: string }).booking_id;
  };

  test('leave their seats to the waitlist by changing the date', async () => {
    const booking = await bookDayAfter(2);
    await bookSeats(context.fixture, [6], { service_date: dayAfter() });
    await join(context.fixture, ben, 2, { service_date: dayAfter() });
    await change(context, booking, { service_date: context.fixture.date }, ana);
    expect(await statesOf(context.fixture, ben)).toEqual(['offered']);
    expect(await seatsOn(context.fixture, dayAfter())).toMatchObject({ sold: 6, held: 2 });
  });

  test('can change to the offered seats, and pass on those that they do not need', async () => {
    const booking = await bookDayAfter(2);
    const [three] = await bookSeats(context.fixture, [3, 5]);
    await join(context.fixture, ana, 3);
    await join(context.fixture, ben, 1);
    await cancelBooking(context.fixture, three);
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['offered', 'waiting']);
    await change(context, booking, { service_date: context.fixture.date }, ana);
    expect(await statesOf(context.fixture, ana, ben)).toEqual(['taken', 'offered']);
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 7, held: 1 });
  });

  test('keep the offered seats when the change is refused', async () => {
    const booking = await bookDayAfter(4);
    const [two] = await bookSeats(context.fixture, [2, 6]);
    await join(context.fixture, ana, 2);
    await cancelBooking(context.fixture, two);
    await expect(change(context, booking, { service_date: context.fixture.date }, ana)).rejects.toMatchObject({
      code: 'sold_out',
    });
    expect(await statesOf(context.fixture, ana)).toEqual(['offered']);
  });

  test('can wait for more seats of the same departure, and book them as well', async () => {
    const { fixture } = context;
    const book = async () => {
      const { hold_id } = await createHold(fixture, ana, holdRequest(fixture, { payment_method: 'cash' }));
      await call(fixture, ana, 'book_cash', { p_hold_id: hold_id });
    };
    await book();
    const [one] = await bookSeats(fixture, [1, 6]);
    await join(fixture, ana, 1);
    await cancelBooking(fixture, one);
    expect(await statesOf(context.fixture, ana)).toEqual(['offered']);
    await book();
    expect(await statesOf(context.fixture, ana)).toEqual(['taken']);
    expect(await sql()`select 1 from public.bookings where tourist_id = ${ana} and status <> 'cancelled'`).toHaveLength(
      2,
    );
  });
});

test('a deleted account releases its entry and its seats', async () => {
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
