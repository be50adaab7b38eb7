import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createHold, createUsers, holdRequest, refusal, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';
import { addDriver, leavesIn, rideSale, saleOf, sell } from '../dock-sales/support.ts';
import { claim, device, pushes, save } from '../push/support.ts';
import { call, cancel, type Json } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;

const departure = async () =>
  (
    await sql()`select id from public.departures where slot_id = ${context.fixture.slot} and service_date = ${context.fixture.date}`
  )[0]?.id as string;
const late = async (minutes: number, who = context.fixture.guide, key = randomUUID()) =>
  call(context.fixture, who, 'set_departure_delay', {
    p_departure_id: await departure(),
    p_minutes: minutes,
    p_key: key,
  }) as Promise<Json>;

/** Books a departure that leaves in this many minutes. */
async function leaves(minutes: number): Promise<string> {
  await leavesIn(context.fixture, minutes);
  const booking = await context.bookCash();
  await deliver();
  return booking;
}

/** Moves the departure and its bookings to this many minutes ago. */
async function leftAgo(minutes: number): Promise<void> {
  const at = sql()`select s::date, s::time from (select (now() - ${minutes} * interval '1 minute') at time zone 'America/Guatemala' as s) x`;
  const id = await departure();
  await sql()`update public.departures set (service_date, start_time) = (${at}) where id = ${id}`;
  await sql()`update public.bookings b set booking_date = d.service_date, start_time = d.start_time
    from public.departures d where d.id = ${id} and b.departure_id = d.id`;
  const [row] = await sql()`select service_date::text as day from public.departures where id = ${id}`;
  context.fixture.date = row?.day as string;
}

/** Delivers notices and takes the emails as the worker does, and returns the emails about delays. */
async function deliver(): Promise<Json[]> {
  const mails = (await context.checkout.deps.admin('claim_outbox', { p_limit: 100 })) as {
    id: number;
    template: string;
    data: Json;
  }[];
  for (const { id } of mails) await context.checkout.deps.admin('finish_outbox', { p_id: id, p_outcome: 'sent' });
  return mails.filter(({ template }) => template === 'departure_late').map(({ data }) => data);
}

const notices = async (who = context.user) =>
  (
    await sql()`select params ->> 'minutes' as minutes from public.notifications where user_id = ${who} and wording = 'departure_late'`
  ).map(({ minutes }) => Number(minutes));

const shownOnTicket = async (booking: string, who = context.user) =>
  context.fixture.db.as(signedIn(who), (own) => own`select expected_time from public.my_delays(${[booking]}::uuid[])`);

/** Returns the time of the timetable, this many minutes later. */
const laterBy = async (minutes: number) =>
  (
    await sql()`select (start_time + ${minutes} * interval '1 minute')::text as at from public.slots where id = ${context.fixture.slot}`
  )[0]?.at as string;

describe('a delay', () => {
  test('notifies the waiting guests by notice, push and email, and is on the ticket and in the lists', async () => {
    const booking = await leaves(40);
    await save(context.fixture, context.user, device('phone'));
    expect(await late(15)).toEqual({ minutes: 15, told: 1 });
    const expected = await laterBy(15);
    expect(await deliver()).toMatchObject([
      { booking_id: booking, delay_minutes: 15, leaving: false, expected_time: expected },
    ]);
    expect(await notices()).toEqual([15]);
    expect((await claim(context.fixture)).map(({ data }) => data.wording)).toEqual(['departure_late']);
    expect(await shownOnTicket(booking)).toEqual([{ expected_time: expected }]);
    const id = await departure();
    for (const who of [context.fixture.guide, context.fixture.staff])
      expect(await call(context.fixture, who, 'departure_states', { p_departures: [id] })).toMatchObject([
        { departure_id: id, delay_minutes: 15, expected_time: expected },
      ]);
    expect(
      await sql()`select actor_id, subject_id, detail from public.audit_log where action = 'set_departure_delay'`,
    ).toEqual([
      {
        actor_id: context.fixture.guide,
        subject_id: id,
        detail: { minutes: 15, minutes_before: 0, date: context.fixture.date },
      },
    ]);
  });

  test('is announced once, however often it is sent', async () => {
    await leaves(40);
    const key = randomUUID();
    await late(15, context.fixture.guide, key);
    expect(await late(15, context.fixture.guide, key)).toEqual({ minutes: 15, told: 1 });
    expect(await late(15)).toEqual({ minutes: 15, told: 0 });
    expect(await late(15, context.fixture.staff)).toEqual({ minutes: 15, told: 0 });
    expect(await deliver()).toHaveLength(1);
    // A late retry of an older announcement doesn't undo a newer one.
    await late(30);
    expect(await late(15, context.fixture.guide, key)).toEqual({ minutes: 15, told: 1 });
    expect(await deliver()).toMatchObject([{ delay_minutes: 30 }]);
  });

  test('that becomes smaller or ends is announced again', async () => {
    await leaves(40);
    for (const minutes of [30, 5, 0]) {
      expect(await late(minutes)).toEqual({ minutes, told: 1 });
      expect(await deliver()).toMatchObject([{ delay_minutes: minutes }]);
      expect(await notices()).toEqual([minutes]);
    }
    const [row] = await sql()`select delay_minutes from public.departures where id = ${await departure()}`;
    expect(row).toEqual({ delay_minutes: 0 });
  });

  test('sends only the newest announcement, and nothing if it ended before anyone was told', async () => {
    const booking = await leaves(40);
    await late(60);
    await late(15);
    expect(await deliver()).toMatchObject([{ delay_minutes: 15 }]);
    expect(await notices()).toEqual([15]);
    await sql()`delete from private.outbox where template = 'departure_late'`;
    await sql()`delete from public.notifications`;
    await late(0);
    await late(10);
    expect(await late(0)).toEqual({ minutes: 0, told: 0 });
    expect(await deliver()).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(await shownOnTicket(booking)).toEqual([]);
  });

  test("doesn't reach guests who have arrived or cancelled", async () => {
    const here = await leaves(40);
    const [second = ''] = await createUsers(sql(), 1);
    const { hold_id } = await createHold(
      context.fixture,
      second,
      holdRequest(context.fixture, { payment_method: 'cash' }),
    );
    const { booking_id: cancelled } = (await call(context.fixture, second, 'book_cash', { p_hold_id: hold_id })) as {
      booking_id: string;
    };
    await context.call(context.fixture.guide, 'check_in_listed', here, { p_action: 'checked_in' });
    await context.setStatus(cancelled, 'cancelled');
    await deliver();
    expect(await late(15)).toEqual({ minutes: 15, told: 0 });
    expect(await deliver()).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(await notices(second)).toEqual([]);
  });

  test('is not sent to a guest who arrives in the meantime', async () => {
    const booking = await leaves(40);
    await save(context.fixture, context.user, device('phone'));
    await late(15);
    await context.call(context.fixture.guide, 'check_in_listed', booking, { p_action: 'checked_in' });
    expect(await deliver()).toEqual([]);
    expect(await pushes(context.fixture)).toEqual([]);
  });

  test('leaves the booking, its time and its refund as they are, and offers no choices', async () => {
    const booking = await leaves(40);
    const before = await sql()`select * from public.bookings where id = ${booking}`;
    await late(60);
    await late(0);
    await late(45);
    expect(await sql()`select * from public.bookings where id = ${booking}`).toEqual(before);
    expect(await sql()`select 1 from private.departure_offers`).toEqual([]);
    // A cancellation afterwards still offers them.
    await cancel(context.fixture, context.fixture.guide);
    expect(await sql()`select state from private.departure_offers`).toEqual([{ state: 'open' }]);
    expect(await deliver()).toEqual([]);
  });
});

describe('the announcement of a delay', () => {
  const refusedWith = async (work: Promise<unknown>) => (await refusal(work)).code;

  test('is refused to people who neither run nor drive the departure', async () => {
    await leaves(40);
    const [stranger = ''] = await createUsers(sql(), 1);
    for (const who of [context.user, stranger]) expect(await refusedWith(late(15, who))).toBe('forbidden');
    for (const who of [context.fixture.staff, context.fixture.manager])
      expect(await late(who === context.fixture.staff ? 15 : 20, who)).toMatchObject({ told: 1 });
  });

  test('is refused on another day and after the departure', async () => {
    await context.bookCash();
    expect(await refusedWith(late(15))).toBe('departure_not_today');
    await leaves(40);
    await sql()`update public.departures set status = 'departed' where id = ${await departure()}`;
    expect(await refusedWith(late(15))).toBe('departure_begun');
  });

  test('is refused after too many announcements of a departure by several people', async () => {
    await leaves(60);
    await sql()`update private.limits set value = 2 where name = 'departure_delay.same_day'`;
    await late(10);
    await late(20, context.fixture.manager);
    expect(await refusedWith(late(15, context.fixture.staff))).toBe('delays_maximum');
    // Guests must not wait for a delay that has ended.
    expect(await late(0)).toMatchObject({ minutes: 0 });
  });

  test('is refused for a cancelled departure', async () => {
    await leaves(40);
    await cancel(context.fixture, context.fixture.staff);
    expect(await refusedWith(late(15))).toBe('departure_cancelled');
  });

  test('is refused with a time that has passed, or that is not offered', async () => {
    await leaves(40);
    await leftAgo(20);
    expect(await refusedWith(late(15))).toBe('delay_passed');
    expect(await late(30)).toMatchObject({ minutes: 30 });
    for (const minutes of [7, -5, 90]) expect(await refusedWith(late(minutes))).toBe('invalid_input');
    // It may be late by now, and then leaves when that is over.
    await deliver();
    await late(0);
    expect(await deliver()).toMatchObject([{ delay_minutes: 0, leaving: true }]);
  });
});

describe('guests without an account', () => {
  test('are listed with their numbers for those who run the departure, and get the email of their ticket', async () => {
    const { fixture } = context;
    await leavesIn(fixture, 40);
    const sold = await sell(
      fixture,
      fixture.guide,
      saleOf(fixture, { guest_name: 'Ana', whatsapp_number: '+50255123480' }),
    );
    await sell(fixture, fixture.guide, saleOf(fixture, { num_people: 1, amount: 175.5 }));
    await sql()`update public.bookings set check_in_status = 'pending', status = 'paid', checked_in_at = null, checked_in_by = null`;
    await call(fixture, fixture.guide, 'send_dock_ticket', { p_sale_id: sold.sale_id, p_email: 'ana@example.com' });
    const id = await departure();
    const listed = (who: string) => call(fixture, who, 'guests_without_account', { p_departure_id: id });
    const expected = [
      { full_name: 'Ana', whatsapp_number: '+50255123480', num_people: 2, waiting: true, emailed: true },
      { full_name: null, num_people: 1, waiting: true, emailed: false },
    ];
    expect(await listed(fixture.guide)).toMatchObject(expected);
    expect(await listed(fixture.staff)).toMatchObject(expected);
    expect((await refusal(listed(context.user))).code).toBe('departure_not_found');
    await deliver();
    expect(await late(10)).toEqual({ minutes: 10, told: 1 });
    expect(await deliver()).toMatchObject([{ walk_in: true, delay_minutes: 10, code: sold.token }]);
    const ticket = await rpcFor(fixture.db, { role: 'anon' })('dock_ticket', { p_token: sold.token });
    expect(ticket).toMatchObject({ expected_time: await laterBy(10) });
  });

  test("are listed for the departure's driver", async () => {
    const { fixture } = context;
    await leavesIn(fixture, 40);
    const [driver = ''] = await createUsers(sql(), 1);
    await addDriver(fixture, driver);
    await sell(fixture, driver, rideSale(fixture, { guest_name: 'Luis' }));
    const [ride] = await sql()`select departure_id from public.bookings where guest_name = 'Luis'`;
    expect(await call(fixture, driver, 'guests_without_account', { p_departure_id: ride?.departure_id })).toMatchObject(
      [{ full_name: 'Luis' }],
    );
    expect(
      await call(fixture, driver, 'set_departure_delay', {
        p_departure_id: ride?.departure_id,
        p_minutes: 20,
        p_key: randomUUID(),
      }),
    ).toMatchObject({ minutes: 20 });
  });
});
