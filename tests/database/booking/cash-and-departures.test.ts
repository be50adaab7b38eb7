import { describe, expect, test } from 'vitest';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { payFor } from './support/checkout.ts';
import { rpcFor } from './support/rpc.ts';
import { sceneForEachTest } from './support/scene.ts';
import { createHold, createUsers, daysFromNow, holdRequest, signedIn } from './support/world.ts';

const scene = sceneForEachTest({ seats: 4 });
const setStatus = (booking: string, status: string, who = scene.world.staff) =>
  scene.call(who, 'set_booking_status', booking, { p_status: status });

describe('cash', () => {
  test('is ordered and pending, confirmed by mail, and written down when staff say it was paid', async () => {
    const booking = await scene.bookCash();
    expect(await scene.statusOf(booking)).toBe('ordered/pending');
    expect(await scene.ledgerTotal(booking)).toBe(0);
    expect(await setStatus(booking, 'paid')).toMatchObject({ status: 'paid', payment_status: 'completed' });
    expect(await scene.ledgerTotal(booking)).toBe(175.5);
    // The rule for cash (docs/product.md, Life of a booking): completed for paid and refunded, pending for everything else.
    expect(await setStatus(booking, 'confirmed')).toMatchObject({ payment_status: 'pending' });
    expect(await setStatus(booking, 'refunded')).toMatchObject({ payment_status: 'completed' });
    expect(await scene.ledgerTotal(booking)).toBe(0);
    expect(await setStatus(booking, 'paid')).toMatchObject({ payment_status: 'completed' });
    expect(await scene.ledgerTotal(booking)).toBe(175.5);
    expect(await setStatus(booking, 'ordered')).toMatchObject({ payment_status: 'pending' });
    expect(await scene.ledgerTotal(booking)).toBe(0);
    await processOutbox(scene.checkout.deps);
    // When it was made, and when it came back from 'refunded'.
    expect(scene.checkout.mails.filter((mail) => mail.subject.startsWith('Your booking'))).toHaveLength(2);
  });

  test('three open ones a user, no more; asking again for the same hold books once', async () => {
    for (let i = 0; i < 3; i++) await scene.bookCash();
    await expect(
      createHold(scene.world, scene.user, holdRequest(scene.world, { payment_method: 'cash' })),
    ).rejects.toMatchObject({
      code: 'PT429',
      hint: 'too_many_cash_bookings',
    });
    const [other = ''] = await createUsers(scene.world.db.sql, 1);
    const hold = await createHold(scene.world, other, holdRequest(scene.world, { payment_method: 'cash' }));
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() => rpcFor(scene.world.db, signedIn(other))('book_cash', { p_hold_id: hold.hold_id })),
    );
    expect(new Set(ids.map((id) => (id as { booking_id: string }).booking_id)).size).toBe(1);
  });

  test('is not taken where it is not offered', async () => {
    await scene.world.db.sql`update public.experiences set cash_allowed = false where id = ${scene.world.experience}`;
    await expect(
      createHold(scene.world, scene.user, holdRequest(scene.world, { payment_method: 'cash' })),
    ).rejects.toMatchObject({
      hint: 'invalid_input',
    });
  });
});

describe('departures', () => {
  const staffCall = (name: string, more: Record<string, unknown>) =>
    rpcFor(scene.world.db, signedIn(scene.world.staff))(name, {
      p_kind: 'experience',
      p_service_id: scene.world.experience,
      p_timeslot_id: scene.world.slot,
      p_date: scene.world.date,
      ...more,
    });

  test('show the seats of each date, and none once they are closed', async () => {
    await payFor(scene.world, scene.checkout, scene.user, { num_people: 3 });
    const list = () =>
      rpcFor(scene.world.db, { role: 'anon' })('get_departures', {
        p_experience_id: scene.world.experience,
        p_from: scene.world.date,
        p_to: daysFromNow(9),
      }) as Promise<{ available: number; closed: boolean }[]>;
    expect((await list()).map((row) => row.available)).toEqual([1, 4, 4]);
    await staffCall('close_departure', { p_closed: true });
    expect((await list())[0]).toMatchObject({ available: 0, closed: true });
    const [other = ''] = await createUsers(scene.world.db.sql, 1);
    await expect(createHold(scene.world, other)).rejects.toMatchObject({ code: 'PT409', hint: 'departure_closed' });
  });

  test('keep the seats that are taken when staff change their number', async () => {
    await payFor(scene.world, scene.checkout, scene.user, { num_people: 3 });
    await expect(staffCall('set_departure_capacity', { p_capacity: 2 })).rejects.toMatchObject({
      status: 409,
      code: 'capacity_below_sold',
    });
    await staffCall('set_departure_capacity', { p_capacity: 3 });
    const [other = ''] = await createUsers(scene.world.db.sql, 1);
    await expect(createHold(scene.world, other)).rejects.toMatchObject({ hint: 'sold_out' });
  });
});
