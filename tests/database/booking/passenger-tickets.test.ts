import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { partyChange } from '../changes/requests.ts';
import { withBookingShown } from '../changes/shown.ts';
import { dockForEachTest, guide, guides, staff } from './support/dock.ts';
import { brokenInvariants, createUsers, signedIn, startsIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// A separate ticket for each person of a booking (docs/product.md, Check-in; docs/decisions/0060).

interface Answer {
  hint?: string;
  passenger?: number | null;
  arrived?: number[] | null;
  check_in_status?: string;
  apart?: number[];
}

let booking: string;
let holder: string;
dockForEachTest();
beforeEach(async () => {
  [holder = ''] = await createUsers(guides.fixture.db.sql, 1);
  booking = await guides.book(holder, { num_people: 4 });
});

const sql = () => guides.fixture.db.sql;
const of = () => ({ p_booking_id: booking });
const share = (passenger: number | null, who = holder) =>
  guides.call(who, 'share_passenger_ticket', { ...of(), p_passenger: passenger }) as Promise<string>;
const anon = () => rpcFor(guides.fixture.db, { role: 'anon' });
const linked = (code: string) => anon()('passenger_ticket', { p_code: code }) as Promise<Record<string, unknown>>;
const boards = () => startsIn(guides.fixture, booking, -0.1);
const scan = (code: string, who = guide, more: object = {}) =>
  rpcFor(guides.fixture.db, signedIn(who))('check_in', {
    p_booking_id: booking,
    p_code: code,
    p_action: 'checked_in',
    ...more,
  }) as Promise<Answer>;
const look = (code: string, who = guide) =>
  rpcFor(guides.fixture.db, signedIn(who))('get_check_in', { p_booking_id: booking, p_code: code }) as Promise<Answer>;

describe("a passenger ticket's link", () => {
  test('shows when the departure is decided that needs more guests', async () => {
    await sql()`update public.experiences set min_to_run = 8`;
    await sql()`delete from private.departure_minimums`; // The ride is sold under the new minimum.
    expect(await linked(await share(2))).toMatchObject({
      minimum: { status: 'scheduled', min_to_run: 8, sold: 5, decides_at: expect.any(String) },
    });
  });

  test('shows trip, time, place and which of how many, and nothing else of the booking', async () => {
    const code = await share(2);
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    const ticket = await linked(code);
    expect(ticket).toMatchObject({ booking_id: booking, passenger: 2, num_people: 4, here: false });
    const allowed =
      'booking_date booking_id expected_time here kind meeting_point meeting_point_link minimum num_people passenger pickup_directions pickup_location pickup_map start_time territory_name time_zone title what_to_bring';
    expect(Object.keys(ticket).filter((key) => !allowed.split(' ').includes(key))).toEqual([]);
    const [person] = await sql()`select full_name, email from public.profiles where id = ${holder}`;
    const [row] = await sql()`select code from public.booking_codes where booking_id = ${booking}`;
    for (const secret of [person?.full_name, person?.email, row?.code])
      expect(JSON.stringify(ticket)).not.toContain(secret);
  });

  test('is made once per person, each with their own', async () => {
    const codes = await Promise.all([share(1), share(1), share(2), share(3)]);
    expect(codes[0]).toBe(codes[1]);
    expect(new Set(codes).size).toBe(3);
    expect(await guides.call(holder, 'passenger_tickets', of())).toMatchObject([
      { passenger: 1, code: codes[0], here: false },
      { passenger: 2, code: codes[2] },
      { passenger: 3, code: codes[3] },
      { passenger: 4, code: null },
    ]);
  });

  test.each([[0], [5], [-1], [null]])("can't be made for %s, who is not in the booking", async (passenger) => {
    await expect(share(passenger)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test("is only made by the holder, and can't be guessed", async () => {
    for (const who of [guide, staff, (await createUsers(sql(), 1))[0] as string]) {
      await expect(share(1, who)).rejects.toMatchObject({ status: 404 });
      await expect(guides.call(who, 'passenger_tickets', of())).rejects.toMatchObject({ status: 404 });
    }
    const [row] = await sql()`select code from public.booking_codes where booking_id = ${booking}`;
    for (const code of ['', 'f'.repeat(32), row?.code, booking])
      await expect(linked(code)).rejects.toMatchObject({ status: 404, code: 'passenger_ticket_not_found' });
  });
});

describe('withdrawing a passenger ticket', () => {
  const revoke = (code: string, who = holder) => guides.call(who, 'revoke_passenger_ticket', { ...of(), p_code: code });

  test('ends its link immediately, and another replaces it', async () => {
    await boards();
    const [code, other] = [await share(2), await share(3)];
    await revoke(code);
    await expect(linked(code)).rejects.toMatchObject({ code: 'passenger_ticket_not_found' });
    expect(await look(code)).toMatchObject({ hint: 'ticket_replaced' });
    expect(await scan(code)).toMatchObject({ hint: 'ticket_replaced' });
    const next = await share(2);
    expect(next).not.toBe(code);
    await revoke(code); // A repeated request ends no further ticket.
    expect(await linked(next)).toMatchObject({ passenger: 2, here: false });
    expect(await scan(next)).toMatchObject({ arrived: [2] });
    expect(await scan(other)).toMatchObject({ arrived: [2, 3] });
  });

  test('is only possible for its holder, and for a person of this booking', async () => {
    const code = await share(1);
    for (const who of [guide, staff]) await expect(revoke(code, who)).rejects.toMatchObject({ status: 404 });
    await expect(revoke('f'.repeat(32))).rejects.toMatchObject({ code: 'passenger_ticket_not_found' });
    expect(await linked(code)).toMatchObject({ passenger: 1 });
  });

  test('leaves exactly one valid link while others share it', async () => {
    const code = await share(2);
    await Promise.all([revoke(code), share(2), share(2), revoke(code), share(2)]);
    const [row] = await sql()`select count(*)::int as n from private.passenger_codes
      where booking_id = ${booking} and passenger = 2 and revoked_at is null`;
    expect(row?.n).toBeLessThanOrEqual(1);
    expect(await share(2)).not.toBe(code);
  });

  test("is shown on phones with the day's list", async () => {
    await boards();
    const code = await share(2);
    const hash = createHash('sha256').update(code).digest('hex');
    await sql()`update public.departures d set (service_date, start_time) = (b.booking_date, b.start_time) from public.bookings b where b.departure_id = d.id and b.id = ${booking}`;
    const own = async () =>
      ((await guides.call(guide, 'dock_tickets')) as unknown as { booking_id: string; own: unknown }[]).find(
        (row) => row.booking_id === booking,
      )?.own;
    expect(await own()).toEqual([{ passenger: 2, hash, good: true }]);
    await revoke(code);
    expect(await own()).toEqual([{ passenger: 2, hash, good: false }]);
  });

  test('causes a conflict for an offline check-in, and nobody is checked in', async () => {
    await boards();
    const code = await share(2);
    await revoke(code);
    const report = {
      key: randomUUID(),
      action: 'checked_in',
      kind: 'experience',
      booking_id: booking,
      ticket: createHash('sha256').update(code).digest('hex'),
      passengers: [2],
      at: new Date().toISOString(),
    };
    const answers = await guides.call(guide, 'report_arrivals', { p_reports: [report] });
    expect(answers).toMatchObject([{ result: 'conflict', code: 'ticket_replaced' }]);
    const [row] = await sql()`select check_in_status from public.bookings where id = ${booking}`;
    expect(row?.check_in_status).toBe('pending');
  });
});

describe('passenger tickets at the dock', () => {
  test('check that person in, and the whole ticket checks in the others', async () => {
    await boards();
    const code = await share(3);
    expect(await look(code)).toMatchObject({ passenger: 3, apart: [3], check_in_status: 'pending' });
    expect(await scan(code)).toMatchObject({ check_in_status: 'checked_in', arrived: [3] });
    expect(await scan(code)).toMatchObject({ hint: 'check_in_already' });
    expect(await linked(code)).toMatchObject({ here: true });
    const [row] = await sql()`select code from public.booking_codes where booking_id = ${booking}`;
    expect(await scan(row?.code, staff)).toMatchObject({ check_in_status: 'checked_in', arrived: null });
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test("are for nobody else, and can't be a no-show", async () => {
    await boards();
    const code = await share(3);
    expect(await scan(code, guide, { p_passengers: [1] })).toMatchObject({ hint: 'invalid_input' });
    expect(await scan(code, guide, { p_passengers: [1, 2, 3, 4] })).toMatchObject({ hint: 'invalid_input' });
    expect(await scan(code, guide, { p_action: 'no_show' })).toMatchObject({ hint: 'invalid_input' });
    const other = await guides.person(['tour_guide', 'rio']);
    expect(await scan(code, other)).toMatchObject({ hint: 'check_in_not_assigned' });
    const [row] = await sql()`select check_in_status from public.bookings where id = ${booking}`;
    expect(row?.check_in_status).toBe('pending');
  });

  test('are a wrong code for another booking', async () => {
    const code = await share(1);
    const [stranger = ''] = await createUsers(sql(), 1);
    booking = await guides.book(stranger, { num_people: 2 });
    await boards();
    expect(await scan(code)).toMatchObject({ hint: 'invalid_check_in_code' });
  });

  test('check one person in once on ten phones', async () => {
    await boards();
    const code = await share(2);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => scan(code, n % 2 ? guide : staff)));
    expect(answers.filter(({ hint }) => hint === 'check_in_already')).toHaveLength(9);
    expect(await sql()`select passengers from private.arrival_steps`).toEqual([{ passengers: [2] }]);
  });
});

test("checks in only that person by an offline phone's report, whatever the report says", async () => {
  await boards();
  const code = await share(2);
  const report = {
    key: randomUUID(),
    action: 'checked_in',
    kind: 'experience',
    booking_id: booking,
    ticket: createHash('sha256').update(code).digest('hex'),
    at: new Date().toISOString(),
  };
  expect(await guides.call(guide, 'report_arrivals', { p_reports: [report] })).toMatchObject([{ result: 'done' }]);
  expect(await sql()`select arrived from public.bookings where id = ${booking}`).toEqual([{ arrived: [2] }]);
});

describe('a passenger ticket', () => {
  const ended = async (code: string, hint: string) => {
    await expect(linked(code)).rejects.toMatchObject({ code: 'passenger_ticket_not_found' });
    await boards();
    expect(await scan(code)).toMatchObject({ hint });
    expect(await look(code)).toMatchObject({ hint });
  };

  test('ends with fewer people', async () => {
    const code = await share(4);
    const kept = await share(1);
    const { fewer } = (await guides.call(holder, 'change_options', { p_booking_id: booking })) as {
      fewer: { choices: { people: number; refund_amount: number }[] };
    };
    const refund_amount = fewer.choices.find(({ people }) => people === 3)?.refund_amount;
    const asked = partyChange(booking, 3, { refund_amount });
    await guides.call(holder, 'change_booking', await withBookingShown(guides.fixture.db, 'change_booking', asked));
    await expect(linked(kept)).rejects.toMatchObject({ code: 'passenger_ticket_not_found' });
    await ended(code, 'ticket_replaced');
    expect(await share(1)).not.toBe(kept);
  });

  test('ends with a new code, by a change of date or a new holder', async () => {
    const code = await share(2);
    await sql()`select private.renew_ticket_code(private.booking(${booking}), ${holder}, true)`;
    await ended(code, 'ticket_given');
  });

  test('ends with the booking', async () => {
    const code = await share(2);
    await guides.setStatus(booking, 'cancelled');
    await expect(share(2)).rejects.toMatchObject({ code: 'booking_cancelled' });
    await ended(code, 'booking_cancelled');
  });

  test('loses its arrivals at its end', async () => {
    const code = await share(2);
    await startsIn(guides.fixture, booking, -60);
    await expect(linked(code)).rejects.toMatchObject({ code: 'passenger_ticket_not_found' });
  });
});
