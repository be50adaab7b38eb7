import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { allowAllCash, createUsers, daysFromNow, grantRole, rideOf } from '../booking/support/fixture.ts';
import { call, cancel, dayAfter, type Json, passUndo, seatsOn, theDeparture } from '../departures/support.ts';
import { dateChange, optionsOf } from './requests.ts';
import { change, changesOf, codeOf } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);

describe('the choices for a change', () => {
  test('are its service on other days with seats for all of its people', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 3 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 6, service_date: dayAfter() }, other);
    await call(fixture, fixture.staff, 'close_departure', {
      p_service_id: fixture.experience,
      p_slot_id: fixture.slot,
      p_date: daysFromNow(9),
    });
    await cancel(fixture, fixture.staff, {
      p_selection: { departures: [theDeparture(fixture, daysFromNow(10))] },
    });
    const { choices, refusal, refund_amount, extra_amount } = await changesOf(context, booking);
    expect({ refusal, refund_amount, extra_amount }).toEqual({ refusal: null, refund_amount: 0, extra_amount: 0 });
    const days = choices.map(({ service_date }) => service_date);
    expect(days).toContain(daysFromNow(11));
    for (const day of [fixture.date, dayAfter(), daysFromNow(9), daysFromNow(10)]) expect(days).not.toContain(day);
    expect([...days].sort().at(-1)).toBe(daysFromNow(67));
    // The nearest days come first, and each says how long cancelling is free there: 72 hours before.
    expect(days[0]).toBe(daysFromNow(6));
    const [first] = choices;
    expect(first?.free_until).toMatch(daysFromNow(3));
  });

  test('include departures without bookings for a private group', async () => {
    const { booking } = await paid({ booking_type: 'private', num_people: 4 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ service_date: dayAfter() }, other);
    const { choices } = await changesOf(context, booking);
    expect(choices.map(({ service_date }) => service_date)).not.toContain(dayAfter());
    await expect(change(context, booking)).rejects.toMatchObject({ code: 'sold_out' });
    await change(context, booking, { service_date: daysFromNow(9) });
    expect(
      await sql()`select service_date::text as day, sold, exclusive from public.departures where sold > 0 order by 1`,
    ).toEqual([
      { day: dayAfter(), sold: 1, exclusive: false },
      { day: daysFromNow(9), sold: 8, exclusive: true },
    ]);
  });

  test("show each departure's number of guests and minimum, for shared bookings", async () => {
    const { fixture } = context;
    const { booking } = await paid();
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 2, service_date: dayAfter() }, other);
    const alone = await payFor(fixture, context.checkout, other, {
      booking_type: 'private',
      num_people: 4,
      service_date: daysFromNow(9),
    });
    await call(fixture, fixture.staff, 'set_run_minimum', {
      p_service_id: fixture.experience,
      p_min_to_run: 4,
    });
    const { choices, service_id } = await changesOf(context, booking);
    expect(service_id).toBe(fixture.experience);
    const on = (day: string) => choices.find(({ service_date }) => service_date === day)?.minimum;
    expect(on(daysFromNow(11))).toMatchObject({ status: 'scheduled', min_to_run: 4, sold: 0 });
    // It is six in the evening of the day before.
    expect(Date.parse(on(daysFromNow(11))?.decides_at ?? '')).toBe(Date.parse(`${daysFromNow(10)}T18:00:00-06:00`));
    const full = await changesOf(context, alone.booking, other);
    expect(full.choices.map(({ minimum }) => minimum)).toEqual(full.choices.map(() => null));
  });

  test('are empty if the service is no longer offered', async () => {
    const { booking } = await paid();
    await context.set('public.experiences', context.fixture.experience, 'visible', false);
    expect(await changesOf(context, booking)).toMatchObject({ refusal: null, choices: [] });
    await expect(change(context, booking)).rejects.toMatchObject({ code: 'sold_out' });
  });
});

describe('a change of date', () => {
  test('keeps number, price and status, and has seats and a code of the new day', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 3 });
    const before = await codeOf(context, booking);
    const [row] = await sql()`select hold_id, total_price, status, guide_id from public.bookings where id = ${booking}`;
    expect(await change(context, booking)).toMatchObject({
      booking_id: booking,
      service_date: dayAfter(),
      refund_amount: 0,
    });
    expect(
      await sql()`select hold_id, total_price, status, guide_id from public.bookings where id = ${booking}`,
    ).toEqual([row]);
    expect(await seatsOn(fixture, fixture.date)).toMatchObject({ sold: 0, held: 0 });
    expect(await seatsOn(fixture, dayAfter())).toMatchObject({ sold: 3 });
    expect(await codeOf(context, booking)).not.toBe(before);
    expect(await sql()`select calendar_sequence from public.bookings where id = ${booking}`).not.toEqual([
      { calendar_sequence: 0 },
    ]);
  });

  test('is reported to its guide, the team and by email to the tourist, and is in history and audit log', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 2 });
    await change(context, booking);
    const told = await sql()`select recipient, template, payload -> 'params' as params from private.outbox
      where payload ->> 'wording' = 'guest_moved' order by template, recipient`;
    expect(told.map(({ recipient, template }) => [template, recipient])).toEqual([
      ['guest_moved', fixture.guide],
      ...[fixture.manager, fixture.staff].sort().map((one) => ['team_moved', one]),
    ]);
    expect(told[0]?.params).toMatchObject({
      from: fixture.date,
      from_time: '09:00:00',
      date: dayAfter(),
      time: '09:00:00',
      people: 2,
    });
    expect(await sql()`select recipient from private.outbox where template = 'booking_moved'`).toEqual([
      { recipient: `${user}@example.test` },
    ]);
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({
      by: 'tourist',
      moved: {
        from: { service_date: fixture.date, start_time: '09:00:00' },
        to: { service_date: dayAfter(), start_time: '09:00:00' },
      },
    });
    expect(await sql()`select actor_id, detail from public.audit_log where action = 'change_booking_date'`).toEqual([
      { actor_id: user, detail: { date: { from: fixture.date, to: dayAfter() } } },
    ]);
  });

  test('sends another email with another code when changed back', async () => {
    const { booking } = await paid();
    await change(context, booking);
    await change(context, booking, { service_date: context.fixture.date });
    await change(context, booking);
    expect(await sql()`select 1 from private.outbox where template = 'booking_moved'`).toHaveLength(3);
    expect(await sql()`select 1 from private.old_ticket_codes where booking_id = ${booking}`).toHaveLength(3);
  });

  test('is made once per key, however often it is requested', async () => {
    const { booking } = await paid();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => change(context, booking, { key })));
    for (const one of answers) expect(one).toEqual(answers[0]);
    expect(await sql()`select 1 from private.booking_changes`).toHaveLength(1);
    await expect(change(context, booking, { key, service_date: daysFromNow(9) })).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
    // A request is repeated long after the booking, because its answer was lost.
    await context.call(context.user, 'cancel_booking', booking);
    expect(await change(context, booking, { key })).toEqual(answers[0]);
  });

  test("removes a ride's passengers and notifies the driver when none are left", async () => {
    const { fixture } = context;
    fixture.date = daysFromNow(5);
    const { booking } = await paid({ ...rideOf(fixture, 2), num_people: 2 });
    const [driver = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), driver, 'shuttle_driver', 'rio');
    await sql()`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
    await sql()`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
      select ${driver}, ${fixture.transport}, private.weekday(${fixture.date}::date)`;
    await sql()`update public.departures set closed = true where service_id = ${fixture.transport}`;
    await sql()`delete from public.notifications`;
    await change(context, booking, { slot_id: null });
    expect(
      await sql()`select b.booking_date::text as day, b.start_time::text as hour, jsonb_array_length(b.passenger_details) as n, d.sold
        from public.bookings b join public.departures d on d.id = b.departure_id where b.kind = 'transport'`,
    ).toEqual([{ day: dayAfter(), hour: '08:00:00', n: 2, sold: 2 }]);
    expect(await sql()`select wording from public.notifications where user_id = ${driver}`).toEqual([
      { wording: 'run_cancelled' },
    ]);
    expect(await sql()`select recipient from private.outbox where template = 'ride_moved'`).toEqual([
      { recipient: fixture.shuttle },
    ]);
  });
});

describe('a change after free cancellation has ended', () => {
  const lastMinutes = (hours: number | null) =>
    sql()`update public.territories set change_hours = ${hours} where id = 'rio'`;
  const quote = (booking: string) =>
    call(context.fixture, context.user, 'quote_cancellation', { p_booking_id: booking });
  const inNineDays = { service_date: daysFromNow(9) };

  test('is possible if the territory allows it, until its deadline; control: not without it', async () => {
    const { booking } = await paid({ num_people: 2 });
    await lastMinutes(48);
    await context.startsIn(booking, 47);
    expect((await changesOf(context, booking)).refusal).toMatchObject({ code: 'too_late_to_change' });
    await expect(change(context, booking)).rejects.toMatchObject({ code: 'too_late_to_change' });
    await context.startsIn(booking, 49);
    const { refusal, refund_at_most, choices } = await changesOf(context, booking);
    expect({ refusal, refund_at_most }).toEqual({ refusal: null, refund_at_most: 50 });
    expect(choices.find(({ service_date }) => service_date === daysFromNow(9))).toMatchObject({
      free_until: null,
      change_until: expect.stringContaining(daysFromNow(7)),
    });
    await lastMinutes(null);
    expect((await changesOf(context, booking)).refusal).toMatchObject({ code: 'too_late_to_change' });
  });

  test('regains no refund that cancelling no longer gave, by another change or fewer people', async () => {
    const { booking } = await paid({ num_people: 2 });
    await lastMinutes(24);
    await context.startsIn(booking, 71);
    await change(context, booking, inNineDays);
    const half = { refund_percent: 50, refund_amount: 175.5, steps: [{ percent: 50 }] };
    expect(await quote(booking)).toMatchObject(half);
    await change(context, booking, { service_date: daysFromNow(10) });
    expect(await quote(booking)).toMatchObject(half);
    const fewer = await optionsOf(context.fixture, context.user, booking, 'fewer');
    expect(fewer.choices).toMatchObject([{ people: 1, refund_amount: 87.75, fee_amount: 87.75 }]);
    await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
  });

  test('control: refunds everything if changed while cancelling was free', async () => {
    const { booking } = await paid({ num_people: 2 });
    await lastMinutes(24);
    await context.startsIn(booking, 73);
    await change(context, booking, inNineDays);
    expect(await quote(booking)).toMatchObject({ refund_percent: 100, refund_amount: 351 });
  });

  test('is refunded in full when the operator cancels', async () => {
    const { booking } = await paid({ num_people: 2 });
    await lastMinutes(24);
    await context.startsIn(booking, 30);
    await change(context, booking, inNineDays);
    expect(await quote(booking)).toMatchObject({ refund_percent: 50 });
    await cancel(context.fixture, context.fixture.staff, {
      p_selection: { departures: [theDeparture(context.fixture, daysFromNow(9))] },
    });
    await passUndo(context.fixture);
    expect(await quote(booking)).toMatchObject({ refund_amount: 351, promised: true });
  });

  test('is also free for a cash booking before departure', async () => {
    const booking = await context.bookCash();
    await lastMinutes(24);
    await context.startsIn(booking, 2);
    expect((await changesOf(context, booking)).refund_at_most).toBeNull();
    await change(context, booking);
    expect(await sql()`select refund_at_most from private.booking_changes`).toEqual([{ refund_at_most: null }]);
  });
});

describe('a change of date that is not possible', () => {
  const refused = async (booking: string, code: string) => {
    const { fixture } = context;
    const before = await seatsOn(fixture, fixture.date);
    await expect(change(context, booking)).rejects.toMatchObject({ status: 409, code });
    expect((await changesOf(context, booking)).refusal).toMatchObject({ code });
    expect((await changesOf(context, booking)).choices).toEqual([]);
    expect(await seatsOn(fixture, fixture.date)).toEqual(before);
  };

  test('is refused once cancelling is no longer free, and always if it never was', async () => {
    const { booking } = await paid();
    await context.startsIn(booking, 73);
    expect((await changesOf(context, booking)).refusal).toBeNull();
    await context.startsIn(booking, 71);
    await refused(booking, 'too_late_to_change');
    await context.startsIn(booking, 500);
    await context.set('public.bookings', booking, 'cancellation_policy', 'strict');
    await refused(booking, 'too_late_to_change');
  });

  test('is refused only after departure for a cash booking, because cancelling is free until then', async () => {
    const booking = await context.bookCash();
    await context.set('public.bookings', booking, 'cancellation_policy', 'strict');
    await context.startsIn(booking, 1);
    const { refusal, choices } = await changesOf(context, booking);
    expect(refusal).toBeNull();
    const there = choices.find(({ service_date }) => service_date === dayAfter());
    // Until nine in the morning there, which is three in the afternoon in UTC.
    expect(Date.parse(there?.free_until as string)).toBe(Date.parse(`${dayAfter()}T15:00:00Z`));
    await context.startsIn(booking, -1);
    await refused(booking, 'too_late_to_change');
    await context.startsIn(booking, 1);
    await change(context, booking);
    await context.setStatus(booking, 'paid');
    await refused(booking, 'too_late_to_change');
  });

  test('is refused after its guests have arrived', async () => {
    const { booking } = await paid();
    await context.set('public.bookings', booking, 'check_in_status', 'checked_in');
    await refused(booking, 'too_late_to_change');
    await context.set('public.bookings', booking, 'check_in_status', 'pending');
  });

  test('is refused after it was cancelled', async () => {
    const { booking } = await paid();
    await context.call(context.user, 'cancel_booking', booking);
    await refused(booking, 'booking_cancelled');
  });

  test('is refused after its departure was cancelled, because it has an offer', async () => {
    const { fixture } = context;
    const { booking } = await paid();
    await cancel(fixture, fixture.guide);
    await refused(booking, 'departure_cancelled');
    await passUndo(fixture);
    await refused(booking, 'departure_cancelled');
  });

  test('is refused to departures that are cancelled, closed, full, its own, of another service, or have ended', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 2 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 7, service_date: dayAfter() }, other);
    await cancel(fixture, fixture.staff, { p_selection: { departures: [theDeparture(fixture, daysFromNow(9))] } });
    const [foreign] = await sql()`insert into public.experiences
      (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('lago', 'A walk', 'A walk', 2, 175.5, 8, 8) returning id`;
    const [slot] = await sql()`insert into public.experience_timeslots
      (experience_id, start_time, end_time, max_spots, available_spots) values (${foreign?.id}, '10:00', '12:00', 8, 8) returning id`;
    for (const more of [
      {},
      { service_date: daysFromNow(9) },
      { service_date: fixture.date },
      { service_date: daysFromNow(-1) },
      { service_date: daysFromNow(400) },
      { service_date: daysFromNow(11), slot_id: slot?.id },
      { service_date: daysFromNow(11), slot_id: null },
      { service_date: daysFromNow(11), slot_id: randomUUID() },
    ])
      await expect(change(context, booking, more)).rejects.toMatchObject({ status: 409, code: 'sold_out' });
    for (const more of [{ service_date: null }, { key: null }])
      await expect(change(context, booking, more)).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await seatsOn(fixture, fixture.date)).toMatchObject({ sold: 2 });
  });

  test('is refused to everyone but its tourist: the booking is not found', async () => {
    const { fixture } = context;
    const { booking } = await paid();
    const [stranger = '', admin = '', partner = ''] = await createUsers(sql(), 3);
    await grantRole(sql(), admin, 'admin', null);
    await grantRole(sql(), partner, 'travel_partner', 'rio');
    for (const who of [stranger, admin, partner, fixture.guide, fixture.staff, fixture.manager, fixture.shuttle]) {
      await expect(changesOf(context, booking, who)).rejects.toMatchObject({ status: 404 });
      await expect(change(context, booking, {}, who)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
    }
    await expect(change(context, randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(call(fixture, null, 'change_booking', dateChange(fixture, booking))).rejects.toBeTruthy();
  });

  test("treats another person's key as a separate request", async () => {
    const [other = ''] = await createUsers(sql(), 1);
    const { booking } = await paid();
    const { booking: theirs } = await paid({}, other);
    const key = randomUUID();
    await change(context, booking, { key });
    expect(await change(context, theirs, { key }, other)).toMatchObject({ booking_id: theirs });
  });

  test('is refused after too many changes', async () => {
    const { booking } = await paid();
    for (const n of [8, 9, 10, 11]) await change(context, booking, { service_date: daysFromNow(n) });
    await expect(change(context, booking, { service_date: daysFromNow(12) })).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited_day',
    });
  });
});

test("unpaid seats can't be collected on one departure by changing to it", async () => {
  const booking = await context.bookCash();
  await sql()`update private.limits set value = 25 where name = 'cash.new_guests_percent'`;
  const [other = ''] = await createUsers(sql(), 1);
  const saved = context.user;
  context.user = other;
  const second = await context.bookCash();
  context.user = saved;
  await change(context, booking);
  await expect(change(context, second, {}, other)).resolves.toBeTruthy();
  const [third = ''] = await createUsers(sql(), 1);
  context.user = third;
  const last = await context.bookCash();
  context.user = saved;
  await expect(change(context, last, {}, third)).rejects.toMatchObject({ status: 409, code: 'cash_share_taken' });
  await allowAllCash(context.fixture);
  await change(context, last, {}, third);
  expect(await seatsOn(context.fixture, dayAfter())).toMatchObject({ sold: 3 });
});
