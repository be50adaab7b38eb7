import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { WEEK } from '../../src/lib/format/week.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, identityOf, userId, type Who } from './access/identities.ts';
import { weekOf } from './week-support.ts';

fixtureForEachTest();

const run = (sql: string) => fixture.sql.unsafe(sql);
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A future Monday, so that nothing of the week has left. */
let monday: string;
const day = (n: number) => `(date '${monday}' + ${n})`;

const week = (who: Who, args = '') => weekOf(fixture, who, monday, args);
const daysOf = (who: Who) =>
  fixture.as(identityOf(who), (sql) =>
    sql.unsafe<{ departures: number; seats: number; taken: number; unled: number }[]>(
      `select departures, seats, taken, unled from public.territory_week_days('rio', '${monday}')`,
    ),
  );
const homeRow = async (who: Who = 'staff') => (await week(who)).find((row) => row.service_id === id.experience);

/** Books the seed data's experience, this many days into the week. */
async function book(n: number, guide: string | null, people = 2): Promise<void> {
  await run(`update public.departures set service_date = ${day(n)}, sold = ${people} where id = '${id.departure}';
    update public.bookings set booking_date = ${day(n)}, num_people = ${people}, seats = ${people}, status = 'confirmed', check_in_status = 'pending',
      guide_id = ${guide ? `'${guide}'` : 'null'} where id = '${id.booking}'`);
}

beforeEach(async () => {
  const [row] = await fixture.look<{ day: string }>(
    `select (current_date + 7 + (8 - extract(isodow from current_date)::int) % 7)::text as day`,
  );
  monday = row?.day ?? '';
  await run(`update public.experience_timeslots set days_of_week = '{${DAYS.join(',')}}' where id = '${id.slot}';
    delete from public.driver_schedules`);
});

it('the week has its days in the order of the screens', async () => {
  expect((await fixture.look<{ days: string[] }>('select private.week_days() as days'))[0]?.days).toEqual([...WEEK]);
});

describe('the week of a territory', () => {
  it("has the seats of each service's calendar, whatever is offered, hidden, closed or sold", async () => {
    const slot = fc.record({
      days: fc.subarray(DAYS, { minLength: 1 }),
      hour: fc.integer({ min: 5, max: 20 }),
      spots: fc.integer({ min: 1, max: 12 }),
      archived: fc.boolean(),
    });
    const departure = fc.record({
      day: fc.integer({ min: 0, max: 6 }),
      taken: fc.integer({ min: 0, max: 4 }),
      held: fc.integer({ min: 0, max: 2 }),
      closed: fc.boolean(),
    });
    const service = fc.record({
      kind: fc.constantFrom('experience', 'transport'),
      visible: fc.boolean(),
      slots: fc.array(slot, { minLength: 1, maxLength: 3 }),
      departures: fc.uniqueArray(departure, { maxLength: 5, selector: (one) => one.day }),
    });
    const [services] = fc.sample(fc.array(service, { minLength: 14, maxLength: 14 }), { numRuns: 1 }) as [Made[]];
    for (const [n, made] of services.entries()) await make(made, n);

    const shown = new Map((await week('manager', 'p_limit => 100')).map((row) => [row.service_id, row.departures]));
    const all = await fixture.look<{ id: string; visible: boolean }>(
      `select id, visible and archived_at is null as visible from public.services where territory_id = 'rio'`,
    );
    expect(all.length).toBeGreaterThan(14);
    const sums = { departures: 0, seats: 0, taken: 0 };
    for (const { id: serviceId, visible } of all) {
      const calendar = await fixture.as(identityOf('manager'), (sql) =>
        sql.unsafe<Seats[]>(
          `select to_jsonb(x) as one from public.service_departures('${serviceId}', '${monday}', ${day(6)}) x`,
        ),
      );
      const expected = calendar.map(({ one }) => one).filter((one) => visible || one.held + one.sold > 0);
      const got = (shown.get(serviceId) ?? []).map(({ leaders: _, unled: __, delay_minutes: ___, ...seats }) => seats);
      expect(got, JSON.stringify(services)).toEqual(expected);
      for (const one of expected) {
        sums.departures += 1;
        sums.taken += one.held + one.sold;
        sums.seats += one.closed ? one.held + one.sold : one.capacity;
      }
    }
    const days = await daysOf('manager');
    const total = (of: 'departures' | 'seats' | 'taken') => days.reduce((sum, one) => sum + one[of], 0);
    expect({ departures: total('departures'), seats: total('seats'), taken: total('taken') }).toEqual(sums);
    // Tourists are offered the seats left on it.
    for (const [serviceId, departures] of shown) await agreesWithTheOffer(serviceId, departures);
  });

  interface Made {
    kind: string;
    visible: boolean;
    slots: { days: string[]; hour: number; spots: number; archived: boolean }[];
    departures: { day: number; taken: number; held: number; closed: boolean }[];
  }
  interface Seats {
    one: { held: number; sold: number; capacity: number; closed: boolean };
  }

  async function make({ kind, visible, slots, departures }: Made, n: number): Promise<void> {
    const copy = kind === 'experience' ? 'experiences' : 'territory_transports';
    const from = kind === 'experience' ? id.experience : id.transport;
    const [stored] = await fixture.look<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = 'public.${copy}'::regclass and attnum > 0 and attname <> 'names'`,
    );
    const [made] = await fixture.look<{ id: string }>(
      `insert into public.${copy} (${stored?.columns}) select ${stored?.columns} from (
         select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'title', 'Copy ${n}', 'visible', ${visible}))).*
         from public.${copy} x where id = '${from}') c returning id`,
    );
    const ids = kind === 'experience' ? [] : [null as string | null];
    for (const { days, hour, spots, archived } of kind === 'experience' ? slots : []) {
      const [row] = await fixture.look<{ id: string }>(
        `insert into public.experience_timeslots (experience_id, start_time, end_time, days_of_week, max_spots, available_spots, archived_at)
         values ('${made?.id}', '${hour}:00', '${hour + 1}:00', '{${days.join(',')}}', ${spots + 1}, ${spots}, ${archived ? 'now()' : 'null'}) returning id`,
      );
      ids.push(row?.id ?? '');
    }
    for (const { day: at, taken, held, closed } of departures)
      await run(`insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity, sold, held, closed)
        values ('${ids[0] ?? made?.id}', '${made?.id}', '${ids[0] ? 'experience' : 'transport'}', 'rio', ${day(at)}, 6, ${taken}, ${held}, ${closed})`);
  }

  async function agreesWithTheOffer(
    serviceId: string,
    departures: Awaited<ReturnType<typeof week>>[number]['departures'],
  ) {
    const offer = await fixture.as(identityOf('anon'), (sql) =>
      sql.unsafe<{ slot: string | null; day: string; available: number }[]>(
        `select slot_id as slot, service_date::text as day, available from public.get_departures('${serviceId}', '${monday}', ${day(6)})`,
      ),
    );
    for (const { slot, day: at, available } of offer) {
      const one = departures.find((each) => each.slot_id === slot && each.service_date === at);
      expect(one && (one.closed ? 0 : one.capacity - one.held - one.sold)).toBe(available);
    }
  }

  it('shows the departure time of the booked guests, even if the service has another one now', async () => {
    await run(`update public.departures set service_date = ${day(2)}, sold = 1, start_time = '06:15' where id = '${id.transportDeparture}';
      update public.bookings set booking_date = ${day(2)}, start_time = '06:15', status = 'confirmed' where id = '${id.transportBooking}';
      update public.territory_transports set departure_time = '11:00' where id = '${id.transport}'`);
    const row = (await week('staff')).find((one) => one.service_id === id.transport);
    expect(row?.departures.map((one) => one.start_time.slice(0, 5))).toEqual([
      '11:00',
      '11:00',
      '06:15',
      '11:00',
      '11:00',
      '11:00',
      '11:00',
    ]);
  });

  it('is returned in pages, in the same order', async () => {
    for (let n = 0; n < 5; n += 1)
      await make(
        {
          kind: n % 2 ? 'transport' : 'experience',
          visible: true,
          departures: [],
          slots: [{ days: DAYS, hour: 9, spots: 4, archived: false }],
        },
        n,
      );
    const whole = await week('staff');
    const paged: typeof whole = [];
    for (;;) {
      const last = paged.at(-1);
      const after = last
        ? `, p_after_group => '${last.sort_group}', p_after_title => '${last.sort_title}', p_after_id => '${last.service_id}'`
        : '';
      const page = await week('staff', `p_limit => 2${after}`);
      paged.push(...page);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(whole);
    expect(whole.map((row) => row.kind)).toEqual(whole.map((row) => row.kind).sort());
    // 'Copy 0' is 'Zona 0' in Spanish, and is sorted after 'Home' there.
    await fixture.sql`update public.experiences set translations = jsonb_build_object('es', jsonb_build_object('title', replace(title, 'Copy', 'Zona')))
      where title like 'Copy%'`;
    const sorted = async (language: string) =>
      (await week('staff', `p_language => '${language}'`))
        .filter((row) => row.kind === 'experience')
        .map((row) => row.sort_title);
    expect(await sorted('en')).toEqual(['copy 0', 'copy 2', 'copy 4', 'home']);
    expect(await sorted('es')).toEqual(['home', 'zona 0', 'zona 2', 'zona 4']);
  });
});

describe('the leader of a departure', () => {
  it('is the guide of the guests, and nobody if one of them has none', async () => {
    await book(1, userId.guide);
    const at = async (n: number) => (await homeRow())?.departures[n];
    expect(await at(1)).toMatchObject({ sold: 2, leaders: ['guide'], unled: false });
    await book(1, null);
    expect(await at(1)).toMatchObject({ leaders: [], unled: true });
    expect((await daysOf('staff')).map((one) => one.unled)).toEqual([0, 1, 0, 0, 0, 0, 0]);
    expect((await week('staff', 'p_unled => true')).map((row) => row.service_id)).toEqual([id.experience]);
  });

  it('is, without bookings, the guide who would lead it, except one who declined the date', async () => {
    await run(
      `insert into private.guide_date_declines (slot_id, service_date, guide_id) values ('${id.slot}', ${day(3)}, '${userId.guide}')`,
    );
    const row = await homeRow();
    expect(row?.departures.map((one) => one.leaders[0] ?? null)).toEqual([
      'guide',
      'guide',
      'guide',
      null,
      'guide',
      'guide',
      'guide',
    ]);
    expect(row?.departures.some((one) => one.unled)).toBe(false);
  });

  it('is the driver of that weekday', async () => {
    await run(`update public.departures set service_date = ${day(2)}, sold = 1 where id = '${id.transportDeparture}';
      update public.bookings set booking_date = ${day(2)}, status = 'confirmed' where id = '${id.transportBooking}'`);
    const ride = async () => (await week('staff')).find((row) => row.service_id === id.transport)?.departures[2];
    expect(await ride()).toMatchObject({ sold: 1, leaders: [], unled: true });
    await run(
      `insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${userId.driver}', '${id.transport}', 'wednesday')`,
    );
    expect(await ride()).toMatchObject({ leaders: ['driver'], unled: false });
    await run(`update public.shuttle_drivers set active = false`);
    expect(await ride()).toMatchObject({ leaders: [], unled: true });
  });

  it('is not asked once it has left', async () => {
    await book(1, null);
    await run(`update public.departures set service_date = current_date - 3 where id = '${id.departure}';
      update public.bookings set booking_date = current_date - 3 where id = '${id.booking}'`);
    const [past] = await fixture.as(identityOf('staff'), (sql) =>
      sql.unsafe<{ unled: number }[]>(
        `select sum(unled)::int as unled from public.territory_week_days('rio', current_date - 6)`,
      ),
    );
    expect(past).toEqual({ unled: 0 });
  });
});

describe('one departure', () => {
  const departure = (who: Who, n = 1) =>
    fixture.ask<Record<string, unknown>>(
      who,
      `select public.territory_departure('${id.experience}', '${id.slot}', ${day(n)})`,
    );

  const copy = (changed: string) =>
    run(`insert into public.bookings (status, currency_code, total_price, kind, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id,
        booking_date, num_people, seats, booking_type, unit_price, payment_method, whatsapp_number, country, waiver_version, waiver_accepted_at)
      select ${changed}, kind, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, booking_date, num_people, seats, booking_type,
        unit_price, payment_method, whatsapp_number, country, waiver_version, waiver_accepted_at from public.bookings where id = '${id.booking}'`);

  it('has its guests, and their money in its own currency', async () => {
    await book(1, userId.guide);
    await run(
      `update public.bookings set payment_method = 'cash', payment_status = 'pending', total_price = 90 where id = '${id.booking}'`,
    );
    await run(
      `update public.bookings set num_people = 2, check_in_status = 'checked_in', arrived = '{2}' where id = '${id.booking}'`,
    );
    await copy(`'confirmed', 'USD', 25`);
    await copy(`'cancelled', 'GTQ', 40`);
    const [payment] = await fixture.look<{ minor: number }>(
      `select coalesce(sum(captured_minor - refunded_minor), 0)::int as minor from private.charges where booking_id = '${id.booking}'`,
    );
    const seen = await departure('manager');
    expect(seen).toMatchObject({
      title: 'Home',
      leaders: ['guide'],
      unled: false,
      cancelled: 1,
      sold: 2,
      sums: [
        { currency_code: 'GTQ', booked: 90, to_collect: 90, paid: (payment?.minor ?? 0) / 100 },
        { currency_code: 'USD', booked: 25, to_collect: 25, paid: 0 },
      ],
    });
    expect(seen.guests).toHaveLength(2);
    expect(seen.guests).toContainEqual(
      expect.objectContaining({ full_name: 'tourist', to_collect: expect.any(Number), arrived: [2] }),
    );
    expect(seen.guests).toContainEqual(expect.objectContaining({ full_name: 'tourist', arrived: null }));
    expect(JSON.stringify(seen)).not.toContain('@example.test');
  });

  it('has the delay that was announced, in the week as well', async () => {
    await book(1, userId.guide);
    await run(`update public.departures set delay_minutes = 20, delays = 1 where id = '${id.departure}'`);
    expect(await departure('staff', 1)).toMatchObject({ delay_minutes: 20 });
    const delays = (await homeRow())?.departures.map(({ delay_minutes }) => delay_minutes);
    expect(delays).toEqual([0, 20, 0, 0, 0, 0, 0]);
  });

  it('has no guests without bookings, and is not found if it does not exist', async () => {
    expect(await departure('staff', 4)).toMatchObject({
      departure_id: null,
      sold: 0,
      guests: [],
      sums: [],
      cancelled: 0,
    });
    await run(`update public.experience_timeslots set days_of_week = '{monday}' where id = '${id.slot}'`);
    expect(
      await fixture.refusal('staff', `select public.territory_departure('${id.experience}', '${id.slot}', ${day(4)})`),
    ).toMatchObject({ status: 404, code: 'departure_not_found' });
  });
});

describe('the right to see the week', () => {
  const reads = [
    () => `select count(*) from public.territory_week('rio', '${monday}')`,
    () => `select count(*) from public.territory_week_days('rio', '${monday}')`,
    () => `select public.territory_departure('${id.experience}', '${id.slot}', ${day(1)}) is not null`,
  ];

  it.each(['manager', 'staff', 'admin'] as const)('includes %s', async (who) => {
    for (const read of reads) expect(await fixture.refusal(who, read())).toBeUndefined();
  });

  it.each(['manager2', 'staff2', 'guide', 'shuttle', 'driver', 'partner', 'tourist'] as const)(
    'excludes %s',
    async (who) => {
      for (const read of reads)
        expect(await fixture.refusal(who, read())).toMatchObject({ status: 403, code: 'forbidden' });
    },
  );

  it('excludes a visitor', async () => {
    for (const read of reads) expect(await fixture.refusal('anon', read())).toBeDefined();
  });

  it.each(['null', `'infinity'`, `'5874897-12-31'`])('does not make %s a week', async (from) => {
    expect(await fixture.refusal('staff', `select * from public.territory_week_days('rio', ${from})`)).toMatchObject({
      status: 400,
    });
  });
});
