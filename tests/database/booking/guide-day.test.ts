import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelDeparture } from '../week-support.ts';
import { daysFromNow, grantRole, startsIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';
import { rpcFor } from './support/rpc.ts';

const guides = guidesForEachTest();

interface Group {
  departure_id: string;
  slot_id: string;
  service_date: Date;
  bookings: number;
  people: number;
  arrived: number;
  missed: number;
  unpaid: number;
  cancelled: number;
  to_collect: string;
  currency_symbol: string;
}
const groups = (user: string, args: Record<string, unknown> = {}) =>
  guides.call(user, 'day_departures', { p_role: 'tour_guide', ...args }) as Promise<Group[]>;

describe("the guide's day", () => {
  test("counts each of their departures, and nobody else's", async () => {
    const [first = '', other = '', third = ''] = guides.tourists;
    const booking = await guides.book(first, { num_people: 3 });
    await guides.book(other, { num_people: 2 });
    const cancelled = await guides.book(third);
    await guides.setStatus(cancelled, 'cancelled');
    await guides.book(first, { service_date: daysFromNow(8) });
    await guides.arrive(booking);
    const mine = await groups(guides.fixture.guide);
    expect(mine).toMatchObject([
      {
        bookings: 2,
        people: 5,
        arrived: 3,
        missed: 0,
        unpaid: 2,
        cancelled: 1,
        title: 'Castle & hot waterfall',
        territory_id: expect.any(String),
      },
      { bookings: 1, people: 1, arrived: 0, cancelled: 0 },
    ]);
    expect(await groups(guides.fixture.guide, { p_from: guides.fixture.date, p_to: guides.fixture.date })).toHaveLength(
      1,
    );
    expect(await groups(guides.second)).toEqual([]);
    for (const who of [guides.fixture.staff, guides.fixture.shuttle, first]) {
      await expect(groups(who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
    const [{ total_price: due } = { total_price: 0 }] = await guides.fixture.db
      .sql`select sum(total_price) as total_price from public.bookings where departure_id = ${mine[0]?.departure_id ?? ''} and status <> 'cancelled'`;
    // Five people pay in cash. Amounts of no-shows, cards and cancelled bookings are not collected.
    expect(mine[0]?.to_collect).toBe(due);
    const guests = (user: string, date = guides.fixture.date) =>
      guides.call(user, 'departure_passengers', { p_slot_id: guides.fixture.slot, p_date: date }) as Promise<object[]>;
    const told = { email: null, whatsapp_number: expect.any(String), to_pay: expect.any(String) };
    expect(await guests(guides.fixture.guide)).toMatchObject([told, told]);
    // Sees nothing: a guide of the territory who leads neither, on a day without bookings, and other staff of the
    // territory.
    expect(await guests(guides.second)).toEqual([]);
    expect(await guests(guides.fixture.guide, daysFromNow(20))).toEqual([]);
    for (const who of [guides.fixture.staff, guides.fixture.shuttle, first])
      await expect(guests(who)).rejects.toMatchObject({ status: 404, code: 'departure_not_found' });
    await guides.setStatus(booking, 'paid');
    const [after] = await groups(guides.fixture.guide);
    expect(after).toMatchObject({ currency_symbol: 'Q', unpaid: 1 });
    expect(Number(after?.to_collect)).toBeGreaterThan(0);
    expect(Number(after?.to_collect)).toBeLessThan(Number(due));
    const days = async () => {
      const range = { p_from: daysFromNow(0), p_to: daysFromNow(30) };
      const found = (await guides.call(guides.fixture.guide, 'guide_days', range)) as {
        bookings: number;
        guests: number;
      }[];
      return found.map(({ bookings, guests }) => [bookings, guests]);
    };
    expect(await days()).toEqual([
      [2, 5],
      [1, 1],
    ]);
    await guides.fixture.db.sql.unsafe(cancelDeparture(mine[0]?.departure_id ?? ''));
    expect(await days()).toEqual([[1, 1]]);
  });

  test('counts only the guests that a guide leads, and none where they no longer guide', async () => {
    const { sql } = guides.fixture.db;
    const { guide } = guides.fixture;
    await guides.book(guides.tourists[0] ?? '', { num_people: 3 });
    const theirs = await guides.book(guides.tourists[1] ?? '', { num_people: 2 });
    await sql`update public.bookings set guide_id = ${guides.second} where id = ${theirs}`;
    expect(await groups(guide)).toMatchObject([{ bookings: 1, people: 3 }]);
    expect(await groups(guides.second)).toMatchObject([{ bookings: 1, people: 2 }]);
    await grantRole(sql, guide, 'tour_guide', 'lago');
    await sql`update private.role_grants set revoked_at = now() where user_id = ${guide} and territory_id = 'rio'`;
    // Their bookings of before name them still.
    await sql`update public.bookings set guide_id = ${guide} where id = ${theirs}`;
    expect(await groups(guide)).toEqual([]);
  });

  test('is read in pages, each departure once, soonest first, without those that have ended', async () => {
    for (const [index, days] of [3, 1, 2].entries())
      await guides.book(guides.tourists[index] ?? '', { service_date: daysFromNow(days) });
    const over = await guides.book(guides.tourists[0] ?? '', { service_date: daysFromNow(4) });
    await guides.fixture.db.sql`update public.bookings set booking_date = ${daysFromNow(-2)} where id = ${over}`;
    const all = await groups(guides.fixture.guide);
    expect(all).toHaveLength(3);
    const paged: Group[] = [];
    let after: Record<string, unknown> = {};
    for (;;) {
      const page = await groups(guides.fixture.guide, { ...after, p_limit: 1 });
      const last = page.at(-1);
      if (!last) break;
      paged.push(...page);
      after = {
        p_after_date: last.service_date.toISOString().slice(0, 10),
        p_after_time: '09:00',
        p_after_id: last.slot_id,
      };
    }
    expect(paged).toEqual(all);
  });

  test("lists yesterday's departures until noon while an arrival is open", async () => {
    const { sql } = guides.fixture.db;
    const booking = await guides.book(guides.tourists[0] ?? '');
    /** Sets the territory's time to this hour, with the booking on the day before. */
    const at = async (hour: number) => {
      const offset = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
      const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
      await sql`update public.territories set time_zone = ${zone} where id = 'rio'`;
      await sql`update public.bookings set booking_date = (now() at time zone ${zone})::date - 1 where id = ${booking}`;
      return (await groups(guides.fixture.guide)).length;
    };
    expect(await at(8)).toBe(1);
    expect(await at(14)).toBe(0);
    await sql`update public.bookings set check_in_status = 'checked_in'`;
    expect(await at(8)).toBe(0);
  });

  test('lists the weekly slots with the answers and the leading guide', async () => {
    await guides.book(guides.tourists[0] ?? '', { num_people: 2 });
    const slots = (who: string) => guides.call(who, 'guide_timeslots');
    expect(await slots(guides.fixture.guide)).toMatchObject([
      { slot_id: guides.fixture.slot, response: null, leads: true, bookings: 1, guests: 2 },
    ]);
    await guides.answer(guides.fixture.guide, 'declined');
    expect(await slots(guides.fixture.guide)).toMatchObject([
      { response: 'declined', leads: false, leader_name: `Person ${guides.second.slice(0, 4)}`, bookings: 0 },
    ]);
    expect(await slots(guides.second)).toMatchObject([{ response: null, leads: true, bookings: 1 }]);
    expect(await slots(await guides.person(['tour_guide', 'rio']))).toEqual([]);
    await expect(slots(guides.fixture.manager)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('check-in from the list', () => {
  const mark = (user: string, booking: string, action = 'checked_in') =>
    guides.call(user, 'check_in_listed', { p_booking_id: booking, p_action: action });

  /** Creates a booking whose departure has just left. */
  async function bookNow(user: string): Promise<string> {
    const booking = await guides.book(user);
    await startsIn(guides.fixture, booking, -0.1);
    return booking;
  }

  test('is possible for the leading guide and staff, while all others get the same response as for the QR code', async () => {
    const [first = '', other = ''] = guides.tourists;
    const booking = await bookNow(first);
    const refused = [
      [guides.second, 'check_in_not_assigned', 'You are not assigned to this experience'],
      [
        await guides.person(['territory_staff', 'lago']),
        'check_in_wrong_territory',
        'You do not have permission to check in passengers for this territory',
      ],
      [
        guides.fixture.shuttle,
        'check_in_wrong_territory',
        'You do not have permission to check in passengers for this territory',
      ],
      [first, 'check_in_forbidden', 'You do not have permission to check in passengers'],
    ] as const;
    for (const [who, code, message] of refused) {
      await expect(mark(who, booking)).rejects.toMatchObject({ status: 403, code, message });
    }
    await expect(mark(guides.fixture.guide, randomUUID())).rejects.toMatchObject({ code: 'check_in_not_assigned' });
    await expect(
      rpcFor(guides.fixture.db, { role: 'anon' })('check_in_listed', {
        p_booking_id: booking,
        p_action: 'checked_in',
      }),
    ).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
    await expect(mark(guides.fixture.guide, booking, 'paid')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await mark(guides.fixture.guide, booking)).toMatchObject({
      status: 'checked_in',
      check_in_status: 'checked_in',
    });
    expect(await mark(guides.fixture.staff, await bookNow(other), 'no_show')).toMatchObject({
      check_in_status: 'no_show',
    });
    const trail = await guides.fixture.db.sql`select actor_id, territory_id, subject_id, detail from public.audit_log
      where action = 'check_in_from_list' order by id`;
    expect(trail[0]).toEqual({
      actor_id: guides.fixture.guide,
      territory_id: 'rio',
      subject_id: booking,
      detail: { check_in_status: 'checked_in' },
    });
    expect(trail).toHaveLength(2);
  });

  test('is made once by two simultaneous phones, and the second is told', async () => {
    const booking = await bookNow(guides.tourists[0] ?? '');
    const answers = await Promise.allSettled([
      mark(guides.fixture.guide, booking),
      mark(guides.fixture.staff, booking, 'no_show'),
      mark(guides.fixture.guide, booking),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answered of answers) {
      if (answered.status === 'rejected') {
        expect(answered.reason).toMatchObject({ status: 409, code: 'check_in_already' });
      }
    }
    const events = await guides.fixture.db.sql`select to_status from public.booking_events where booking_id = ${booking}
      and to_status in ('checked_in', 'no_show')`;
    expect(events).toHaveLength(1);
  });

  test('refuses a cancelled booking', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    await guides.setStatus(booking, 'cancelled');
    await expect(mark(guides.fixture.guide, booking)).rejects.toMatchObject({ status: 409, code: 'booking_cancelled' });
  });
});
