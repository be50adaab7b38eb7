import { beforeEach, describe, expect, it } from 'vitest';
import { plansOf, readsWhole } from '../support/plans.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { departureDay, id, identityOf, userId, type Who } from './access/identities.ts';
import { cancelDeparture } from './week-support.ts';

fixtureForEachTest();

interface Row {
  id: string;
  booking_date: Date;
  title: string;
  tourist_name: string;
  operator_amount: string | null;
  partner_amount: string | null;
  partner_name: string | null;
  commission_amount: string | null;
  commission_status: string | null;
}

const list = async (who: Who, args = ''): Promise<Row[]> => [
  ...(await fixture.as(identityOf(who), (sql) =>
    sql.unsafe<Row[]>(`select * from public.territory_bookings('rio'${args && `, ${args}`})`),
  )),
];
const found = async (text: string) => (await list('admin', `p_search => '${text}'`)).map((row) => row.id).sort();
const both = [id.booking, id.transportBooking].sort();

/** The days of the copies begin after the days of all other bookings. */
const dayOfCopies = (n: number): string =>
  new Date(Date.parse(departureDay) + (28 + n) * 86_400_000).toISOString().slice(0, 10);

/** Copies the booking to fill several pages, three to a day. */
const copies = (count: number) =>
  fixture.sql.unsafe(`insert into public.bookings (kind, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, booking_date,
      num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, whatsapp_number, country, waiver_version, waiver_accepted_at, status)
    select kind, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, date '${dayOfCopies(0)}' + n / 3, 2, 2, booking_type,
      unit_price, 100, currency_code, payment_method, whatsapp_number, country, waiver_version, waiver_accepted_at,
      case when n % 2 = 0 then 'cancelled' else 'ordered' end
    from public.bookings, generate_series(0, ${count - 1}) n where id = '${id.booking}'`);

describe('the bookings of a territory', () => {
  it('have no expected commission if an unpaid one was cancelled', async () => {
    const [before] = (await list('manager')).filter((row) => row.id === id.booking);
    expect(before?.commission_status).toBe('pending');
    await fixture.sql`delete from public.commissions`;
    await fixture.sql`update public.bookings set status = 'cancelled', referral_link_id = (select id from public.referral_links limit 1) where id = ${id.booking}`;
    const [after] = (await list('manager')).filter((row) => row.id === id.booking);
    expect(after).toMatchObject({ commission_amount: null, commission_status: null });
  });

  it('are those of both kinds with the shares of their parties, for a manager and an admin', async () => {
    for (const who of ['manager', 'admin'] as const) {
      const rows = await list(who);
      expect(rows.map((row) => row.id).sort()).toEqual(both);
      expect(rows.find((row) => row.id === id.booking)).toMatchObject({
        title: 'Home',
        tourist_name: 'tourist',
        tourist_email: 'tourist@example.test',
        operator_name: 'guide',
        operator_amount: '70.00',
        partner_amount: '10.00',
        partner_name: 'partner',
        commission_amount: '10.00',
        commission_status: 'pending',
      });
      expect(rows.find((row) => row.id === id.transportBooking)).toMatchObject({
        operator_name: null,
        operator_amount: null,
        partner_name: null,
        commission_status: null,
      });
    }
  });

  it('show staff no shares of the parties', async () => {
    const rows = await list('staff');
    expect(rows.map((row) => row.id).sort()).toEqual(both);
    for (const row of rows) {
      expect(row).toMatchObject({ operator_amount: null, partner_amount: null, commission_amount: null });
      expect(row).toMatchObject({ operator_status: null, territory_status: null, partner_status: null });
    }
    expect(await fixture.ask('staff', `select revenue from public.territory_booking_totals('rio')`)).toBeNull();
    expect(await fixture.ask('staff', `select bookings from public.territory_booking_totals('rio')`)).toBe('2');
  });

  it('are refused to everyone else', async () => {
    for (const who of ['tourist', 'guide', 'partner', 'shuttle', 'staff2', 'manager2'] as const) {
      const refused = { status: 403, code: 'forbidden' };
      expect(await fixture.refusal(who, `select * from public.territory_bookings('rio')`)).toMatchObject(refused);
      expect(await fixture.refusal(who, `select * from public.territory_booking_totals('rio')`)).toMatchObject(refused);
    }
  });

  it("have a summary with today's guests in the territory's time zone and the next departure", async () => {
    const day = () =>
      fixture.as(identityOf('staff'), (sql) => sql`select people, start_time from public.territory_day('rio')`);
    const today = `(now() at time zone (select time_zone from public.territories where id = 'rio'))::date`;
    await fixture.sql.unsafe(`update public.bookings set booking_date = ${today} + 1`);
    expect([...(await day())]).toEqual([{ people: 0, start_time: null }]);
    await fixture.sql.unsafe(
      `update public.bookings set booking_date = ${today}, num_people = 4, seats = 4, start_time = '07:00' where kind = 'experience'`,
    );
    await fixture.sql.unsafe(
      `update public.bookings set booking_date = ${today}, num_people = 3, seats = 3, start_time = null where kind = 'transport'`,
    );
    expect([...(await day())]).toEqual([{ people: 7, start_time: '07:00:00' }]);
    // Guests of a cancelled departure stay booked until they have answered, but don't count.
    await fixture.sql.unsafe(cancelDeparture(id.departure));
    expect([...(await day())]).toEqual([{ people: 3, start_time: null }]);
    await fixture.sql.unsafe(
      `update public.departures set status = 'scheduled', cancellation_id = null, cancelled_from = null`,
    );
    await fixture.sql.unsafe(`update public.bookings set status = 'cancelled' where kind = 'experience'`);
    expect([...(await day())]).toEqual([{ people: 3, start_time: null }]);
  });

  it('are returned in pages, each once, newest first, within one day by time and id, even for a text search', async () => {
    await copies(100);
    await fixture.sql`update public.bookings set start_time = case ascii(right(id::text, 1)) % 3 when 0 then null
      when 1 then time '07:00' else time '13:30' end`;
    const [one] = (await list('admin')) as (Row & { tourist_email: string })[];
    for (const search of ['', `, p_search => '${one?.tourist_email}'`]) {
      const seen: (Row & { start_time: string | null })[] = [];
      for (;;) {
        const last = seen.at(-1);
        const hour = last?.start_time ? `, p_after_time => '${last.start_time}'` : '';
        const after = last
          ? `, p_after_date => '${last.booking_date.toISOString().slice(0, 10)}', p_after_id => '${last.id}'${hour}`
          : '';
        const page = await list('admin', `p_limit => 7${search}${after}`);
        seen.push(...(page as typeof seen));
        if (page.length < 7) break;
      }
      expect(new Set(seen.map((row) => row.id)).size).toBe(seen.length);
      expect(seen.length, search).toBe((await list('admin', `p_limit => 1000${search}`)).length);
      expect(seen.length).toBeGreaterThan(90);
      const keys = seen.map((row) => `${row.booking_date.toISOString()} ${row.start_time ?? '24:00'} ${row.id}`);
      expect(keys).toEqual([...keys].sort().reverse());
    }
  });

  it('are sorted soonest first for future ones, by date and time, without a time last, and no row twice', async () => {
    await copies(90);
    await fixture.sql`update public.bookings set start_time = case ascii(right(id::text, 1)) % 3 when 0 then null
      when 1 then time '07:00' else time '13:30' end`;
    const ahead = async (more: string) => {
      const seen: (Row & { start_time: string | null; status: string; departure_id: string })[] = [];
      for (;;) {
        const last = seen.at(-1);
        const hour = last?.start_time ? `, p_after_time => '${last.start_time}'` : '';
        const after = last
          ? `, p_after_date => '${last.booking_date.toISOString().slice(0, 10)}', p_after_departure_id => '${last.departure_id}', p_after_id => '${last.id}'${hour}`
          : '';
        const page = await list('manager', `p_order => 'soonest', p_limit => 7${more}${after}`);
        seen.push(...(page as typeof seen));
        if (page.length < 7) return seen;
      }
    };
    const all = await ahead('');
    expect(all.map((row) => row.id).sort()).toEqual((await list('manager')).map((row) => row.id).sort());
    const keys = all.map((row) => `${row.booking_date.toISOString()} ${row.start_time ?? '24:00'} ${row.id}`);
    expect(keys).toEqual([...keys].sort());
    const cancelled = await ahead(
      `, p_from => '${dayOfCopies(1)}', p_to => '${dayOfCopies(19)}', p_status => 'cancelled', p_search => 'home'`,
    );
    const wanted = all.filter((row) => {
      const day = row.booking_date.toISOString().slice(0, 10);
      return day >= dayOfCopies(1) && day <= dayOfCopies(19) && row.status === 'cancelled';
    });
    expect(wanted.length).toBeGreaterThan(14);
    expect(cancelled.map((row) => row.id)).toEqual(wanted.map((row) => row.id));
  });

  it('are filtered by date, both ends included, and by status', async () => {
    await copies(12);
    const count = async (args: string) => (await list('admin', args)).length;
    expect(await count(`p_from => '${dayOfCopies(0)}', p_to => '${dayOfCopies(1)}'`)).toBe(6);
    expect(await count(`p_from => '${dayOfCopies(1)}', p_to => '${dayOfCopies(0)}'`)).toBe(0);
    expect(await count(`p_status => 'cancelled'`)).toBe(6);
    expect(await count(`p_status => 'cancelled', p_search => 'home'`)).toBe(6);
    expect(await count(`p_status => '', p_search => ''`)).toBe(14);
  });

  it('have the same sums on every page', async () => {
    await copies(20);
    const [all] = await fixture.as(
      identityOf('manager'),
      (sql) => sql`select * from public.territory_booking_totals('rio')`,
    );
    expect(all).toMatchObject({
      currency_code: 'GTQ',
      bookings: '22',
      people: '42',
      booked: '2200.00',
      revenue: '80.00',
      operator: '70.00',
      partner: '10.00',
      app: '0',
      pending: '80.00',
      pending_payouts: '2',
    });
    expect(
      await fixture.ask(
        'manager',
        `select booked from public.territory_booking_totals('rio', p_status => 'cancelled')`,
      ),
    ).toBe('1000.00');
    expect(
      await fixture.ask('manager', `select booked from public.territory_booking_totals('rio', '2030-01-01')`),
    ).toBeUndefined();
  });
});

describe('a search of bookings', () => {
  beforeEach(async () => {
    await fixture.sql`update public.bookings set hotel_name = 'Posada "El Ángel"' where id = ${id.booking}`;
    await fixture.sql`update public.territory_transports set title = 'Lancha a Lívingston' where id = ${id.transport}`;
  });

  it('finds service, tourist, email and hotel by the beginnings of their words, without accents', async () => {
    expect(await found('living')).toEqual([id.transportBooking]);
    expect(await found('  LÍVING lanch ')).toEqual([id.transportBooking]);
    expect(await found('angel')).toEqual([id.booking]);
    expect(await found('angel tour')).toEqual([id.booking]);
    expect(await found('tourist@example')).toEqual(both);
    expect(await found('ngel')).toEqual([]);
    expect(await found('lancha angel')).toEqual([]);
  });

  it('accepts any text', async () => {
    for (const text of [`O''Hara & !(|:*`, '%_', '🛶', '\\', `a''''b`, '<->'])
      expect(await found(text)).toBeInstanceOf(Array);
  });

  it('follows a new name, a deleted account and a deleted booking', async () => {
    await fixture.sql`update public.profiles set full_name = 'Anna Keller' where id = ${userId.tourist}`;
    expect(await found('keller')).toEqual(both);
    await fixture.sql`update public.bookings set tourist_id = null where id = ${id.booking}`;
    expect(await found('keller')).toEqual([id.transportBooking]);
    const words = await fixture.look(
      `select strip(words)::text as words from private.booking_search where booking_id = '${id.booking}'`,
    );
    expect(JSON.stringify(words)).not.toMatch(/anna|keller|tourist/);
  });

  it('reads no whole table', async () => {
    await fixture.sql`insert into private.booking_search (booking_id, territory_id, booking_date, words)
      select gen_random_uuid(), case n % 20 when 0 then 'rio' else 'lago' end, date '2027-01-01', private.search_words('guest ' || n)
      from generate_series(1, 8000) n`;
    await fixture.sql`vacuum (analyze) private.booking_search`;
    const search = `p_search => 'guest 12345'`;
    for (const call of [`territory_bookings('rio', ${search})`, `territory_booking_totals('rio', ${search})`]) {
      const plan = await plansOf(fixture.url, identityOf('manager'), `select * from public.${call}`);
      expect(plan).toContain('booking_search_words_idx');
      expect(readsWhole(plan, 'booking_search')).toBe(false);
    }
  });
});
