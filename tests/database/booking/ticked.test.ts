import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { guidesForEachTest } from './support/guides.ts';

const guides = guidesForEachTest();

/** Creates three bookings of one departure. */
const three = async () => {
  const ids: string[] = [];
  for (const tourist of guides.tourists) ids.push(await guides.book(tourist));
  return ids;
};
const call = (name: string, booking: string, more: Record<string, unknown> = {}) =>
  guides.call(guides.fixture.staff, name, { p_booking_id: booking, ...more });
const statusOf = async (booking: string) =>
  (await guides.fixture.db.sql`select status from public.bookings where id = ${booking}`)[0]?.status;

describe('confirming selected bookings', () => {
  test('accepts ordered and paid ones, even repeatedly, and reinstates none', async () => {
    const [first = '', second = '', third = ''] = await three();
    await guides.setStatus(second, 'paid');
    await guides.setStatus(third, 'cancelled');
    for (const booking of [first, second, first])
      expect(await call('confirm_booking', booking)).toMatchObject({ status: 'confirmed' });
    await expect(call('confirm_booking', third)).rejects.toMatchObject({ status: 409, code: 'not_confirmable' });
    expect(await statusOf(third)).toBe('cancelled');
    // Negative control: setting the status alone reinstates the booking and takes a seat.
    await guides.setStatus(third, 'confirmed');
    expect(await statusOf(third)).toBe('confirmed');
  });

  test('leaves each one cancelled, or confirmed before a concurrent cancellation', async () => {
    const [booking = ''] = await three();
    await Promise.allSettled([
      call('confirm_booking', booking),
      call('staff_cancel_booking', booking),
      call('confirm_booking', booking),
    ]);
    expect(await statusOf(booking)).toBe('cancelled');
    const [departure] = await guides.fixture.db
      .sql`select sold from public.departures where id = ${await guides.departureOf(booking)}`;
    expect(departure?.sold).toBe(2);
  });
});

describe('the preview of cancelling selected bookings', () => {
  const totals = async (user: string, ids: readonly string[]) =>
    guides.fixture.db.as(
      { role: 'authenticated', sub: user },
      (sql) => sql`select currency_code, bookings, to_card::float, in_cash::float, blocked::float
        from public.cancellation_totals('rio', ${[...ids]})`,
    );

  test('is given per currency: what was recorded, and nothing for ended ones', async () => {
    const ids = await three();
    const [first = '', second = '', third = ''] = ids;
    expect([...(await totals(guides.fixture.staff, ids))]).toMatchObject([{ bookings: 3, to_card: 0, in_cash: 0 }]);
    for (const booking of [first, second]) await guides.setStatus(booking, 'paid');
    await guides.setStatus(third, 'cancelled');
    const [row] = await totals(guides.fixture.staff, ids);
    const [price] = await guides.fixture.db
      .sql`select sum(total_price) as sum, min(currency_code) as code from public.bookings where id = any (${[first, second]})`;
    expect(row).toMatchObject({
      currency_code: price?.code,
      bookings: 2,
      to_card: 0,
      in_cash: Number(price?.sum),
      blocked: 0,
    });
    // The preview matches the result.
    for (const booking of [first, second]) await call('staff_cancel_booking', booking);
    const [back] = await guides.fixture.db.sql`select sum(refunded_minor)::int as minor from private.charges`;
    expect(back?.minor).toBe(Math.round(Number(price?.sum) * 100));
    expect([...(await totals(guides.fixture.staff, ids))]).toEqual([]);
  });

  test('is only for people with permission, and for a hundred at most', async () => {
    const ids = await three();
    for (const user of [guides.fixture.guide, guides.tourists[0] ?? ''])
      await expect(totals(user, ids)).rejects.toMatchObject({ hint: 'forbidden' });
    for (const list of [[], Array.from({ length: 101 }, () => randomUUID())])
      await expect(totals(guides.fixture.staff, list)).rejects.toMatchObject({ hint: 'invalid_input' });
  });
});

describe('a message to selected bookings', () => {
  const send = (user: string, ids: readonly string[], key: string = randomUUID(), text = 'We leave at eight') =>
    guides.call(user, 'message_bookings', { p_booking_ids: ids, p_message: text, p_idempotency_key: key });
  const written = async () =>
    (await guides.fixture.db.sql`select booking_id from public.messages`).map((row) => row.booking_id).sort();

  test('reaches each once, even ended ones, and reports those that it does not reach', async () => {
    const [first = '', second = '', third = ''] = await three();
    await guides.setStatus(second, 'cancelled');
    await guides.fixture.db.sql`update public.bookings set tourist_id = null where id = ${third}`;
    const stranger = randomUUID();
    const ids = [first, second, third, stranger, first];
    const key = randomUUID();
    const answers = await Promise.all([send(guides.fixture.staff, ids, key), send(guides.fixture.staff, ids, key)]);
    for (const answer of [...answers, await send(guides.fixture.staff, [...ids].reverse(), key)])
      expect(answer).toEqual({ sent: 2, missed: [third, stranger].sort() });
    expect(await written()).toEqual([first, second].sort());
    await expect(send(guides.fixture.staff, [first], key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(send(guides.fixture.staff, [first], key, 'Other words')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('is only for their hosts', async () => {
    const ids = await three();
    for (const who of [guides.second, guides.fixture.shuttle, guides.tourists[0] ?? ''])
      await expect(send(who, ids)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
    await expect(send(guides.fixture.staff, [])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(guides.fixture.staff, ids, randomUUID(), ' ')).rejects.toMatchObject({
      code: 'message_required',
    });
    expect(await written()).toEqual([]);
    expect(await send(guides.fixture.guide, ids)).toEqual({ sent: 3, missed: [] });
  });
});
