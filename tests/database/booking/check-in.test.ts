import { describe, expect, test } from 'vitest';
import { booking, checkInForEachTest, code, look, payForRide, person, scan } from './support/check-in.ts';
import { grantRole } from './support/fixture.ts';
import { fixture, user as tourist } from './support/for-each-test.ts';
import { rpcFor } from './support/rpc.ts';
import { setStatus } from './support/status.ts';

checkInForEachTest();

describe('check-in rights', () => {
  test('include the guide of the experience, and staff and managers of the territory', async () => {
    for (const user of [fixture.guide, fixture.staff, fixture.manager]) {
      expect(await look(user)).toMatchObject({
        title: 'Castle & hot waterfall',
        num_people: 3,
        check_in_status: 'pending',
        status: 'paid',
      });
    }
    expect(await scan(fixture.guide)).toMatchObject({ status: 'checked_in', check_in_status: 'checked_in' });
  });

  const REFUSALS = {
    check_in_not_assigned: 'You are not assigned to this experience',
    check_in_wrong_territory: 'You do not have permission to check in passengers for this territory',
    check_in_forbidden: 'You do not have permission to check in passengers',
  };
  test.each([
    ['a guide of another experience', ['tour_guide', 'rio'], 'check_in_not_assigned'],
    ['staff of another territory', ['territory_staff', 'lago'], 'check_in_wrong_territory'],
    ['a shuttle manager, for an experience', ['shuttle_manager', 'rio'], 'check_in_wrong_territory'],
    ['a driver, for what is not the own departure', ['shuttle_driver', 'rio'], 'check_in_forbidden'],
  ] as const)('exclude %s, even with the code', async (_, role, hint) => {
    const user = await person([...role]);
    const refused = { code: 'PT403', hint, message: REFUSALS[hint] };
    expect(await look(user)).toMatchObject(refused);
    expect(await scan(user)).toMatchObject(refused);
  });

  test.each([
    ['the tourist', () => Promise.resolve(tourist)],
    ['an admin', () => person(['admin', null])],
  ])('exclude %s', async (_, who) => {
    await expect(look(await who())).rejects.toMatchObject({
      status: 403,
      code: 'check_in_forbidden',
      message: 'You do not have permission to check in passengers',
    });
  });

  test('ask a visitor to log in', async () => {
    const call = rpcFor(fixture.db, { role: 'anon' })('get_check_in', { p_booking_id: booking, p_code: code });
    await expect(call).rejects.toMatchObject({
      status: 401,
      code: 'not_signed_in',
      message: 'Authentication Required: Please log in to check in passengers.',
    });
  });

  test('end immediately with a revoked role', async () => {
    await fixture.db.sql`update private.role_grants set revoked_at = now() where user_id = ${fixture.guide}`;
    await expect(look(fixture.guide)).rejects.toMatchObject({ code: 'check_in_forbidden' });
  });

  test('exclude a guide who left the territory and guides in another one', async () => {
    await fixture.db.sql`update private.role_grants set dropped_at = now() where user_id = ${fixture.guide}`;
    await grantRole(fixture.db.sql, fixture.guide, 'tour_guide', 'lago');
    expect(await look(fixture.guide)).toMatchObject({ code: 'PT403', hint: 'check_in_not_assigned' });
    expect(await scan(fixture.guide)).toMatchObject({ code: 'PT403', hint: 'check_in_not_assigned' });
  });

  test("include the territory's shuttle manager for transport", async () => {
    const ride = await payForRide();
    expect(await look(await person(['shuttle_manager', 'lago']), ride.booking, ride.code)).toMatchObject({
      hint: 'check_in_wrong_territory',
    });
    expect(await scan(fixture.shuttle, 'no_show', ride.booking, ride.code)).toMatchObject({
      kind: 'transport',
      status: 'no_show',
      check_in_status: 'no_show',
    });
  });
});

describe('one arrival', () => {
  test('is checked in once by twenty simultaneous scans, and nineteen are told who was first', async () => {
    const scanners = [fixture.guide, fixture.staff, fixture.manager];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => scan(scanners[i % 3] as string)));
    expect(answers.filter((answer) => answer.check_in_status === 'checked_in')).toHaveLength(1);
    const second = answers.find((answer) => answer.hint === 'check_in_already');
    expect(answers.filter((answer) => answer.hint === 'check_in_already' && answer.code === 'PT409')).toHaveLength(19);
    const details = JSON.parse(second?.details ?? '{}');
    expect(details).toMatchObject({ check_in_status: 'checked_in', checked_in_by: expect.stringMatching(/^Person /) });
    expect(Date.parse(details.checked_in_at)).toBeGreaterThan(Date.now() - 60_000);
    const events = await fixture.db
      .sql`select 1 from public.booking_events where booking_id = ${booking} and to_status = 'checked_in'`;
    expect(events).toHaveLength(1);
  });

  test('is checked in once by two phones at one shuttle', async () => {
    const ride = await payForRide();
    const scanners = [fixture.shuttle, fixture.staff, fixture.manager];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => scan(scanners[i % 3] as string, 'checked_in', ride.booking, ride.code)),
    );
    expect(answers.filter((answer) => answer.check_in_status === 'checked_in')).toHaveLength(1);
    expect(answers.filter((answer) => answer.hint === 'check_in_already')).toHaveLength(19);
    const events = await fixture.db
      .sql`select 1 from public.booking_events where booking_id = ${ride.booking} and to_status = 'checked_in'`;
    expect(events).toHaveLength(1);
  });

  // The negative control: a check that reads first lets several through.
  test('control: is checked in more than once by looking and then writing', async () => {
    let checkedIn = 0;
    const looks = await Promise.all(
      Array.from(
        { length: 20 },
        () => fixture.db.sql`select check_in_status from public.bookings where id = ${booking}`,
      ),
    );
    for (const [row] of looks) {
      if (row?.check_in_status !== 'pending') continue;
      await fixture.db.sql`update public.bookings set check_in_status = 'checked_in' where id = ${booking}`;
      checkedIn += 1;
    }
    expect(checkedIn).toBeGreaterThan(1);
  });

  test('is refused after a no-show or a cancellation', async () => {
    expect(await scan(fixture.guide, 'no_show')).toMatchObject({ status: 'no_show' });
    expect(await scan(fixture.guide)).toMatchObject({
      hint: 'check_in_already',
      message: 'This booking was already marked as a no-show',
    });
    await setStatus(fixture.db, fixture.staff, booking, 'cancelled');
    expect(await scan(fixture.guide)).toMatchObject({ code: 'PT409', hint: 'booking_cancelled' });
  });

  test('allows no other actions than the two', async () => {
    await expect(scan(fixture.guide, 'paid')).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  });
});
