import { beforeEach, describe, expect, test } from 'vitest';
import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { said } from '../../support/notices.ts';
import { createUsers, grantRole, signedIn, startsIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';
import { rpcFor } from './support/rpc.ts';

// Tests when check-in is possible (docs/product.md, Check-in), a minute before and after each limit. The effects of
// days and time zones are tested on the function itself, which takes the time as an argument.

const guides = guidesForEachTest();
const MINUTE = 1 / 60;
const EARLY = { status: 409, code: 'check_in_too_early' };
const NOBODY_MISSING_YET = { status: 409, code: 'no_show_too_early' };
const LATE = { status: 409, code: 'arrival_too_late' };

let tourist: string;
let booking: string;
beforeEach(async () => {
  [tourist = ''] = guides.tourists;
  booking = await guides.book(tourist);
});

const mark = (action: string, user = guides.fixture.guide) =>
  guides.call(user, 'check_in_listed', { p_booking_id: booking, p_action: action });
const setStatus = (status: string, reason?: string, user = guides.fixture.staff) =>
  guides.setStatus(booking, status, reason === undefined ? {} : { p_reason: reason }, user);
const scan = async (action: string, user = guides.fixture.guide) => {
  const [row] = await guides.fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
  return guides.call(user, 'check_in', { p_booking_id: booking, p_code: row?.code, p_action: action });
};
const startIn = (hours: number) => startsIn(guides.fixture, booking, hours);
const cancel = () => guides.call(tourist, 'cancel_booking', { p_booking_id: booking });
const overSince = (days: number) =>
  guides.fixture.db.sql`update public.bookings set booking_date = booking_date - ${days}::int where id = ${booking}`;

test("nobody can remove a guest's right to cancel by a no-show six days ahead", async () => {
  await startIn(6 * 24);
  for (const user of [guides.fixture.guide, guides.fixture.staff, guides.fixture.manager]) {
    await expect(mark('no_show', user)).rejects.toMatchObject(NOBODY_MISSING_YET);
    await expect(mark('checked_in', user)).rejects.toMatchObject(EARLY);
    expect(await scan('no_show', user)).toMatchObject({ code: 'PT409', hint: 'no_show_too_early' });
    expect(await scan('checked_in', user)).toMatchObject({ code: 'PT409', hint: 'check_in_too_early' });
  }
  for (const user of [guides.fixture.staff, guides.fixture.manager]) {
    await expect(setStatus('no_show', 'I want their seats', user)).rejects.toMatchObject(NOBODY_MISSING_YET);
    await expect(setStatus('checked_in', 'I want their seats', user)).rejects.toMatchObject(EARLY);
  }
  expect(await cancel()).toMatchObject({ status: 'cancelled' });
});

describe('time limits of arrivals', () => {
  test('allow an arrival from three hours before the departure', async () => {
    await startIn(3 + MINUTE);
    await expect(mark('checked_in')).rejects.toMatchObject(EARLY);
    await startIn(3);
    expect(await mark('checked_in')).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('allow a no-show from the departure', async () => {
    await startIn(MINUTE);
    await expect(mark('no_show')).rejects.toMatchObject(NOBODY_MISSING_YET);
    await startIn(0);
    expect(await mark('no_show')).toMatchObject({ check_in_status: 'no_show' });
  });

  test("are given in the refusal, in the territory's time zone", async () => {
    await startIn(24);
    const [row] = await guides.fixture.db.sql`
      select to_char((booking_date + start_time - interval '3 hours'), 'FMHH12:MI AM "on" FMDy, FMMon FMDD') as said,
        (booking_date + start_time - interval '3 hours') at time zone 'America/Guatemala' as at
      from public.bookings where id = ${booking}`;
    const refused = (await scan('checked_in')) as { message: string; details: string };
    expect(refused.message).toBe(`You can check in from ${row?.said}`);
    expect(Date.parse(JSON.parse(refused.details).at)).toBe(row?.at.getTime());
  });

  test('are only reported to people with permission', async () => {
    await startIn(24);
    await expect(mark('checked_in', guides.second)).rejects.toMatchObject({ code: 'check_in_not_assigned' });
    await expect(mark('checked_in', tourist)).rejects.toMatchObject({ code: 'check_in_forbidden' });
    await expect(setStatus('no_show', undefined, guides.fixture.guide)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('after the day has ended', () => {
  beforeEach(async () => {
    await startIn(-1);
    await overSince(2);
  });

  test('nobody sets an arrival at check-in, not even staff', async () => {
    for (const user of [guides.fixture.guide, guides.fixture.staff]) {
      await expect(mark('no_show', user)).rejects.toMatchObject(LATE);
      expect(await scan('checked_in', user)).toMatchObject({ hint: 'arrival_too_late' });
    }
  });

  test('staff set an arrival in the list of bookings, with a reason that the history and the audit log keep', async () => {
    for (const reason of [undefined, '', '  '])
      await expect(setStatus('checked_in', reason)).rejects.toMatchObject({
        status: 400,
        code: 'arrival_reason_required',
      });
    await expect(setStatus('checked_in', 'x'.repeat(501))).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await setStatus('checked_in', ' The phone was dead ')).toMatchObject({ check_in_status: 'checked_in' });
    const drawer = (await guides.call(guides.fixture.staff, 'territory_booking', {
      p_booking_id: booking,
    })) as { history: object[] };
    expect(drawer.history.at(-1)).toMatchObject({ to: 'checked_in', by: 'staff', note: 'The phone was dead' });
    const [entry] = await guides.fixture.db.sql`select actor_id, subject_id, detail from public.audit_log
      where action = 'set_booking_status'`;
    expect(entry).toEqual({
      actor_id: guides.fixture.staff,
      subject_id: booking,
      detail: { from: 'ordered', to: 'checked_in', reason: 'The phone was dead' },
    });
  });
});

test('audits each change of status by staff, even without a reason', async () => {
  await setStatus('confirmed');
  await setStatus('confirmed');
  const trail = await guides.fixture.db.sql`select detail from public.audit_log where action = 'set_booking_status'`;
  expect(trail).toMatchObject([{ detail: { from: 'ordered', to: 'confirmed' } }]);
});

test('notifies the guest of an arrival and a no-show, and adds them to the history', async () => {
  await startIn(0);
  await mark('no_show');
  const told = await guides.fixture.db
    .sql`select payload ->> 'wording' as wording, payload -> 'params' as params from private.outbox
    where recipient = ${tourist} and kind = 'notification' order by id`;
  expect(said(told).at(-1)).toEqual({
    title: 'Booking no-show',
    message: expect.stringMatching(
      /is now no-show\. If you were there, let us know in the messages for this booking\.$/,
    ),
  });
  await setStatus('confirmed');
  const events = await guides.fixture.db.sql`select from_status, to_status from public.booking_events
    where booking_id = ${booking} and from_status is not null order by id`;
  expect([...events]).toEqual([
    { from_status: 'ordered', to_status: 'no_show' },
    { from_status: 'no_show', to_status: 'confirmed' },
  ]);
});

describe('a departure without a time', () => {
  const zone = 'America/Guatemala';
  /** Moves the departure to today, tomorrow or yesterday. */
  const onDay = (ahead: number) => guides.fixture.db.sql`update public.bookings
    set booking_date = (now() at time zone ${zone})::date + ${ahead}::int, start_time = null where id = ${booking}`;

  test('is boarded all day, and has no no-shows before the day has ended', async () => {
    await onDay(1);
    await expect(mark('checked_in')).rejects.toMatchObject(EARLY);
    await onDay(0);
    await expect(mark('no_show')).rejects.toMatchObject(NOBODY_MISSING_YET);
    expect(await mark('checked_in')).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('can be cancelled until the end of its day, and not on the next', async () => {
    await onDay(-1);
    await expect(cancel()).rejects.toMatchObject({ code: 'too_late_to_cancel' });
    await onDay(0);
    expect(await cancel()).toMatchObject({ status: 'cancelled' });
  });
});

describe('the arrival window', () => {
  const windowOf = async (day: string, start: string | null, zone: string) => {
    const [row] = await guides.fixture.db.sql`select w.* from private.arrival_window(${day}, ${start}, ${zone}) w`;
    return [row?.check_in_from, row?.no_show_from, row?.arrival_until].map((at) => at.toISOString());
  };

  test.each([
    [
      'in the morning',
      '2026-11-23',
      '08:00',
      'America/Guatemala',
      ['2026-11-23T11:00', '2026-11-23T14:00', '2026-11-24T18:00'],
    ],
    [
      'just after midnight: from the evening before',
      '2026-11-23',
      '01:00',
      'America/Guatemala',
      ['2026-11-23T04:00', '2026-11-23T07:00', '2026-11-24T18:00'],
    ],
    [
      'just before midnight',
      '2026-11-23',
      '23:59',
      'America/Guatemala',
      ['2026-11-24T02:59', '2026-11-24T05:59', '2026-11-24T18:00'],
    ],
    [
      'without a time',
      '2026-11-23',
      null,
      'America/Guatemala',
      ['2026-11-23T06:00', '2026-11-24T06:00', '2026-11-24T18:00'],
    ],
    [
      'on the other side of the date line',
      '2026-11-23',
      '08:00',
      'Pacific/Auckland',
      ['2026-11-22T16:00', '2026-11-22T19:00', '2026-11-23T23:00'],
    ],
    [
      'when the clocks go forward in the night: three hours are three hours',
      '2026-03-29',
      '04:00',
      'Europe/Madrid',
      ['2026-03-28T23:00', '2026-03-29T02:00', '2026-03-30T10:00'],
    ],
    [
      'without a time, on a day of 25 hours',
      '2026-10-25',
      null,
      'Europe/Madrid',
      ['2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T11:00'],
    ],
  ] as const)('%s', async (_, day, start, zone, expected) => {
    expect(await windowOf(day, start, zone)).toEqual(expected.map((at) => `${at}:00.000Z`));
  });
});

test('lets a driver board a departure after midnight on the evening before, and no other one of tomorrow', async () => {
  const { fixture } = guides;
  const [driver = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, driver, 'shuttle_driver', 'rio');
  await fixture.db.sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
  await fixture.db.sql`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
    select ${driver}, ${fixture.transport}, d from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) d`;
  const hold = (await guides.call(tourist, 'create_hold', {
    p: {
      idempotency_key: fixture.experience,
      kind: 'transport',
      service_id: fixture.transport,
      service_date: fixture.date,
      booking_type: 'shared',
      num_people: 1,
      payment_method: 'card',
      whatsapp_number: '+50255512345',
      country: 'GT',
      speaks_spanish: true,
      passenger_details: [{ name: 'Ana' }],
      waiver_version: waiverVersion,
    },
  })) as { hold_id: string };
  const [made] = await fixture.db
    .sql`select private.insert_booking(h) as id from private.holds h where h.id = ${hold.hold_id}`;
  const checkIn = () =>
    rpcFor(fixture.db, signedIn(driver))('check_in_listed', {
      p_booking_id: made?.id,
      p_action: 'checked_in',
    });
  await startsIn(fixture, made?.id, 30);
  await expect(checkIn()).rejects.toMatchObject({ status: 403, code: 'check_in_forbidden' });
  await startsIn(fixture, made?.id, 2);
  expect(await checkIn()).toMatchObject({ check_in_status: 'checked_in' });
});
