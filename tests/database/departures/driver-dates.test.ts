import { beforeEach, describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { withoutTriggers } from '../../support/without-triggers.ts';
import { lookThenWrite, untilBlocked } from '../booking/support/concurrency.ts';
import { daysFromNow } from '../booking/support/fixture.ts';
import { fixture, user as tourist } from '../booking/support/for-each-test.ts';
import {
  addSchedule,
  book,
  call,
  dayOf,
  driver,
  otherShuttleManager,
  person,
  rows,
  shuttleForEachTest,
  today,
  write,
} from '../booking/support/shuttle.ts';
import { cancel } from './support.ts';

// Drivers of single dates (docs/rules/work.md, Drivers).

shuttleForEachTest();

const date = daysFromNow(3);
let pedro: string;
/** A second ride of the territory, which leaves an hour after the first one. */
let boat: string;

beforeEach(async () => {
  const { sql } = fixture.db;
  pedro = await person('shuttle_driver', 'rio');
  await sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${pedro}, 'rio') on conflict do nothing`;
  await sql`update public.profiles set full_name = case id when ${driver} then 'Juan' else 'Pedro' end where id in (${driver}, ${pedro})`;
  await sql`update public.slots set start_time = '08:00' where id = ${fixture.transport}`;
  await sql`update public.services set duration_hours = 2 where id = ${fixture.transport}`;
  boat = await ride('Boat to Livingston', '09:00');
  await addSchedule(fixture.shuttle, dayOf(date));
  await sql`delete from public.notifications`;
});

async function ride(title: string, time: string): Promise<string> {
  const [made] = await fixture.db.sql`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, booking_type, shared_price, min_spots, max_spots,
      available_spots, duration_hours, departure_time, pickup_location)
    values ('rio', 'boat', ${title}, 'd', 'shared', 80, 1, 10, 10, 2, ${time}, 'Dock') returning id`;
  const [slot] = await fixture.db.sql`select id from public.slots where service_id = ${made?.id as string}`;
  return slot?.id as string;
}

const set = (who: string, drivers: string[] | null, expected: string[], slot = fixture.transport, day = date) =>
  call(who, 'set_departure_drivers', { p_slot_id: slot, p_date: day, p_expected: expected, p_drivers: drivers });
const answer = (who: string, confirmed: boolean, day = date, slot = fixture.transport) =>
  call(who, 'answer_run', { p_slot_id: slot, p_date: day, p_confirmed: confirmed });

interface Planned {
  service_date: Date;
  title: string;
  people: number;
  is_set: boolean;
  unled: boolean;
  drivers: { full_name: string; answer: string | null }[];
}
const plan = async (day = date, slot = fixture.transport, who = fixture.shuttle) => {
  const all = (await rows(who, 'driver_plan', { p_territory_id: 'rio', p_from: day })) as unknown as (Planned & {
    slot_id: string;
  })[];
  const found = all.find((one) => one.slot_id === slot && one.service_date.toISOString().startsWith(day));
  return found && { ...found, drivers: found.drivers.map(({ full_name, answer }) => answer ?? full_name) };
};
const drivers = async (day = date, slot = fixture.transport) =>
  (await fixture.db.sql`select full_name from private.departure_drivers(${slot}, ${day}) order by 1`).map(
    ({ full_name }) => full_name as string,
  );
const told = async (who: string) =>
  said(
    await fixture.db
      .sql`select wording, params from public.notifications where user_id = ${who} order by created_at, wording`,
  ).map(({ title, message }) => `${title}: ${message}`);
const days = async (who: string) =>
  (await rows(who, 'my_runs')).map(({ service_date: day }) => (day as Date).toISOString().slice(0, 10));

describe('a swap for a day', () => {
  test('replaces the scheduled driver on that date only, and both are notified', async () => {
    await set(fixture.shuttle, [pedro], [driver]);
    expect(await drivers()).toEqual(['Pedro']);
    expect(await drivers(daysFromNow(10))).toEqual(['Juan']);
    expect(await plan()).toMatchObject({ drivers: ['Pedro'], is_set: true, unled: false });
    expect(await told(driver)).toEqual([expect.stringContaining('A run is no longer yours: Shuttle to Flores, ')]);
    expect(await told(pedro)).toEqual([expect.stringContaining('You have a new run: Shuttle to Flores, ')]);
    expect(await days(pedro)).toEqual([date]);
    expect(await days(driver)).toEqual([daysFromNow(10)]);
    const [trail] = await fixture.db
      .sql`select actor_id, detail from public.audit_log where action = 'set_departure_drivers'`;
    expect(trail).toMatchObject({ actor_id: fixture.shuttle, detail: { date, drivers: [pedro] } });
  });

  test('is notified of a new departure time, as the scheduled driver is', async () => {
    await set(fixture.shuttle, [pedro], [driver]);
    await fixture.db.sql`delete from public.notifications`;
    await fixture.db.sql`update public.slots set start_time = '07:00' where id = ${fixture.transport}`;
    for (const who of [driver, pedro])
      expect(await told(who)).toEqual([
        expect.stringContaining('A run has a new departure time: Shuttle to Flores at 7:00 AM'),
      ]);
  });

  test('can leave the date without a driver, and return to the weekly schedule', async () => {
    await set(fixture.shuttle, [], [driver]);
    expect(await plan()).toMatchObject({ drivers: [], is_set: true, unled: true });
    await set(fixture.staff, null, []);
    expect(await plan()).toMatchObject({ drivers: ['Juan'], is_set: false, unled: false });
    expect(await told(driver)).toEqual([expect.stringContaining('You have a new run')]);
  });

  test('decides who sees the passengers and checks them in', async () => {
    await addSchedule(fixture.shuttle, dayOf(today()));
    await fixture.db.sql`update public.slots set start_time = '23:59:30' where id = ${fixture.transport}`;
    await book();
    await set(fixture.shuttle, [pedro], [driver], fixture.transport, today());
    const passengers = (who: string) =>
      rows(who, 'departure_passengers', { p_slot_id: fixture.transport, p_date: today() });
    expect(await passengers(pedro)).toHaveLength(1);
    await expect(passengers(driver)).rejects.toMatchObject({ status: 404 });
    const departures = async (who: string) =>
      (await rows(who, 'day_departures', { p_role: 'shuttle_driver' })).map(({ people }) => people);
    expect(await departures(pedro)).toEqual([1]);
    expect(await departures(driver)).toEqual([]);
    const seats = (who: string) => write(who, `select sold from public.departures where service_date = '${today()}'`);
    expect(await seats(pedro)).toHaveLength(1);
  });

  test('is shown in the week of the region and counted as affected bookings of the driver', async () => {
    await book(date);
    await set(fixture.shuttle, [pedro], [driver]);
    const [week] = await fixture.db
      .sql`select leaders, unled from private.week_departures('rio', ${date}, array[${fixture.transport}::uuid]) where service_date = ${date}`;
    expect(week).toEqual({ leaders: ['Pedro'], unled: false });
    const affected = async (who: string) => {
      const [row] = await fixture.db.sql`select id from public.shuttle_drivers where driver_id = ${who}`;
      const args = { p_territory_id: 'rio', p_kind: 'driver', p_id: row?.id };
      return (await call(fixture.shuttle, 'upcoming_bookings', args)) as unknown;
    };
    expect(await affected(pedro)).toMatchObject({ bookings: 1 });
    expect(await affected(driver)).toMatchObject({ bookings: 0 });
  });

  test('is refused if someone else has changed it since', async () => {
    await set(fixture.shuttle, [pedro], [driver]);
    await expect(set(fixture.staff, [driver, pedro], [driver])).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(await drivers()).toEqual(['Pedro']);
  });

  test.each([
    ['a guest', () => tourist],
    ['the driver', () => driver],
    ['another driver', () => pedro],
    ['the shuttle manager of another region', () => otherShuttleManager],
    ['a guide', () => fixture.guide],
  ])('is refused for %s as if the ride did not exist, and nothing is shown to them', async (_, who) => {
    await expect(set(who(), [pedro], [driver])).rejects.toMatchObject({ status: 404, code: 'slot_not_found' });
    for (const [name, args] of [
      ['driver_plan', { p_territory_id: 'rio', p_from: today() }],
      ['driver_gaps', { p_territory_id: 'rio' }],
      ['copy_driver_week', { p_territory_id: 'rio', p_from: today() }],
    ] as const)
      await expect(call(who(), name, args)).rejects.toMatchObject({ status: 403 });
    expect(await drivers()).toEqual(['Juan']);
  });

  test("refuses a manager's driver of another region, an inactive one, and a date without a departure", async () => {
    const stranger = await person('shuttle_driver', 'lago');
    await fixture.db
      .sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${stranger}, 'lago') on conflict do nothing`;
    await expect(set(fixture.shuttle, [stranger], [driver])).rejects.toMatchObject({ code: 'driver_not_in_territory' });
    await write(fixture.shuttle, `update public.shuttle_drivers set active = false where driver_id = '${pedro}'`);
    await expect(set(fixture.shuttle, [pedro], [driver])).rejects.toMatchObject({ code: 'driver_inactive' });
    for (const day of [daysFromNow(-5), daysFromNow(400)])
      await expect(set(fixture.shuttle, [driver], [], fixture.transport, day)).rejects.toMatchObject({
        code: 'invalid_input',
      });
    // Someone else's list of drivers can't be learned from a refusal.
    await expect(set(otherShuttleManager, [stranger], [])).rejects.toMatchObject({ code: 'slot_not_found' });
  });

  test('ends with the role, and a later invitation does not restore it', async () => {
    await set(fixture.shuttle, [pedro], [driver]);
    const [row] = await fixture.db.sql`select id from public.shuttle_drivers where driver_id = ${pedro}`;
    await call(fixture.shuttle, 'remove_driver', { p_id: row?.id });
    expect(await plan()).toMatchObject({ drivers: [], unled: true });
    await fixture.db.sql`select private.give_role(${pedro}, 'shuttle_driver', 'rio', null)`;
    expect(await drivers()).toEqual([]);
  });

  test('is limited', async () => {
    await fixture.db.sql`update private.limits set value = 1 where name = 'driver_date.same_day'`;
    await set(fixture.shuttle, [pedro], [driver]);
    await expect(set(fixture.shuttle, [driver], [pedro])).rejects.toMatchObject({ status: 429 });
  });
});

describe('a driver', () => {
  test('confirms a date, which the desk sees', async () => {
    await answer(driver, true);
    expect(await plan()).toMatchObject({ drivers: ['confirmed'], unled: false });
    expect(await rows(driver, 'my_runs')).toMatchObject([{ answer: 'confirmed', people: 0 }, { answer: null }]);
    expect(await told(fixture.shuttle)).toEqual([]);
  });

  test('declines a date: the managers are notified, it has no driver, and the run is not theirs', async () => {
    await book(date);
    await answer(driver, false);
    expect(await drivers()).toEqual([]);
    expect(await plan()).toMatchObject({ drivers: ['declined'], unled: true, people: 1 });
    for (const who of [fixture.shuttle, fixture.staff])
      expect(await told(who)).toEqual([
        expect.stringMatching(
          /^A driver has declined a date: Juan can't drive Shuttle to Flores, .*It has no driver now/,
        ),
      ]);
    expect(await told(otherShuttleManager)).toEqual([]);
    expect(await told(tourist)).toEqual([]);
    const [gap] = await rows(fixture.shuttle, 'driver_gaps', { p_territory_id: 'rio' });
    expect(gap).toBeDefined();
    expect(await plan(daysFromNow(10))).toMatchObject({ drivers: ['Juan'], unled: false });
    // Repeating it notifies no one again.
    await answer(driver, false);
    expect(await told(fixture.shuttle)).toHaveLength(1);
  });

  test('can take it again, until someone else was assigned', async () => {
    await answer(driver, false);
    await answer(driver, true);
    expect(await drivers()).toEqual(['Juan']);
    expect(await told(fixture.shuttle)).toEqual([expect.stringContaining('A driver is driving a date again: Juan')]);
    await answer(driver, false);
    await set(fixture.shuttle, [pedro], [driver]);
    await expect(answer(driver, true)).rejects.toMatchObject({ status: 404, code: 'departure_not_found' });
    // Assigned again, they are asked again.
    await set(fixture.shuttle, [driver], [pedro]);
    expect(await plan()).toMatchObject({ drivers: ['Juan'] });
  });

  test.each([
    ['another driver', () => pedro, 404],
    ['a driver of another region', () => person('shuttle_driver', 'lago'), 404],
    ['the shuttle manager', () => fixture.shuttle, 403],
    ['a guest', () => tourist, 403],
  ])('answers only for themselves: %s is refused', async (_, who, status) => {
    await expect(answer(await who(), false)).rejects.toMatchObject({ status });
    expect(await drivers()).toEqual(['Juan']);
  });

  test('sees two weeks with numbers of passengers and no names, and not what is cancelled or closed', async () => {
    await book(date);
    expect(await rows(driver, 'my_runs')).toMatchObject([
      { title: 'Shuttle to Flores', people: 1, answer: null, drivers: [] },
      { people: 0 },
    ]);
    await expect(
      rows(driver, 'departure_passengers', { p_slot_id: fixture.transport, p_date: date }),
    ).rejects.toMatchObject({
      status: 404,
    });
    await call(fixture.shuttle, 'close_departure', {
      p_service_id: fixture.transport,
      p_slot_id: fixture.transport,
      p_date: daysFromNow(10),
    });
    expect(await days(driver)).toEqual([date]);
    await fixture.db.sql`update public.shuttle_drivers set active = false where driver_id = ${driver}`;
    expect(await days(driver)).toEqual([]);
  });

  test('cannot answer for a departure that has begun', async () => {
    await addSchedule(fixture.shuttle, dayOf(today()));
    await fixture.db.sql`update public.slots set start_time = '00:00' where id = ${fixture.transport}`;
    await expect(answer(driver, false, today())).rejects.toMatchObject({ code: 'departure_begun' });
  });
});

describe('a week', () => {
  test('is copied to the next one, without answers, and each driver is notified once', async () => {
    await addSchedule(fixture.shuttle, dayOf(daysFromNow(4)));
    await set(fixture.shuttle, [pedro], [driver]);
    await set(fixture.shuttle, [pedro], [driver], fixture.transport, daysFromNow(4));
    await answer(pedro, true);
    await fixture.db.sql`delete from public.notifications`;
    const copy = () => call(fixture.shuttle, 'copy_driver_week', { p_territory_id: 'rio', p_from: date });
    expect(await copy()).toEqual({ copied: 2, kept: 0, missing: 0 });
    expect(await plan(daysFromNow(10))).toMatchObject({ drivers: ['Pedro'], is_set: true });
    expect(await plan(daysFromNow(11))).toMatchObject({ drivers: ['Pedro'], is_set: true });
    expect(await told(pedro)).toEqual([expect.stringContaining('Your runs have changed')]);
    expect(await told(driver)).toEqual([expect.stringContaining('Your runs have changed')]);
    expect(await copy()).toEqual({ copied: 0, kept: 2, missing: 0 });
    expect(await told(pedro)).toHaveLength(1);
  });

  test('keeps the dates that are set, and leaves out drivers who drive elsewhere', async () => {
    await set(fixture.shuttle, [pedro], [driver]);
    await set(fixture.shuttle, [pedro], [], boat, daysFromNow(10));
    expect(await call(fixture.shuttle, 'copy_driver_week', { p_territory_id: 'rio', p_from: date })).toEqual({
      copied: 1,
      kept: 0,
      missing: 1,
    });
    expect(await plan(daysFromNow(10))).toMatchObject({ drivers: [], unled: true });
    expect(await drivers(daysFromNow(10), boat)).toEqual(['Pedro']);
  });
});

describe('a driver in two places at once', () => {
  const busy = { status: 409, code: 'driver_busy' };

  test('is refused on a date, by the schedule, and when taking a declined run again', async () => {
    await expect(set(fixture.shuttle, [driver], [], boat)).rejects.toMatchObject(busy);
    const schedule = (slot: string, who: string) =>
      write(
        fixture.shuttle,
        `insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${who}', '${slot}', '${dayOf(date)}')`,
      );
    await expect(schedule(boat, driver)).rejects.toMatchObject({ code: 'PT409', hint: 'driver_busy' });
    await schedule(await ride('Boat back', '11:00'), driver);
    await answer(driver, false);
    await set(fixture.shuttle, [driver], [], boat);
    await expect(answer(driver, true)).rejects.toMatchObject(busy);
  });

  test('is refused for a new time, a longer ride, an active schedule, and a date that returns to the schedule', async () => {
    const { sql } = fixture.db;
    await sql`update public.slots set start_time = '10:00' where id = ${boat}`;
    await set(fixture.shuttle, [driver], [], boat);
    for (const statement of [
      `update public.slots set start_time = '09:30' where id = '${boat}'`,
      `update public.services set duration_hours = 3 where id = '${fixture.transport}'`,
    ])
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ hint: 'driver_busy' });
    await set(fixture.shuttle, [pedro], [driver]);
    await sql`update public.slots set start_time = '09:30' where id = ${boat}`;
    await expect(set(fixture.shuttle, null, [pedro])).rejects.toMatchObject(busy);
    await sql`update public.driver_schedules set active = false`;
    await set(fixture.shuttle, null, [pedro]);
    await expect(sql`update public.driver_schedules set active = true`).rejects.toMatchObject({ hint: 'driver_busy' });
  });

  test('is possible for a cancelled departure, whose cancellation then stays', async () => {
    await book(date);
    const departure = {
      kind: 'transport',
      service_id: fixture.transport,
      slot_id: fixture.transport,
      service_date: date,
    };
    await cancel(fixture, fixture.shuttle, { p_selection: { departures: [departure] } });
    await set(fixture.shuttle, [driver], [], boat);
    const [c] = await fixture.db.sql`select id from private.departure_cancellations`;
    await expect(
      call(fixture.shuttle, 'undo_departure_cancellation', { p_cancellation_id: c?.id }),
    ).rejects.toMatchObject(busy);
  });

  test('is refused when three people assign at the same time', async () => {
    await withoutTriggers(fixture.db.sql, (sql) => sql`delete from public.driver_schedules`);
    for (let round = 0; round < 3; round++) {
      const day = daysFromNow(20 + round);
      const answers = await Promise.allSettled([
        set(fixture.shuttle, [pedro], [], fixture.transport, day),
        set(fixture.staff, [pedro], [], boat, day),
        write(
          fixture.shuttle,
          `insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${pedro}', '${boat}', '${dayOf(day)}')`,
        ),
      ]);
      const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      for (const { hint, code } of refusals) expect(hint ?? code).toMatch(/^(driver_busy|changed_meanwhile)$/);
      expect(refusals.length).toBeGreaterThan(0);
      const [clash] = await fixture.db.sql`select private.is_in_two_places(${pedro}) as clash`;
      expect(clash).toEqual({ clash: false });
      await fixture.db.sql`delete from public.driver_schedules`;
    }
  });

  test('is refused after waiting for an assignment that has not ended', async () => {
    const { sql } = fixture.db;
    let second: Promise<unknown> = Promise.resolve();
    await sql.begin(async (first) => {
      await first`insert into public.driver_schedules (driver_id, slot_id, day_of_week) values (${pedro}, ${boat}, ${dayOf(date)})`;
      second = set(fixture.shuttle, [pedro], [driver]);
      await untilBlocked(sql, second);
    });
    await expect(second).rejects.toMatchObject(busy);
  });

  test('is what looking first and writing without the check would cause, and the doctor reports it', async () => {
    const { sql } = fixture.db;
    const free = async () => (await sql`select private.is_in_two_places(${pedro}) as clash`)[0]?.clash === false;
    const slots = [fixture.transport, boat];
    await lookThenWrite(2, free, async (isFree) => {
      const slot = slots.pop() ?? '';
      if (isFree)
        await withoutTriggers(
          sql,
          (unchecked) =>
            unchecked`insert into private.driver_dates (slot_id, service_date, drivers) values (${slot}, ${date}, array[${pedro}]::uuid[])`,
        );
    });
    const broken = await sql`select rule, subject from private.check_departures()`;
    expect(broken).toEqual([{ rule: 'no driver is in two places at once', subject: pedro }]);
  });
});
