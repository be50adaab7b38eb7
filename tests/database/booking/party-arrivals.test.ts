import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { booking as alone, dockForEachTest, guide, guides, staff, state } from './support/dock.ts';
import { brokenInvariants, createUsers, signedIn, startsIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// The people of a booking arrive one after another (docs/product.md, Check-in; docs/decisions/0060).

interface Answer {
  check_in_status?: string;
  payment_status?: string;
  hint?: string;
  num_people?: number;
  arrived?: number[] | null;
}

let booking: string;
let code: string;
dockForEachTest();
beforeEach(async () => {
  const [user = ''] = await createUsers(guides.fixture.db.sql, 1);
  booking = await guides.book(user, { num_people: 4 });
  await startsIn(guides.fixture, booking, -0.1);
  const [row] = await guides.fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
  code = row?.code;
});

const here = ({ check_in_status, arrived, num_people = 0 }: Answer) =>
  check_in_status === 'checked_in' ? (arrived ?? Array.from({ length: num_people }, (_, at) => at + 1)) : [];
const listed = (who: string, passengers: number[] | null, more: object = {}) =>
  guides.call(who, 'check_in_listed', {
    p_booking_id: booking,
    p_action: 'checked_in',
    p_passengers: passengers,
    ...more,
  }) as Promise<Answer>;
const scanned = (who: string, passengers: number[] | null = null) =>
  rpcFor(guides.fixture.db, signedIn(who))('check_in', {
    p_booking_id: booking,
    p_code: code,
    p_action: 'checked_in',
    p_passengers: passengers,
  }) as Promise<Answer>;
const undo = (who: string, key?: string) =>
  guides.call(who, 'undo_arrival', {
    p_booking_id: booking,
    ...(key && { p_key: key }),
  }) as Promise<Answer>;
const arrived = async () => {
  const [row] = await guides.fixture.db.sql`select check_in_status, arrived from public.bookings where id = ${booking}`;
  return [row?.check_in_status, row?.arrived];
};
const counted = async () => {
  const [row] = (await guides.call(guide, 'day_departures', { p_role: 'tour_guide' })) as {
    people: number;
    arrived: number;
  }[];
  return `${row?.arrived} of ${row?.people}`;
};

describe('a party that arrives in parts', () => {
  test('is counted by people, and checked in from the first one on', async () => {
    // The day's other booking is for one person, who isn't checked in.
    expect(alone).not.toBe(booking);
    const before = await counted();
    expect(before).toMatch(/^0 of /);
    expect(here(await listed(guide, [1, 2, 4]))).toEqual([1, 2, 4]);
    expect(await arrived()).toEqual(['checked_in', [1, 2, 4]]);
    expect(await counted()).toBe(before.replace('0', '3'));
    expect(here(await scanned(staff))).toEqual([1, 2, 3, 4]);
    expect(await arrived()).toEqual(['checked_in', null]);
    expect(await counted()).toBe(before.replace('0', '4'));
    const steps = await guides.fixture.db.sql`select detail -> 'passengers' as passengers from public.booking_events
      where booking_id = ${booking} and detail ->> 'by' = 'check_in' order by id`;
    expect(steps).toEqual([{ passengers: [1, 2, 4] }, { passengers: [3] }]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('is shown to the desk with the people who are here, in the list and in the booking', async () => {
    await listed(guide, [1, 2, 4]);
    const [row] = await guides.fixture.db.sql`select booking_date::text as date, territory_id as territory
      from public.bookings where id = ${booking}`;
    const part = { num_people: 4, check_in_status: 'checked_in', arrived: [1, 2, 4] };
    const day = { p_territory_id: row?.territory, p_from: row?.date, p_to: row?.date };
    expect(await guides.call(staff, 'territory_bookings', day)).toContainEqual(
      expect.objectContaining({ id: booking, ...part }),
    );
    expect(await guides.call(staff, 'territory_booking', { p_booking_id: booking })).toMatchObject(part);
  });

  test('checks in at once without intermediate steps', async () => {
    expect(here(await scanned(guide))).toEqual([1, 2, 3, 4]);
    expect(await arrived()).toEqual(['checked_in', null]);
    expect(await guides.fixture.db.sql`select 1 from private.arrival_steps`).toHaveLength(0);
  });

  test('keeps people already here, counts only new ones, and notifies nobody new about the first ones', async () => {
    await listed(guide, [1]);
    expect(here(await listed(guide, [1, 2]))).toEqual([1, 2]);
    await expect(listed(guide, [2])).rejects.toMatchObject({ status: 409, code: 'check_in_already' });
    await listed(guide, null);
    await expect(listed(guide, null)).rejects.toMatchObject({ status: 409, code: 'check_in_already' });
    await expect(listed(guide, null, { p_action: 'no_show' })).rejects.toMatchObject({ code: 'check_in_already' });
  });

  test.each([[[5]], [[1, 2, 3, 4, 5]]])('refuses %j, who are not on the ticket', async (passengers) => {
    await expect(listed(guide, passengers)).rejects.toMatchObject({ status: 409, code: 'not_on_ticket' });
    expect(await arrived()).toEqual(['pending', null]);
  });

  test.each([[[]], [[0]], [[-1]], [[1, 1]], [[null]]])('refuses %j, which names nobody', async (passengers) => {
    await expect(listed(guide, passengers as number[])).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  });

  test('is a no-show as a whole', async () => {
    await expect(listed(guide, [1], { p_action: 'no_show' })).rejects.toMatchObject({ code: 'invalid_input' });
    await listed(guide, [1]);
    await expect(listed(guide, null, { p_action: 'no_show' })).rejects.toMatchObject({ code: 'check_in_already' });
  });

  test('pays cash once, with the first or a later person', async () => {
    const [row] = await guides.fixture.db
      .sql`select total_price::float as price from public.bookings where id = ${booking}`;
    await listed(guide, [1]);
    expect(await listed(guide, [2], { p_cash: row?.price })).toMatchObject({ payment_status: 'completed' });
    await expect(listed(guide, [3], { p_cash: row?.price })).rejects.toMatchObject({ code: 'cash_already_received' });
    expect(await arrived()).toEqual(['checked_in', [1, 2]]);
  });
});

describe('an undo with a key', () => {
  const key = randomUUID();
  const reported = () =>
    guides.call(guide, 'report_arrivals', {
      p_reports: [{ key, action: 'undo', booking_id: booking, at: new Date().toISOString() }],
    }) as unknown as Promise<{ result: string; code?: string }[]>;
  beforeEach(async () => {
    await listed(guide, [1]);
    await listed(guide, [2]);
    await listed(guide, [3]);
  });

  test('undoes one arrival, however often it is sent, while another key undoes another', async () => {
    await Promise.all([undo(guide, key), undo(guide, key), undo(guide, key)]);
    expect(here(await undo(guide, key))).toEqual([1, 2]);
    expect(await arrived()).toEqual(['checked_in', [1, 2]]);
    expect(here(await undo(guide, randomUUID()))).toEqual([1]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('counts once if its response was lost and it is reported, in either order', async () => {
    await undo(guide, key);
    expect(await reported()).toMatchObject([{ result: 'done' }]);
    expect(await arrived()).toEqual(['checked_in', [1, 2]]);
    await guides.fixture.db.sql`delete from private.requests`;
    expect(await reported()).toMatchObject([{ result: 'done' }]);
    expect(here(await undo(guide, key))).toEqual([1]);
  });

  test('does not undo a later arrival', async () => {
    await undo(guide, key);
    await undo(guide, randomUUID());
    await undo(guide, randomUUID());
    await listed(guide, [4]);
    expect(here(await undo(guide, key))).toEqual([4]);
    const late = randomUUID();
    await undo(guide, late);
    expect(await arrived()).toEqual(['pending', null]);
    expect(here(await undo(guide, late))).toEqual([]);
    const nothing = randomUUID();
    await undo(guide, nothing);
    await listed(guide, [1]);
    expect(here(await undo(guide, nothing))).toEqual([1]);
  });

  test('is refused for another booking, and other people have their own keys', async () => {
    await undo(guide, key);
    const other = { p_booking_id: alone, p_key: key };
    await expect(guides.call(guide, 'undo_arrival', other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await listed(staff, [4]);
    expect(here(await undo(staff, key))).toEqual([1, 2]);
  });
});

describe('the right to check in parts of a party', () => {
  test('belongs to those who can check the booking in', async () => {
    for (const who of [
      await guides.person(['tour_guide', 'rio']),
      await guides.person(['territory_staff', 'lago']),
      await guides.person(['shuttle_manager', 'rio']),
      await guides.person(['shuttle_driver', 'rio']),
      await guides.person(['admin', null]),
    ]) {
      await expect(listed(who, [1])).rejects.toMatchObject({ status: 403 });
    }
    expect(await arrived()).toEqual(['pending', null]);
  });

  test("does not include reading or writing the steps directly, and the tourist can't set who is here", async () => {
    const { db } = guides.fixture;
    const [row] = await db.sql`select tourist_id from public.bookings where id = ${booking}`;
    for (const who of [row?.tourist_id as string, guide]) {
      await expect(db.as(signedIn(who), (sql) => sql`select * from private.arrival_steps`)).rejects.toThrow(/denied/);
      await expect(
        db.as(signedIn(who), (sql) => sql`update public.bookings set arrived = '{1}' where id = ${booking}`),
      ).rejects.toThrow(/denied/);
    }
  });
});

describe('undoing arrivals', () => {
  test('undoes the last check-in, then the one before', async () => {
    await listed(guide, [1, 2]);
    await listed(guide, [3]);
    await listed(guide, [4]);
    expect(here(await undo(guide))).toEqual([1, 2, 3]);
    expect(here(await undo(guide))).toEqual([1, 2]);
    expect(await arrived()).toEqual(['checked_in', [1, 2]]);
    expect(here(await undo(guide))).toEqual([]);
    expect(await arrived()).toEqual(['pending', null]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test("can't undo someone else's last check-in", async () => {
    await listed(guide, [1, 2]);
    await listed(staff, [3]);
    await expect(undo(guide)).rejects.toMatchObject({ code: 'undo_over' });
    expect(here(await undo(staff))).toEqual([1, 2]);
    expect(here(await undo(guide))).toEqual([]);
  });

  test('starts over after staff set another status', async () => {
    await listed(guide, [1, 2]);
    await guides.setStatus(booking, 'confirmed');
    expect(await arrived()).toEqual(['pending', null]);
    await guides.setStatus(booking, 'checked_in');
    expect(await arrived()).toEqual(['checked_in', null]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('keeps the status from the payment while others arrive', async () => {
    await listed(guide, [1]);
    await guides.setStatus(booking, 'paid');
    await listed(guide, [2]);
    const [row] = await guides.fixture.db
      .sql`select status, check_in_status from public.bookings where id = ${booking}`;
    expect(row).toEqual({ status: 'paid', check_in_status: 'checked_in' });
    expect(await state()).toBe('ordered/pending/pending');
  });
});

describe('many phones at the same time', () => {
  test('check each person in once: twenty requests for two, four people, no step too many', async () => {
    const scanners = [guide, staff, guides.fixture.manager];
    const pairs = [
      [1, 2],
      [2, 3],
      [3, 4],
      [1, 4],
      [2, 4],
    ];
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => listed(scanners[n % 3] as string, pairs[n % 5] as number[])),
    );
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'check_in_already' });
    const steps = await guides.fixture.db.sql`select passengers from private.arrival_steps`;
    expect(steps.flatMap(({ passengers }) => passengers as number[]).sort()).toEqual([1, 2, 3, 4]);
    expect(await arrived()).toEqual(['checked_in', null]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  // Negative control: reading before writing loses a concurrent arrival.
  test('control: lose some of them by looking and then writing', async () => {
    const { sql } = guides.fixture.db;
    const looks = await Promise.all(
      [1, 2, 3].map(() => sql`select arrived from public.bookings where id = ${booking}`),
    );
    for (const [at, [row]] of looks.entries())
      await sql`update public.bookings set check_in_status = 'checked_in', arrived = ${[...(row?.arrived ?? []), at + 1]}
        where id = ${booking}`;
    expect(await arrived()).toEqual(['checked_in', [3]]);
  });

  test('never check in more people than booked, because the row itself refuses', async () => {
    const { sql } = guides.fixture.db;
    for (const wrong of [[5], [1, 1], [2, 1], [0], [1, 2, 3, 4], []])
      await expect(
        sql`update public.bookings set check_in_status = 'checked_in', arrived = ${wrong}::int[] where id = ${booking}`,
      ).rejects.toThrow(/arrived_part/);
  });
});
