import { describe, expect, test } from 'vitest';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { allowAllCash, createHold, createUsers, daysFromNow, holdRequest, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest({ seats: 4 });

describe('a cash booking', () => {
  test('is ordered and pending, confirmed by email, and recorded when staff set it to paid', async () => {
    const booking = await context.bookCash();
    expect(await context.statusOf(booking)).toBe('ordered/pending');
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await context.setStatus(booking, 'paid')).toMatchObject({ status: 'paid', payment_status: 'completed' });
    expect(await context.ledgerTotal(booking)).toBe(175.5);
    // A later status doesn't erase received cash (docs/product.md, Life of a booking). Only 'ordered' records that
    // it was not received.
    expect(await context.setStatus(booking, 'confirmed')).toMatchObject({ payment_status: 'completed' });
    expect(await context.ledgerTotal(booking)).toBe(175.5);
    expect(await context.setStatus(booking, 'refunded')).toMatchObject({ payment_status: 'completed' });
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await context.setStatus(booking, 'paid')).toMatchObject({ payment_status: 'completed' });
    expect(await context.ledgerTotal(booking)).toBe(175.5);
    expect(await context.setStatus(booking, 'ordered')).toMatchObject({ payment_status: 'pending' });
    expect(await context.ledgerTotal(booking)).toBe(0);
    await processOutbox(context.checkout.deps);
    // The return from 'refunded' is the only content, because the creation email had not been sent.
    expect(context.checkout.mails.filter((mail) => mail.subject.startsWith('Your booking'))).toHaveLength(1);
  });

  test('is limited to three open ones per user, and repeating the hold books once', async () => {
    await allowAllCash(context.fixture);
    for (let i = 0; i < 3; i++) await context.bookCash();
    await expect(
      createHold(context.fixture, context.user, holdRequest(context.fixture, { payment_method: 'cash' })),
    ).rejects.toMatchObject({
      code: 'PT429',
      hint: 'too_many_cash_bookings',
    });
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    const hold = await createHold(context.fixture, other, holdRequest(context.fixture, { payment_method: 'cash' }));
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() => rpcFor(context.fixture.db, signedIn(other))('book_cash', { p_hold_id: hold.hold_id })),
    );
    expect(new Set(ids.map((id) => (id as { booking_id: string }).booking_id)).size).toBe(1);
  });

  test('is refused where cash is not offered', async () => {
    await context.fixture.db
      .sql`update public.experiences set cash_allowed = false where id = ${context.fixture.experience}`;
    await expect(
      createHold(context.fixture, context.user, holdRequest(context.fixture, { payment_method: 'cash' })),
    ).rejects.toMatchObject({
      hint: 'payment_method_not_accepted',
    });
  });
});

describe('departures', () => {
  const staffCall = (name: string, more: Record<string, unknown>) =>
    rpcFor(context.fixture.db, signedIn(context.fixture.staff))(name, {
      p_service_id: context.fixture.experience,
      p_slot_id: context.fixture.slot,
      p_date: context.fixture.date,
      ...more,
    });

  test('show the seats of each date, and none once they are closed', async () => {
    await payFor(context.fixture, context.checkout, context.user, { num_people: 3 });
    const list = () =>
      rpcFor(context.fixture.db, { role: 'anon' })('get_departures', {
        p_service_id: context.fixture.experience,
        p_from: context.fixture.date,
        p_to: daysFromNow(9),
      }) as Promise<{ available: number; closed: boolean }[]>;
    expect((await list()).map((row) => row.available)).toEqual([1, 4, 4]);
    await staffCall('close_departure', { p_closed: true });
    expect((await list())[0]).toMatchObject({ available: 0, closed: true });
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    await expect(createHold(context.fixture, other)).rejects.toMatchObject({ code: 'PT409', hint: 'departure_closed' });
  });

  test('keep sold seats when staff change the capacity', async () => {
    await payFor(context.fixture, context.checkout, context.user, { num_people: 3 });
    await expect(staffCall('set_departure_capacity', { p_capacity: 2 })).rejects.toMatchObject({
      status: 409,
      code: 'capacity_below_sold',
    });
    await staffCall('set_departure_capacity', { p_capacity: 3 });
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    await expect(createHold(context.fixture, other)).rejects.toMatchObject({ hint: 'sold_out' });
  });

  test('accept one of two capacities saved at the same time, ask before overwriting with the other, and ignore an equal one', async () => {
    const set = (p_capacity: number, p_expected: number) =>
      staffCall('set_departure_capacity', { p_capacity, p_expected });
    const answers = await Promise.allSettled([set(6, 4), set(7, 4)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'changed_meanwhile' },
    });
    await set(8, answers[0].status === 'fulfilled' ? 6 : 7);
    const trail = () =>
      context.fixture.db.sql`select detail from public.audit_log where action = 'set_departure_capacity' order by id`;
    const before = await trail();
    await set(8, 4);
    expect(await trail()).toEqual(before);
  });
});
