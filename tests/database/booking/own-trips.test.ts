import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { createHold, grantRole, holdRequest, referUsers, rideOf, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// A review is about a trip that its author paid for and does not run or work for. Nobody decides about their own
// booking as staff (docs/rules/catalogue.md, Reviews).

const context = contextForEachTest();
const ROLES = [
  'tour_guide',
  'shuttle_driver',
  'shuttle_manager',
  'territory_manager',
  'territory_staff',
  'travel_partner',
  'admin',
] as const;
type Role = (typeof ROLES)[number];
type Kind = 'experience' | 'transport';
const KINDS: Kind[] = ['experience', 'transport'];

/** The roles that connect a person with each kind of trip. */
const WORKS_FOR: Record<Kind, Role[]> = {
  experience: ['tour_guide', 'territory_manager', 'territory_staff', 'admin'],
  transport: ['shuttle_driver', 'shuttle_manager', 'territory_manager', 'territory_staff', 'admin'],
};

let guest: string;
beforeEach(() => {
  guest = context.user;
});

const { rio, other } = { rio: 'rio', other: 'lago' };
const give = (role: Role, territory = rio, who = guest) =>
  grantRole(context.fixture.db.sql, who, role, role === 'admin' ? null : territory);
const requestOf = (kind: Kind) => (kind === 'transport' ? rideOf(context.fixture) : {});
/** Creates a booking paid by card, whose guest a colleague checked in. */
async function travelled(kind: Kind): Promise<string> {
  const { booking } = await payFor(context.fixture, context.checkout, guest, requestOf(kind));
  await context.startsIn(booking, 1);
  await context.call(context.fixture.staff, 'check_in_listed', booking, { p_action: 'checked_in' });
  return booking;
}
async function inCash(who = guest): Promise<string> {
  const request = holdRequest(context.fixture, { payment_method: 'cash' });
  const { hold_id } = await createHold(context.fixture, who, request);
  const booked = await rpcFor(context.fixture.db, signedIn(who))('book_cash', { p_hold_id: hold_id });
  const id = (booked as { booking_id: string }).booking_id;
  await context.startsIn(id, 1);
  return id;
}
const review = (booking: string) => context.call(guest, 'create_review', booking, { p_rating: 5, p_text: 'Fine' });
const refusals = (booking: string) =>
  context.fixture.db.as(signedIn(guest), async (sql) => [
    ...(await sql`select refusal as code from public.my_reviews(${[booking]}::uuid[]) where refusal is not null`),
  ]);
const isKnown = async (who = guest) => {
  const [row] = await context.fixture.db.sql`select private.is_known_guest(${who}) as known`;
  return row?.known as boolean;
};
const askedForReview = async (booking: string) => {
  const [row] = await context.fixture.db.sql`select private.may_ask_review(private.booking(${booking})) as asked`;
  return row?.asked as boolean;
};

describe.each(KINDS)('a paid %s', (kind) => {
  test('can be reviewed by its guest, who then counts as known', async () => {
    const booking = await travelled(kind);
    expect(await refusals(booking)).toEqual([]);
    expect(await isKnown()).toBe(true);
    expect(await askedForReview(booking)).toBe(true);
    expect(await review(booking)).toMatchObject({ id: expect.any(String) });
  });

  test.each(ROLES)("can't be reviewed by a guest who is %s", async (role) => {
    const booking = await travelled(kind);
    await give(role);
    if (!WORKS_FOR[kind].includes(role)) {
      expect(await refusals(booking)).toEqual([]);
      expect(await isKnown()).toBe(true);
      await review(booking);
      return;
    }
    await expect(review(booking)).rejects.toMatchObject({ status: 403, code: 'works_for_trip' });
    expect(await refusals(booking)).toEqual([{ code: 'works_for_trip' }]);
    expect(await isKnown()).toBe(false);
    expect(await askedForReview(booking)).toBe(false);
  });
});

test('lets a guide of another territory review the trip, but not the person who led it, whatever their current role', async () => {
  await give('tour_guide', other);
  const booking = await travelled('experience');
  expect(await refusals(booking)).toEqual([]);
  await context.set('bookings', booking, 'guide_id', guest);
  await expect(review(booking)).rejects.toMatchObject({ code: 'works_for_trip' });
});

test.each(['dropped_at', 'revoked_at'])('counts a role with %s after the trip, but not before it', async (column) => {
  const booking = await travelled('experience');
  await give('territory_staff');
  const end = (days: number) => context.fixture.db.sql`
    update private.role_grants set ${context.fixture.db.sql(column)} = now() + ${days} * interval '1 day' where user_id = ${guest} and role = 'territory_staff'`;
  await end(0);
  await expect(review(booking)).rejects.toMatchObject({ code: 'works_for_trip' });
  await end(-3);
  await review(booking);
});

test('lets a guest who starts working for a reviewed trip delete the review, but not edit it', async () => {
  const { id } = await review(await travelled('experience'));
  await give('tour_guide');
  const call = rpcFor(context.fixture.db, signedIn(guest));
  const edit = { p_review_id: id, p_rating: 1, p_text: 'Better' };
  await expect(call('edit_review', edit)).rejects.toMatchObject({ status: 403, code: 'works_for_trip' });
  await call('delete_review', { p_review_id: id });
});

describe('cash for a trip', () => {
  const unpaid = { status: 409, code: 'trip_not_paid' };
  const checkIn = (booking: string, more = {}) =>
    context.call(context.fixture.guide, 'check_in_listed', booking, { p_action: 'checked_in', ...more });

  test('unlocks nothing until it is in a cash book, and then the guest can review and counts as known', async () => {
    const booking = await inCash();
    await checkIn(booking);
    await expect(review(booking)).rejects.toMatchObject(unpaid);
    expect(await refusals(booking)).toEqual([{ code: 'trip_not_paid' }]);
    expect(await isKnown()).toBe(false);
    expect(await askedForReview(booking)).toBe(false);
    await context.call(context.fixture.guide, 'receive_cash', booking, { p_amount: 175.5 });
    const book = await context.fixture.db
      .sql`select person_id, amount::float from public.cash_entries where booking_id = ${booking}`;
    expect([...book]).toEqual([{ person_id: context.fixture.guide, amount: 175.5 }]);
    expect(await isKnown()).toBe(true);
    await review(booking);
  });

  test('does not count once removed from the book, or refunded in full', async () => {
    const booking = await inCash();
    await checkIn(booking, { p_cash: 175.5 });
    await context.setStatus(booking, 'ordered');
    await expect(review(booking)).rejects.toMatchObject(unpaid);
    await context.setStatus(booking, 'paid');
    await context.refund(booking, null);
    await expect(review(booking)).rejects.toMatchObject(unpaid);
    expect(await isKnown()).toBe(false);
  });
});

test('does not count a card payment with a chargeback', async () => {
  const booking = await travelled('experience');
  // Creates the state after a lost dispute.
  await context.fixture.db
    .sql`update private.payment_lines set disputed_minor = captured_minor where booking_id = ${booking}`;
  await expect(review(booking)).rejects.toMatchObject({ code: 'trip_not_paid' });
  await context.fixture.db.sql`update private.payment_lines set disputed_minor = 0 where booking_id = ${booking}`;
  await review(booking);
});

describe("a person's own booking", () => {
  const own = { status: 403, code: 'own_booking' };
  const arrive = { p_action: 'checked_in' };

  test('is checked in by a colleague and its cash taken by one, not by the guide, by list or code', async () => {
    const booking = await inCash(context.fixture.guide);
    const [row] = await context.fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
    const code = row?.code as string;
    const guide = rpcFor(context.fixture.db, signedIn(context.fixture.guide));
    for (const name of ['check_in_listed', 'receive_cash', 'undo_arrival']) {
      const more = { check_in_listed: arrive, receive_cash: { p_amount: 175.5 } }[name] ?? {};
      await expect(context.call(context.fixture.guide, name, booking, more)).rejects.toMatchObject(own);
    }
    const scanned = await guide('check_in', { p_booking_id: booking, p_code: code, ...arrive });
    expect(scanned).toMatchObject({ hint: 'own_booking' });
    expect(await guide('get_check_in', { p_booking_id: booking, p_code: code.slice(0, 8) })).toMatchObject({
      hint: 'own_booking',
    });
    expect(await context.statusOf(booking)).toBe('ordered/pending');
    await context.call(context.fixture.staff, 'check_in_listed', booking, arrive);
  });

  test('is also refused in an offline report', async () => {
    const booking = await inCash(context.fixture.guide);
    const [row] = await context.fixture.db.sql`select encode(sha256(convert_to(c.code, 'UTF8')), 'hex') as ticket
      from public.bookings b join public.booking_codes c on c.booking_id = b.id where b.id = ${booking}`;
    const report = {
      key: randomUUID(),
      kind: 'experience',
      booking_id: booking,
      ticket: row?.ticket,
      action: 'checked_in',
      at: new Date().toISOString(),
    };
    const guide = rpcFor(context.fixture.db, signedIn(context.fixture.guide));
    const answers = await guide('report_arrivals', { p_reports: [report] });
    expect(answers).toMatchObject([{ result: 'refused', code: 'own_booking' }]);
    expect(await context.statusOf(booking)).toBe('ordered/pending');
  });

  test.each(['staff', 'manager'] as const)("can't be set, paid, refunded or cancelled by %s", async (who) => {
    const person = context.fixture[who];
    const booking = await inCash(person);
    for (const status of ['paid', 'checked_in', 'confirmed', 'cancelled'])
      await expect(context.setStatus(booking, status, person)).rejects.toMatchObject(own);
    await expect(context.call(person, 'staff_cancel_booking', booking, { p_refund_amount: 0 })).rejects.toMatchObject(
      own,
    );
    await expect(context.call(person, 'refund_booking', booking, { p_amount: 1, p_left: 0 })).rejects.toMatchObject(
      own,
    );
    expect(await context.statusOf(booking)).toBe('ordered/pending');
    // They still can decide for other guests.
    await context.setStatus(await inCash(), 'paid', person);
  });

  test("can't be set by an admin", async () => {
    await give('admin');
    const booking = await inCash();
    await expect(context.setStatus(booking, 'paid', guest)).rejects.toMatchObject(own);
  });

  test.each(['shuttle_driver', 'shuttle_manager'] as const)("can't be checked in by a %s", async (role) => {
    await give(role);
    const { booking } = await payFor(context.fixture, context.checkout, guest, rideOf(context.fixture));
    await context.startsIn(booking, 1);
    if (role === 'shuttle_driver') {
      const { sql } = context.fixture.db;
      await sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${guest}, 'rio')`;
      await sql`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
        select ${guest}, ${context.fixture.transport}, d from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) d`;
    }
    await expect(context.call(guest, 'check_in_listed', booking, arrive)).rejects.toMatchObject(own);
    await context.call(context.fixture.shuttle, 'check_in_listed', booking, arrive);
  });
});

test.each([
  ['territory_staff', rio, 0],
  ['shuttle_driver', rio, 0],
  ['tour_guide', other, 1],
  ['travel_partner', rio, 1],
] as const)(
  'a partner whose guest is %s in %s earns %i commissions from their trips',
  async (role, territory, count) => {
    await referUsers(context.fixture.db.sql, [guest]);
    await give(role, territory);
    await payFor(context.fixture, context.checkout, guest);
    const rows = await context.fixture.db.sql`select 1 from public.commissions`;
    expect(rows).toHaveLength(count);
  },
);
