import { describe, expect, it } from 'vitest';
import { plansOf, readsWhole } from '../support/plans.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, identityOf, userId } from './access/identities.ts';

fixtureForEachTest();

interface Row {
  id: string;
  day: string;
  start_time: string | null;
  departure_id: string;
  departure: Record<string, unknown> | null;
}

const list = async (args: string, who: 'manager' | 'staff' = 'staff'): Promise<Row[]> => [
  ...(await fixture.as(identityOf(who), (sql) =>
    sql.unsafe<Row[]>(`select *, booking_date::text as day from public.territory_bookings('rio', ${args})`),
  )),
];
const found = async (text: string) => (await list(`p_search => '${text}'`)).map((row) => row.id).sort();
const idsOf = (rows: readonly Row[]) => rows.map((row) => row.id).sort();

/**
 * Adds a day with two departures at the same time and one without a time, and 20 days around it. Every third
 * booking is paid in cash.
 */
async function busyDays(): Promise<void> {
  await fixture.sql.unsafe(`
    insert into public.experience_timeslots (id, experience_id, start_time, end_time, max_spots, available_spots)
      select md5('slot' || n)::uuid, '${id.experience}', time '07:00', time '09:00', 40, 40 from generate_series(0, 2) n;
    insert into public.departures (kind, id, slot_id, service_id, territory_id, service_date, capacity, sold)
      select 'experience', md5('departure' || n || '-' || d)::uuid, md5('slot' || n)::uuid, '${id.experience}', 'rio', date '2027-03-01' + d, 40, 8
      from generate_series(0, 2) n, generate_series(-10, 10) d;
    insert into public.bookings (kind, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, booking_date, start_time,
      num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, payment_status, whatsapp_number, country,
      waiver_version, waiver_accepted_at, status, check_in_status)
    select b.kind, md5('departure' || p % 3 || '-' || d)::uuid, b.service_id, md5('slot' || p % 3)::uuid, 'rio',
      case p % 3 when 0 then '${userId.guide}'::uuid end, b.tourist_id, date '2027-03-01' + d, case p % 3 when 2 then null else time '07:00' end, 2, 2,
      'shared', 50, 100, 'GTQ', case p % 2 when 0 then 'cash' else 'card' end, case p % 4 when 0 then 'completed' else 'pending' end,
      '+50255128840', 'GT', b.waiver_version, now(), case p when 5 then 'cancelled' else 'ordered' end, case p when 3 then 'checked_in' else 'pending' end
    from public.bookings b, generate_series(0, 11) p, generate_series(-10, 10) d where b.id = '${id.booking}'`);
}

/** Returns the whole list, read seven rows at a time. */
async function paged(args: string): Promise<Row[]> {
  const seen: Row[] = [];
  for (;;) {
    const last = seen.at(-1);
    const hour = last?.start_time ? `, p_after_time => '${last.start_time}'` : '';
    const after = last
      ? `, p_after_date => '${last.day}', p_after_departure_id => '${last.departure_id}', p_after_id => '${last.id}'${hour}`
      : '';
    const page = await list(`p_limit => 7, ${args}${after}`);
    seen.push(...page);
    if (page.length < 7) return seen;
  }
}

describe("a territory's bookings by departure", () => {
  it('are ordered by day, hour and departure, each departure in one piece and no row twice', async () => {
    await busyDays();
    const ahead = await paged(`p_order => 'soonest', p_from => '2027-02-25', p_to => '2027-03-03'`);
    expect(ahead).toHaveLength(7 * 12);
    expect(new Set(idsOf(ahead)).size).toBe(7 * 12);
    const keyOf = (row: Row) => [row.day, row.start_time ?? '24:00', row.departure_id, row.id].join(' ');
    expect(ahead.map(keyOf)).toEqual(ahead.map(keyOf).sort());
    const back = await paged(`p_order => 'latest', p_from => '2027-02-25', p_to => '2027-03-03'`);
    expect(back.map((row) => row.id)).toEqual(ahead.map((row) => row.id).reverse());
    expect(await list(`p_order => 'newest', p_from => '2027-02-25', p_to => '2027-03-03'`)).toHaveLength(7 * 12);
  });

  it('include guests, arrivals and leader with the first row of a departure, whatever the filter', async () => {
    await busyDays();
    const day = `p_order => 'soonest', p_from => '2027-03-01', p_to => '2027-03-01'`;
    const heads = (await list(day)).filter((row) => row.departure);
    expect(heads.map((row) => row.departure)).toHaveLength(3);
    expect(heads.find((row) => row.departure?.arrived)?.departure).toEqual({
      slot_id: expect.any(String),
      capacity: 40,
      closed: false,
      private: false,
      bookings: 4,
      people: 8,
      arrived: 2,
      missed: 0,
      to_collect: 100,
      currency_symbol: 'Q',
      leaders: ['guide'],
    });
    // Cancelled guests don't count, and a departure without a guide is marked.
    expect(heads.map((row) => row.departure).filter((head) => head?.people === 6)).toMatchObject([{ leaders: [] }]);
    const [only] = await list(`${day}, p_payment => 'paid', p_guide_id => '${userId.guide}'`);
    expect(only?.departure).toMatchObject({ bookings: 4, people: 8 });
    expect((await list(`p_from => '2027-03-01', p_to => '2027-03-01'`)).every((row) => row.departure === null)).toBe(
      true,
    );
  });

  it('include the drivers of transport', async () => {
    await fixture.sql`delete from public.driver_schedules`;
    await fixture.sql`update public.bookings set booking_date = '2027-03-01' where kind = 'transport'`;
    await fixture.sql`update public.departures set service_date = '2027-03-01' where kind = 'transport' and territory_id = 'rio'`;
    const rows = await list(`p_order => 'soonest', p_from => '2027-03-01', p_to => '2027-03-01'`);
    expect(rows.map((row) => row.departure)).toMatchObject([{ slot_id: id.transport, leaders: [] }]);
    await fixture.sql`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
      values (${userId.driver}, ${id.transport}, private.weekday('2027-03-01')) on conflict do nothing`;
    const [driven] = await list(`p_order => 'soonest', p_from => '2027-03-01', p_to => '2027-03-01'`);
    expect(driven?.departure).toMatchObject({ leaders: ['driver'] });
  });

  it('are filtered by service, guide and payment, separately and together, with matching sums', async () => {
    await busyDays();
    const march = `p_from => '2027-03-01', p_to => '2027-03-01'`;
    const count = async (args: string) => {
      const rows = await list(`${march}, ${args}`);
      const sums = await fixture.ask(
        'staff',
        `select coalesce(sum(bookings), 0)::int from public.territory_booking_totals('rio', ${march}, ${args})`,
      );
      expect(sums, args).toBe(rows.length);
      expect(await list(`p_order => 'soonest', ${march}, ${args}`), args).toHaveLength(rows.length);
      return rows.length;
    };
    expect(await count(`p_service_id => '${id.experience}'`)).toBe(12);
    expect(await count(`p_service_id => '${id.transport}'`)).toBe(0);
    expect(await count(`p_guide_id => '${userId.guide}'`)).toBe(4);
    expect(await count(`p_payment => 'paid'`)).toBe(3);
    // The cancelled booking owes nothing.
    expect(await count(`p_payment => 'pending'`)).toBe(8);
    expect(await count(`p_payment => 'collect'`)).toBe(3);
    expect(
      await count(`p_payment => 'collect', p_status => 'ordered', p_guide_id => '${userId.guide}', p_search => 'home'`),
    ).toBe(1);
    expect(await count(`p_status => 'cancelled', p_search => 'guide'`)).toBe(0);
  });

  it('allow no other order, and offer only their own services and guides as filters', async () => {
    const refused = await fixture.refusal(
      'staff',
      `select * from public.territory_bookings('rio', p_order => 'price; drop')`,
    );
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
    const choices = await fixture.ask<{ services: { id: string }[]; guides: { id: string }[] }>(
      'staff',
      `select public.booking_choices('rio')`,
    );
    expect(choices.services.map((one) => one.id)).toEqual(expect.arrayContaining([id.experience, id.transport]));
    expect(choices.guides.map((one) => one.id)).toContain(userId.guide);
    expect(JSON.stringify(choices)).not.toContain(userId.guide2);
    expect(JSON.stringify(choices)).not.toContain(id.experience2);
  });

  it('use an index without sorting to read a page of a large territory', async () => {
    await busyDays();
    await fixture.sql.unsafe(`set session_replication_role = replica;
      insert into public.bookings (kind, departure_id, service_id, slot_id, territory_id, tourist_id, booking_date, num_people, seats,
        booking_type, unit_price, total_price, currency_code, payment_method, whatsapp_number, country, waiver_version, waiver_accepted_at, status, payment_status)
      select kind, departure_id, service_id, slot_id, territory_id, tourist_id, date '2027-04-01' + n % 300, 1, 1, 'shared', 50, 50, 'GTQ', 'card', '', 'GT',
        waiver_version, now(), 'paid', 'completed' from public.bookings, generate_series(1, 6000) n where id = '${id.booking}';
      set session_replication_role = origin`);
    await fixture.sql`analyze public.bookings`;
    for (const [args, index] of [
      [`p_order => 'soonest', p_from => '2027-02-01'`, 'bookings_day_idx'],
      [`p_order => 'latest', p_to => '2027-12-01'`, 'bookings_day_idx'],
      [`p_order => 'soonest', p_from => '2027-02-01', p_guide_id => '${userId.guide}'`, 'bookings_guide_idx'],
      [`p_order => 'soonest', p_from => '2027-02-01', p_payment => 'collect'`, 'bookings_unpaid_idx'],
      [`p_order => 'soonest', p_from => '2027-02-01', p_status => 'cancelled'`, 'bookings_territory_status_idx'],
      ['p_limit => 20', 'bookings_day_idx'],
    ] as const) {
      const plan = await plansOf(
        fixture.url,
        identityOf('staff'),
        `select * from public.territory_bookings('rio', ${args})`,
      );
      expect(plan, args).toContain(index);
      expect(readsWhole(plan, 'bookings'), args).toBe(false);
    }
  });
});

describe('a search of bookings', () => {
  it('finds a service by its name in each language, even a later one', async () => {
    await fixture.sql`update public.experiences set title = 'Lake walk', translations = '{"es": {"title": "Caminata al lago"}}'
      where id = ${id.experience}`;
    for (const text of ['lake walk', 'caminata', 'lago']) expect(await found(text), text).toEqual([id.booking]);
    await fixture.sql`update public.experiences set translations = '{"es": {"title": "Paseo"}}' where id = ${id.experience}`;
    expect(await found('paseo')).toEqual([id.booking]);
    expect(await found('caminata')).toEqual([]);
    await fixture.sql`update public.territory_transports set translations = '{"es": {"title": "Lancha rápida"}}'`;
    expect(await found('lancha rapida')).toEqual([id.transportBooking]);
  });

  it('finds the guide, the phone number in any format, and the booking number', async () => {
    await fixture.sql`update public.bookings set whatsapp_number = '+50255128840' where id = ${id.booking}`;
    await fixture.sql`update public.bookings set whatsapp_number = '+491605550199' where kind = 'transport'`;
    await fixture.sql`update public.profiles set full_name = 'Elmer Caal' where id = ${userId.guide}`;
    expect(await found('elmer')).toEqual([id.booking]);
    for (const phone of ['+502 5512 8840', '00502 5512-8840', '5512 8840', '(502) 5512', '8840', '55128840'])
      expect(await found(phone), phone).toEqual([id.booking]);
    for (const phone of ['0160 555 0199', '160/5550199', '+49.160.555', '0199'])
      expect(await found(phone), phone).toEqual([id.transportBooking]);
    expect(await found('512 8840 1')).toEqual([]);
    // Numbers are found in all formats, including those that look like a fraction or a power.
    for (const number of ['3e123456', '00123456', '12345678', 'abcd1234', '1e5d0000']) {
      const own = `${number}-0000-4000-8000-000000000001`;
      await fixture.sql.unsafe(`insert into private.booking_search (booking_id, territory_id, booking_date, words)
        select '${own}', 'rio', booking_date, private.booking_marks('${own}', '') from public.bookings where id = '${id.booking}'`);
      const [row] = await fixture.look<{ n: number }>(`select count(*)::int as n from private.booking_search
        where words @@ private.booking_query('${number.toUpperCase().slice(0, 7)}') and booking_id = '${own}'`);
      expect(row, number).toEqual({ n: 1 });
      for (const typed of [
        `${number.slice(0, 4)}-${number.slice(4)}`,
        `#${number.slice(0, 4)} ${number.slice(4)}`.toUpperCase(),
      ]) {
        const [split] = await fixture.look<{ n: number }>(`select count(*)::int as n from private.booking_search
          where words @@ private.booking_query('${typed}') and booking_id = '${own}'`);
        expect(split, typed).toEqual({ n: 1 });
      }
    }
    // A receipt's full number, as printed and as typed.
    const number = id.transportBooking.slice(0, 8).toUpperCase();
    for (const typed of [`T-20261103-${number}`, `t 20261103 ${number}`, `T20261103${number.toLowerCase()}`])
      expect(await found(typed), typed).toEqual(expect.arrayContaining([id.transportBooking]));
    expect(await found(`T-20261103-${number.slice(0, 7)}`)).toEqual([]);
    // Text that looks like a number in two parts may be words.
    await fixture.sql`update public.bookings set hotel_name = 'Cafe 24' where id = ${id.booking}`;
    expect(await found('cafe 24')).toEqual([id.booking]);
    await fixture.sql`update public.bookings set guide_id = null where id = ${id.booking}`;
    expect(await found('elmer')).toEqual([]);
    await fixture.sql`update public.bookings set whatsapp_number = '' where id = ${id.booking}`;
    expect(await found('8840')).toEqual([]);
    expect(await found(id.transportBooking.slice(0, 8))).toEqual(expect.arrayContaining([id.transportBooking]));
  });

  it("finds the ticket's full spoken code, only within the territory", async () => {
    const [tour, ride] = ['b16b00b5-0000-4000-8000-000000000001', 'decade00-0000-4000-8000-000000000002'];
    const common = `territory_id, tourist_id, booking_date, start_time, num_people, seats, booking_type, unit_price, total_price, currency_code,
      payment_method, whatsapp_number, country, waiver_version, waiver_accepted_at, status`;
    const copy = (from: string, to: string) =>
      fixture.sql.unsafe(`insert into public.bookings (id, kind, departure_id, service_id, slot_id, ${common})
        select '${to}', kind, departure_id, service_id, slot_id, ${common} from public.bookings where id = '${from}'`);
    await copy(id.booking, tour);
    await copy(id.transportBooking, ride);
    const code = (spoken: string) => `${spoken}${'0'.repeat(24)}`;
    await fixture.sql`insert into public.booking_codes (booking_id, tourist_id, code) values (${tour}, ${userId.tourist}, ${code('93c0ed11')})`;
    await fixture.sql`insert into public.booking_codes (booking_id, tourist_id, code)
      values (${ride}, ${userId.tourist}, ${code('12345678')})`;
    for (const typed of ['93C0 ED11', '93c0ed11', '93C0-ED11', ' 93c0  ed11 '])
      expect(await found(typed), typed).toEqual([tour]);
    expect(await found('1234 5678')).toEqual([ride]);
    // Its beginning doesn't find it, because a search must not lead to the code of an unknown ticket.
    for (const typed of ['93C0 ED1', '93c0', 'ed11', '93c0ed112']) expect(await found(typed), typed).toEqual([]);
    // A move gives the ticket another code: the guest may still read the one before aloud.
    await fixture.sql`insert into private.old_ticket_codes (code, booking_id, departure_id, given)
      select ${code('0ddba11e')}, id, departure_id, false from public.bookings where id = ${tour}`;
    expect(await found('0DDB A11E')).toEqual([tour]);
    expect(await found('0ddba11')).toEqual([]);
    for (const typed of ['93c0ed11', '0ddba11e']) {
      const away = await fixture.as(identityOf('manager2'), (sql) =>
        sql.unsafe(`select id from public.territory_bookings('lago', p_search => '${typed}')`),
      );
      expect([...away]).toEqual([]);
    }
  });

  it('uses an index for codes', async () => {
    await fixture.sql.unsafe(`set session_replication_role = replica;
      insert into public.booking_codes (booking_id, tourist_id, code) select gen_random_uuid(), '${userId.tourist}', md5(n::text) from generate_series(1, 6000) n;
      insert into private.old_ticket_codes (code, booking_id, departure_id, given)
        select md5((-n)::text), '${id.booking}', '${id.departure}', false from generate_series(1, 6000) n;
      set session_replication_role = origin;
      analyze public.booking_codes; analyze private.old_ticket_codes`);
    for (const call of [
      `territory_bookings('rio', p_search => '93c0ed11')`,
      `territory_booking_totals('rio', p_search => '93c0ed11')`,
    ]) {
      const plan = await plansOf(fixture.url, identityOf('manager'), `select * from public.${call}`);
      expect(plan).toContain('booking_codes_spoken_idx');
      expect(readsWhole(plan, 'booking_codes')).toBe(false);
      expect(readsWhole(plan, 'old_ticket_codes')).toBe(false);
    }
  });
});
