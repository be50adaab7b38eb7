import { describe, expect, test } from 'vitest';
import { createUsers } from '../booking/support/fixture.ts';
import { checkout, fixture, user as tourist } from '../booking/support/for-each-test.ts';
import {
  book,
  call,
  driver,
  otherShuttleManager,
  person,
  rows,
  shuttleForEachTest,
} from '../booking/support/shuttle.ts';
import { device, pushes, save } from '../push/support.ts';

type Json = Record<string, unknown>;

shuttleForEachTest();

const sql = () => fixture.db.sql;

/** Books a ride at eight, days ahead, with a pickup at this hotel. */
async function ride(hotel: string | null = 'Hotel Sol'): Promise<string> {
  await sql()`update public.territory_transports set departure_time = '08:00' where id = ${fixture.transport}`;
  const id = await book(fixture.date);
  await sql()`update public.bookings set hotel_name = ${hotel} where id = ${id}`;
  return id;
}

/** Saves minutes as someone who saw `shown`. */
const set = (minutes: unknown, shown: number | null = null, place = 'Hotel Sol', who = fixture.shuttle) =>
  call(who, 'set_pickup_time', {
    p_transport_id: fixture.transport,
    p_place: place,
    p_minutes: minutes,
    p_expected: shown,
  });

const stored = () => sql()`select place, minutes_before from private.pickup_times order by place`;

/** Lets the wait pass, delivers as the worker does, and returns the emails about pickups. */
async function deliver(): Promise<Json[]> {
  const at = (await sql()`select now() + interval '11 minutes' as at`)[0]?.at;
  await checkout.deps.admin('queue_pickup_changes', { p_now: at });
  return claimed();
}

async function claimed(): Promise<Json[]> {
  const mails = (await checkout.deps.admin('claim_outbox', { p_limit: 100 })) as {
    id: number;
    template: string;
    data: Json;
  }[];
  for (const { id } of mails) await checkout.deps.admin('finish_outbox', { p_id: id, p_outcome: 'sent' });
  return mails.filter(({ template }) => template === 'pickup_changed').map(({ data }) => data);
}

const at = (time: string, date = fixture.date) => `${date}T${time}:00`;

/** Returns what a person's unread notices say. */
const notices = async (who = tourist) =>
  (
    await sql()`select params ->> 'before' as before, params ->> 'pickup_at' as now from public.notifications
      where user_id = ${who} and wording = 'pickup_changed'`
  ).map((row) => [row.before, row.now]);

const passengers = (who = fixture.shuttle) =>
  rows(who, 'departure_passengers', { p_slot_id: fixture.transport, p_date: fixture.date });

describe('a pickup time', () => {
  test('is shown to those who run the ride and to its guest, and is kept for other days', async () => {
    const booking = await ride();
    await ride('Casa');
    await set(20, null, ' HOTEL sol ');
    await set(-5, null, 'Casa');
    const shown = (await passengers()).map((row) => [row.hotel_name, row.pickup_minutes]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['Hotel Sol', 20],
        ['Casa', -5],
      ]),
    );
    expect(await rows(tourist, 'my_pickups', { p_booking_ids: [booking] })).toMatchObject([{ booking_id: booking }]);
    const [mine] = await sql()`select private.pickup_at(private.booking(${booking}))::text as at`;
    expect(mine).toEqual({ at: `${fixture.date} 07:40:00` });
    await set(null, -5, 'Casa');
    expect(await stored()).toEqual([{ place: 'hotel sol', minutes_before: 20 }]);
  });

  test('moves with an announced delay, and is in the calendar as planned', async () => {
    const booking = await ride();
    await set(20);
    const sequence = async () =>
      (await sql()`select private.calendar_event(${booking}) as entry`)[0]?.entry as { sequence: number };
    const before = await sequence();
    await set(30, 20);
    expect(await sequence()).toMatchObject({ hotel: 'Hotel Sol', pickupLocal: at('07:30') });
    expect((await sequence()).sequence).toBeGreaterThan(before.sequence);
    await sql()`update public.departures set delay_minutes = 15, delays = 1`;
    const [row] = await sql()`select private.pickup_at(private.booking(${booking}))::text as at`;
    expect(row).toEqual({ at: `${fixture.date} 07:45:00` });
    expect(await sequence()).toMatchObject({ pickupLocal: at('07:30') });
  });

  test('may be on the day before, and a car on request has none', async () => {
    const booking = await ride();
    await set(20);
    const pickup = async () =>
      (
        await sql()`select private.pickup_at(private.booking(${booking})) = (${fixture.date}::date + time '00:10' - interval '20 minutes') as early`
      )[0]?.early;
    await sql()`update public.bookings set start_time = '00:10' where id = ${booking}`;
    expect(await pickup()).toBe(true);
    await sql()`update public.bookings set start_time = null where id = ${booking}`;
    expect(await pickup()).toBeNull();
  });

  test('is set by nobody who does not run the drivers of its region', async () => {
    await ride();
    const guide = await person('tour_guide', 'rio');
    for (const who of [otherShuttleManager, driver, tourist, guide, await person('travel_partner', 'rio')])
      await expect(set(20, null, 'Hotel Sol', who)).rejects.toMatchObject({ status: 404, code: 'transport_not_found' });
    expect(await stored()).toEqual([]);
    await set(20, null, 'Hotel Sol', fixture.staff);
    const [other = ''] = await createUsers(sql(), 1);
    const [mine] = await sql()`select id from public.bookings`;
    expect(await rows(other, 'my_pickups', { p_booking_ids: [mine?.id] })).toEqual([]);
  });

  test.each([181, -181, 1e9, 7.5, 'soon', 'NaN'])('is not %s', async (minutes) => {
    await ride();
    await expect(set(minutes)).rejects.toBeDefined();
    expect(await stored()).toEqual([]);
  });

  test('is saved up to three hours before or after the start, and refused beyond', async () => {
    await ride();
    for (const minutes of [181, -181])
      await expect(set(minutes)).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    await set(180);
    await set(-180, 180);
    expect(await stored()).toMatchObject([{ minutes_before: -180 }]);
  });

  test('belongs to a hotel of a booking of the service', async () => {
    await ride();
    await sql()`insert into public.territory_transports (territory_id, transport_type_id, title, description, shared_price, pickup_location,
      departure_time, duration_hours) select 'rio', 'shuttle', 'Other', 'd', 10, 'Dock', '08:00', 2`;
    const [other] = await sql()`select id from public.territory_transports where title = 'Other'`;
    for (const place of ['the moon', '', ' '])
      await expect(set(20, null, place)).rejects.toMatchObject({ status: 400, code: 'nobody_picked_up' });
    const elsewhere = { p_transport_id: other?.id, p_place: 'Hotel Sol', p_minutes: 20, p_expected: null };
    await expect(call(fixture.shuttle, 'set_pickup_time', elsewhere)).rejects.toMatchObject({
      code: 'nobody_picked_up',
    });
    expect(await stored()).toEqual([]);
  });

  test("overwrites no colleague's, and can be saved again", async () => {
    await ride();
    await set(20);
    await set(20);
    await expect(set(30, null)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
    await set(20, 45);
    expect(await stored()).toMatchObject([{ minutes_before: 20 }]);
    const [entries] = await sql()`select count(*)::int as n from public.audit_log where action = 'set_pickup_time'`;
    expect(entries).toEqual({ n: 1 });
  });

  test('is saved for one of two editors at once, and the other is refused', async () => {
    await ride();
    const saved = await Promise.allSettled([set(20), set(30, null, 'Hotel Sol', fixture.staff)]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(saved.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'changed_meanwhile' } });
    expect(await stored()).toHaveLength(1);
  });
});

describe('guests', () => {
  test('get one message about several changes, with the old and the last time', async () => {
    const booking = await ride();
    await set(20);
    expect(await deliver()).toMatchObject([{ booking_id: booking, pickup_before: null, pickup_at: at('07:40') }]);
    await save(fixture, tourist, device('phone'));
    await set(30, 20);
    await checkout.deps.admin('queue_pickup_changes');
    expect(await claimed()).toEqual([]);
    await set(45, 30);
    expect(await deliver()).toMatchObject([{ pickup_before: at('07:40'), pickup_at: at('07:15') }]);
    // The newer notice replaces the unread one.
    expect(await notices()).toEqual([[at('07:40'), at('07:15')]]);
    expect(await pushes(fixture)).toEqual(['pickup_changed phone queued']);
    expect(await deliver()).toEqual([]);
  });

  test('get no message if the time is what it was', async () => {
    await ride();
    await set(20);
    await deliver();
    await set(30, 20);
    await set(20, 30);
    expect(await deliver()).toEqual([]);
    expect(await notices()).toEqual([[null, at('07:40')]]);
  });

  test("aren't notified about other hotels, a cancelled booking or after they have arrived", async () => {
    const [other, cancelled, here] = [await ride('Casa'), await ride(), await ride()];
    await sql()`update public.bookings set status = 'cancelled' where id = ${cancelled}`;
    await sql()`update public.bookings set status = 'checked_in', check_in_status = 'checked_in', checked_in_at = now() where id = ${here}`;
    await set(20);
    expect(await deliver()).toEqual([]);
    expect(other).toBeDefined();
  });

  test('who book while times change learn the new one with their ticket', async () => {
    await ride();
    await set(20);
    const late = await ride();
    await sql()`update public.booking_events set created_at = clock_timestamp() where booking_id = ${late}`;
    const told = await deliver();
    expect(told.map(({ booking_id }) => booking_id)).not.toContain(late);
    const [row] = await sql()`select private.mail_data(${late}) ->> 'pickup_at' as at`;
    expect(row).toEqual({ at: at('07:40') });
  });

  test('are notified at once about a ride that leaves soon', async () => {
    const booking = await ride();
    await sql()`update public.departures d set service_date = s::date, start_time = s::time
      from (select (now() + interval '2 hours') at time zone 'America/Guatemala' as s) x where d.service_id = ${fixture.transport}`;
    await sql()`update public.bookings b set booking_date = d.service_date, start_time = d.start_time
      from public.departures d where d.id = b.departure_id`;
    await set(20);
    await checkout.deps.admin('queue_pickup_changes');
    expect(await claimed()).toMatchObject([{ booking_id: booking }]);
  });

  test('get one email about a hotel that the desk corrects, with its time', async () => {
    const booking = await ride();
    await ride('Casa');
    await set(20);
    await set(45, null, 'Casa');
    await deliver();
    await call(fixture.staff, 'change_booking_details', {
      p_booking_id: booking,
      p_details: { hotel_name: 'Casa' },
      p_reason: 'They moved',
      p_seen: { hotel_name: 'Hotel Sol' },
    });
    const mails = (await checkout.deps.admin('claim_outbox', { p_limit: 100 })) as { template: string; data: Json }[];
    expect(mails).toMatchObject([
      { template: 'booking_changed', data: { pickup_at: at('07:15'), changed: { pickup_before: at('07:40') } } },
    ]);
    expect(await notices()).toContainEqual([at('07:40'), at('07:15')]);
  });
});
