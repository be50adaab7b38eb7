import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  grantRole,
  signedIn,
  transportRequest,
} from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';
import { change } from '../changes/support.ts';

// The ride leaves twice a day: at 8:00, its first slot, and at 14:00.

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
let morning: string;
let afternoon: string;

type Row = Record<string, unknown>;
const call = (who: string, name: string, args: Row) => rpcFor(context.fixture.db, signedIn(who))(name, args);
const rows = (who: string, name: string, args: Row = {}) => call(who, name, args) as Promise<Row[]>;
const rideAt = (slot_id: string | undefined, more: Row = {}) => transportRequest(context.fixture, { slot_id, ...more });
const hold = (slot: string | undefined, who = context.user, more: Row = {}) =>
  createHold(context.fixture, who, rideAt(slot, more));

beforeEach(async () => {
  const { transport } = context.fixture;
  morning = transport;
  afternoon = randomUUID();
  await sql()`update public.slots set start_time = '08:00' where id = ${morning}`;
  await sql()`insert into public.slots (id, service_id, kind, start_time, max_spots, available_spots)
    select ${afternoon}, ${transport}, 'transport', '14:00', max_spots, available_spots from public.slots where id = ${morning}`;
});

describe('a ride that leaves twice a day', () => {
  const unnamed = { code: 'PT400', hint: 'timeslot_required' };

  test('has both times in the form, each with its own seats, and none is used for the other', async () => {
    await expect(hold(undefined)).rejects.toMatchObject(unnamed);
    await expect(hold(context.fixture.slot)).rejects.toMatchObject(unnamed);
    expect(await hold(afternoon)).toMatchObject({ slot_id: afternoon, start_time: '14:00:00' });
    const [other = ''] = await createUsers(sql(), 1);
    const { date, transport } = context.fixture;
    const seats = await rows(other, 'get_departures', { p_service_id: transport, p_from: date, p_to: date });
    expect(seats.map((row) => [row.slot_id, row.start_time, Number(row.capacity) - Number(row.available)])).toEqual([
      [morning, '08:00:00', 0],
      [afternoon, '14:00:00', 1],
    ]);
  });

  test('is found twice, by its times', async () => {
    const { date } = context.fixture;
    const found = (await call(context.user, 'search_transport', {
      p_from: 'rio',
      p_to: null,
      p_date: date,
      p_people: 1,
    })) as { journeys: { departs: string; legs: { slot_id: string }[] }[] };
    expect(found.journeys.map(({ departs, legs }) => [departs, legs[0]?.slot_id])).toEqual([
      ['08:00:00', morning],
      ['14:00:00', afternoon],
    ]);
  });

  test('appears twice in the calendar and in the week, and each is closed separately', async () => {
    const { date, staff, transport } = context.fixture;
    const ride = { p_service_id: transport };
    await expect(call(staff, 'close_departure', { ...ride, p_slot_id: null, p_date: date })).rejects.toMatchObject({
      status: 403,
    });
    await call(staff, 'close_departure', { ...ride, p_slot_id: morning, p_date: date });
    const days = await rows(staff, 'service_departures', { ...ride, p_from: date, p_to: date });
    expect(days.map((row) => [row.slot_id, row.closed])).toEqual([
      [morning, true],
      [afternoon, false],
    ]);
    await expect(hold(morning)).rejects.toMatchObject({ code: 'PT409', hint: 'departure_closed' });
    const week = await rows(staff, 'territory_week', { p_territory_id: 'rio', p_from: date });
    const leaving = week.find((row) => row.service_id === transport)?.departures as Row[];
    expect(leaving.filter((one) => one.service_date === date).map((one) => one.start_time)).toEqual([
      '08:00:00',
      '14:00:00',
    ]);
  });

  test('is cancelled at the selected time', async () => {
    const { date, staff, transport } = context.fixture;
    const one = { service_id: transport, service_date: date };
    const preview = (slot_id: string) =>
      call(staff, 'preview_departure_cancellation', { p_selection: { departures: [{ ...one, slot_id }] } });
    expect(await preview(afternoon)).toMatchObject({ departures: [{ slot_id: afternoon, start_time: '14:00:00' }] });
    const both = { territory_id: 'rio', kind: 'transport', from: date, to: date };
    expect(await call(staff, 'preview_departure_cancellation', { p_selection: both })).toMatchObject({
      departures: [{ slot_id: morning }, { slot_id: afternoon }],
    });
  });
});

test('lets a guest move to the other time of the same day', async () => {
  const { date } = context.fixture;
  const { booking } = await payFor(context.fixture, context.checkout, context.user, rideAt(morning));
  await change(context, booking, { slot_id: afternoon, service_date: date });
  expect(
    await sql()`select x.slot_id, x.sold, x.start_time from public.departures x where x.service_date = ${date} order by x.sold`,
  ).toEqual([
    { slot_id: morning, sold: 0, start_time: null },
    { slot_id: afternoon, sold: 1, start_time: '14:00:00' },
  ]);
  expect(await sql()`select slot_id, start_time from public.bookings where id = ${booking}`).toEqual([
    { slot_id: afternoon, start_time: '14:00:00' },
  ]);
});

describe('two drivers', () => {
  let early: string;
  let late: string;
  beforeEach(async () => {
    [early = '', late = ''] = await createUsers(sql(), 2);
    for (const [who, slot] of [
      [early, morning],
      [late, afternoon],
    ] as const) {
      await grantRole(sql(), who, 'shuttle_driver', 'rio');
      await sql()`insert into public.shuttle_drivers (driver_id, territory_id) values (${who}, 'rio')`;
      await sql()`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
        select ${who}, ${slot}, unnest(${EVERY_DAY}::text[])`;
    }
  });

  test('drive one time each, and read only their own passengers', async () => {
    const { shuttle } = context.fixture;
    const day = daysFromNow(1);
    const [other = ''] = await createUsers(sql(), 1);
    await payFor(context.fixture, context.checkout, context.user, rideAt(morning, { service_date: day }));
    await payFor(context.fixture, context.checkout, other, rideAt(afternoon, { service_date: day }));
    const mine = async (who: string) =>
      (await rows(who, 'day_departures', { p_role: 'shuttle_driver' }))
        .filter((row) => (row.service_date as Date).toISOString().startsWith(day))
        .map((row) => row.start_time);
    expect(await mine(early)).toEqual(['08:00:00']);
    expect(await mine(late)).toEqual(['14:00:00']);
    const passengers = (who: string, p_slot_id: string) =>
      rows(who, 'departure_passengers', { p_slot_id, p_date: day });
    expect(await passengers(early, morning)).toHaveLength(1);
    await expect(passengers(early, afternoon)).rejects.toMatchObject({ status: 404 });
    const desk = await rows(shuttle, 'day_departures', {
      p_role: 'shuttle_manager',
      p_territory_id: 'rio',
      p_from: day,
      p_to: day,
    });
    expect(desk.map((row) => [row.slot_id, row.drivers, row.people])).toEqual([
      [morning, [expect.any(String)], 1],
      [afternoon, [expect.any(String)], 1],
    ]);
    expect(desk[0]?.drivers).not.toEqual(desk[1]?.drivers);
    const next = {
      p_role: 'shuttle_manager',
      p_territory_id: 'rio',
      p_from: day,
      p_to: day,
      p_limit: 1,
      p_after_date: day,
    };
    const page = await rows(shuttle, 'day_departures', { ...next, p_after_time: '08:00', p_after_id: morning });
    expect(page.map((row) => row.slot_id)).toEqual([afternoon]);
  });

  test('check in only their own passengers, who read the name of their driver', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user, rideAt(afternoon));
    await sql()`with at as (select now() at time zone 'America/Guatemala' as t),
      moved as (update public.departures d set service_date = at.t::date, start_time = at.t::time from at where d.slot_id = ${afternoon})
      update public.bookings set booking_date = at.t::date, start_time = at.t::time from at where id = ${booking}`;
    const [ticket] = await sql()`select c.code, private.led_by(f) as driver from private.booking_facts f
      join public.booking_codes c on c.booking_id = f.id where f.id = ${booking}`;
    expect(ticket?.driver).toBe(`Person ${late.slice(0, 4)}`);
    const arrive = (who: string) =>
      call(who, 'check_in', { p_booking_id: booking, p_code: ticket?.code, p_action: 'checked_in' });
    expect(JSON.stringify(await arrive(early))).toContain('check_in_forbidden');
    expect(await arrive(late)).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('are notified only about their own time', async () => {
    await sql()`delete from public.notifications`;
    await sql()`update public.slots set start_time = '15:00' where id = ${afternoon}`;
    expect(await sql()`select user_id, wording, params ->> 'time' as at from public.notifications`).toEqual([
      { user_id: late, wording: 'run_moved', at: '15:00:00' },
    ]);
    await sql()`delete from public.notifications`;
    await sql()`delete from public.slots where id = ${afternoon}`;
    expect(await sql()`select user_id, wording from public.notifications`).toEqual([
      { user_id: late, wording: 'run_ended' },
    ]);
  });
});

describe('the form of a ride', () => {
  const save = (who: string, times: [id: string, start: string | null][], more: Row = {}) =>
    context.fixture.db.as(signedIn(who), async (as) => {
      const timeslots = times.map(([id, start_time]) => ({ id, start_time, days_of_week: EVERY_DAY, spots: 4 }));
      await as`select public.save_service('transport', s.id, s.territory_id, s.updated_at, ${as.json({ timeslots, ...more } as never)})
        from public.services s where s.id = ${context.fixture.transport}`;
    });
  const times = async () =>
    (
      await sql()<{ at: string | null }[]>`select start_time::text as at from public.slots
        where service_id = ${context.fixture.transport} and archived_at is null order by start_time`
    ).map(({ at }) => at);

  test('adds, moves and removes times, for staff and, for a shuttle, its manager', async () => {
    const { shuttle, staff, guide } = context.fixture;
    const third = randomUUID();
    const three: [string, string][] = [
      [morning, '07:30'],
      [afternoon, '14:00'],
      [third, '18:00'],
    ];
    await save(shuttle, three);
    expect(await times()).toEqual(['07:30:00', '14:00:00', '18:00:00']);
    await save(staff, three.slice(0, 1), { title: 'To Flores' });
    expect(await times()).toEqual(['07:30:00']);
    await expect(save(guide, three)).rejects.toMatchObject({ code: 'PT404' });
    await expect(save(shuttle, three, { transport_type_id: 'boat' })).rejects.toMatchObject({ code: 'PT403' });
    expect(await times()).toEqual(['07:30:00']);
  });

  test('keeps a time that guests have booked, and refuses duplicates and an empty list', async () => {
    const { staff } = context.fixture;
    await hold(afternoon);
    await expect(save(staff, [[morning, '08:00']])).rejects.toMatchObject({ hint: 'timeslot_has_bookings' });
    const twice: [string, string][] = [
      [morning, '14:00'],
      [afternoon, '14:00'],
    ];
    await expect(save(staff, twice)).rejects.toMatchObject({ hint: 'timeslots_overlap' });
    await expect(save(staff, [])).rejects.toMatchObject({ hint: 'departure_time_required' });
    await expect(save(staff, [[morning, null]])).rejects.toMatchObject({ hint: 'departure_time_required' });
    expect(await times()).toEqual(['08:00:00', '14:00:00']);
    await save(staff, [[morning, null]], { transport_type_id: 'car' }).catch((error) => {
      expect(error).toMatchObject({ hint: 'timeslot_has_bookings' });
    });
  });
});
