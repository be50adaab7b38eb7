import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { allowAllCash, createUsers, signedIn } from '../booking/support/fixture.ts';
import { answer, call, cancel, offered, passUndo, toDayAfter } from '../departures/support.ts';
import { bookSeats, cancelBooking, join, passOffers } from '../waitlist/support.ts';
import { claim, device, finish, pushes, save } from './support.ts';

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;
const allow = (who = context.user, name = 'phone') => save(context.fixture, who, device(name));
const write = (booking: string, text = 'We meet at the blue dock', who = context.fixture.staff) =>
  call(context.fixture, who, 'send_message', { p_booking_id: booking, p_message: text });
const choose = (column: string, who = context.user) =>
  context.fixture.db.as(signedIn(who), (tx) =>
    tx.unsafe(
      `insert into public.notice_choices (${column}) values (false) on conflict (user_id) do update set ${column} = false`,
    ),
  );
const later = (what: string) =>
  sql().unsafe(`update public.notifications set created_at = created_at - interval '${what}'`);
/** Creates a cash booking of a departure that needs more guests. */
async function bookBelowMinimum(): Promise<string> {
  const { fixture } = context;
  const minimum = { p_service_id: fixture.experience, p_min_to_run: 4 };
  await call(fixture, fixture.staff, 'set_run_minimum', minimum);
  return context.bookCash();
}
/** Moves the trip to today, in a time zone with enough of the day left. */
const leavesToday = (booking: string, minutes: number) =>
  sql().unsafe(`
    update public.territories set time_zone = 'Etc/GMT' || to_char(h, 'FMSG99')
      from (select (extract(hour from now() at time zone 'UTC')::int - 10 + 36) % 24 - 12 as h) x where id = 'rio';
    update public.bookings b set (booking_date, start_time) = (
      select s::date, s::time from (select (now() at time zone t.time_zone) + interval '${minutes} minutes' as s from public.territories t where t.id = 'rio') x)
     where b.id = '${booking}'`);

describe('a push', () => {
  test('reports a message, to each device separately, and to nobody else', async () => {
    const booking = await context.bookCash();
    await allow();
    await allow(context.user, 'tablet');
    await allow(context.fixture.guide, 'guide');
    await claim(context.fixture);
    await write(booking);
    expect(await pushes(context.fixture)).toEqual(['message phone queued', 'message tablet queued']);
    const [one, two, ...more] = await claim(context.fixture);
    expect(more).toEqual([]);
    expect([one?.data.endpoint, two?.data.endpoint].sort()).toEqual([
      device('phone').p_endpoint,
      device('tablet').p_endpoint,
    ]);
    expect(one?.data).toMatchObject({
      wording: 'message',
      params: { excerpt: 'We meet at the blue dock' },
      booking_id: booking,
      roles: ['tourist'],
      language: 'en',
      ttl: 43_200,
    });
  });

  test("reports a cancelled departure, once it can't be undone", async () => {
    await context.bookCash();
    await claim(context.fixture);
    await allow();
    await cancel(context.fixture, context.fixture.guide);
    await claim(context.fixture);
    expect(await pushes(context.fixture)).toEqual([]);
    await passUndo(context.fixture);
    await sql()`update private.outbox set next_attempt_at = now() where kind = 'notification'`;
    expect((await claim(context.fixture)).map(({ data }) => data.wording)).toEqual(['departure_cancelled']);
  });

  test('reports no cancellation that was undone', async () => {
    await context.bookCash();
    await claim(context.fixture);
    await allow();
    const { cancellation_id } = await cancel(context.fixture, context.fixture.guide);
    await call(context.fixture, context.fixture.guide, 'undo_departure_cancellation', {
      p_cancellation_id: cancellation_id,
    });
    await sql()`update private.outbox set next_attempt_at = now() where kind = 'notification'`;
    await claim(context.fixture);
    expect(await pushes(context.fixture)).toEqual([]);
  });

  test('reports a departure that goes ahead, to its guests, not to those who run it', async () => {
    const { fixture } = context;
    const booking = await bookBelowMinimum();
    await claim(fixture);
    await allow();
    await allow(fixture.guide, 'guide');
    const [row] = await sql()`select departure_id from public.bookings where id = ${booking}`;
    await call(fixture, fixture.staff, 'decide_departure', { p_departure_id: row?.departure_id, p_decision: 'run' });
    const [told, ...more] = await claim(fixture);
    expect(told?.data).toMatchObject({ wording: 'departure_confirmed', endpoint: device('phone').p_endpoint });
    expect(more).toEqual([]);
  });

  test('reports no confirmation of a departure that is cancelled after all', async () => {
    const { fixture } = context;
    const booking = await bookBelowMinimum();
    await claim(fixture);
    await allow();
    const [row] = await sql()`select departure_id from public.bookings where id = ${booking}`;
    await call(fixture, fixture.staff, 'decide_departure', { p_departure_id: row?.departure_id, p_decision: 'run' });
    await cancel(fixture, fixture.guide);
    await claim(fixture);
    expect(await pushes(fixture)).toEqual([]);
  });

  test('reports a booking that moves', async () => {
    await context.bookCash();
    await claim(context.fixture);
    const offer = await offered(context);
    await answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture));
    await allow();
    await sql()`update private.outbox set next_attempt_at = now() where kind = 'notification'`;
    // Pushes about an offer are no longer needed after the answer.
    expect((await claim(context.fixture)).map(({ data }) => data.wording)).toEqual(['booking_moved']);
  });

  test('reports available seats, while they are offered', async () => {
    await allowAllCash(context.fixture);
    const [booking] = await bookSeats(context.fixture, [1, 3]);
    await allow();
    await join(context.fixture, context.user);
    await cancelBooking(context.fixture, booking);
    expect(await pushes(context.fixture)).toEqual(['seats_free phone queued']);
    await passOffers(context);
    await claim(context.fixture);
    expect(await pushes(context.fixture)).toEqual(['seats_free phone discarded The notification no longer exists']);
  });

  test('reports a new booking of today, and none of another day', async () => {
    await allow(context.fixture.guide);
    const booking = await context.bookCash();
    await claim(context.fixture);
    expect(await pushes(context.fixture)).toEqual([]);
    await leavesToday(booking, 90);
    await sql()`insert into public.notifications (user_id, type, wording, params, territory_id, booking_id)
      select user_id, type, wording, params, territory_id, booking_id from public.notifications where wording = 'new_booking' and user_id = ${context.fixture.guide}`;
    const [one] = await claim(context.fixture);
    expect(one?.data).toMatchObject({ wording: 'new_booking', roles: ['tour_guide', 'tourist'] });
    expect(one?.data.ttl).toBeLessThanOrEqual(90 * 60);
  });

  test('reports nothing else', async () => {
    await allow();
    await context.bookCash();
    await claim(context.fixture);
    expect(await sql()`select wording from public.notifications where user_id = ${context.user}`).toEqual([
      { wording: 'booking_confirmed' },
    ]);
    expect(await pushes(context.fixture)).toEqual([]);
  });
});

describe('notification settings', () => {
  test('stop pushes from then on, each kind separately', async () => {
    const booking = await context.bookCash();
    await allow();
    await choose('push_departure');
    await write(booking);
    expect(await pushes(context.fixture)).toEqual(['message phone queued']);
    await choose('push_message');
    await claim(context.fixture);
    expect(await pushes(context.fixture)).toEqual(['message phone discarded They turned off these notifications']);
    await write(booking, 'again');
    expect(await pushes(context.fixture)).toHaveLength(1);
  });

  test("are independent of another person's choice", async () => {
    const booking = await context.bookCash();
    await allow();
    await choose('push_message', context.fixture.guide);
    await write(booking);
    expect(await pushes(context.fixture)).toEqual(['message phone queued']);
  });
});

describe('an outdated push', () => {
  const messageWaits = async () => {
    const booking = await context.bookCash();
    await allow();
    await write(booking);
    return booking;
  };
  const taken = async () => {
    expect(await claim(context.fixture)).toEqual([]);
    return pushes(context.fixture);
  };

  test('is not sent when it was read', async () => {
    await messageWaits();
    await call(context.fixture, context.user, 'mark_notifications_read');
    expect(await taken()).toEqual(["message phone discarded They've read the messages"]);
  });

  test('is not sent when the worker was down for half a day, although six hours are not too late for a message', async () => {
    await messageWaits();
    await later('6 hours');
    const [one] = await claim(context.fixture);
    expect(one?.data.ttl).toBe(6 * 3600);
    await finish(context.fixture, one?.id ?? 0, 'failed', '503');
    await later('6 hours');
    await sql()`update private.outbox set next_attempt_at = now() where kind = 'push'`;
    expect(await taken()).toEqual(['message phone discarded The time to send this message has passed']);
  });

  test("is not sent when today's trip has left in the meantime", async () => {
    await allow(context.fixture.guide);
    const booking = await context.bookCash();
    await leavesToday(booking, 90);
    await sql()`select private.deliver_notifications()`;
    expect(await pushes(context.fixture)).toEqual(['new_booking phone queued']);
    await leavesToday(booking, -300);
    expect(await taken()).toEqual(['new_booking phone discarded The time to send this message has passed']);
  });

  test('is not sent when the account signed out there', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    const [session] =
      await sql()`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${user}) returning id`;
    const phone = device('phone');
    await fixture.db.as(
      { role: 'authenticated', sub: user, session_id: session?.id as string },
      (tx) => tx`select public.save_push_subscription(${phone.p_endpoint}, ${phone.p_p256dh}, ${phone.p_auth})`,
    );
    await write(booking);
    await sql()`delete from auth.sessions where id = ${session?.id as string}`;
    await write(booking, 'again');
    expect(await taken()).toEqual(['message phone discarded They have signed out on that device']);
  });

  test('is not sent when the device belongs to another person now', async () => {
    await messageWaits();
    const [{ endpoint, p256dh, auth } = { endpoint: '', p256dh: '', auth: '' }] =
      await sql()`select endpoint, p256dh, auth from private.push_subscriptions`;
    await save(context.fixture, context.fixture.guide, { p_endpoint: endpoint, p_p256dh: p256dh, p_auth: auth });
    expect(await taken()).toEqual(['message phone discarded The device is no longer registered']);
  });

  test('is not sent when the device was deleted', async () => {
    await messageWaits();
    await call(context.fixture, context.user, 'delete_push_subscription', { p_endpoint: device('phone').p_endpoint });
    expect(await taken()).toEqual(['message - discarded The device is no longer registered']);
  });

  test('is not sent when the account is blocked', async () => {
    await messageWaits();
    await sql()`update auth.users set banned_until = now() + interval '1 day' where id = ${context.user}`;
    expect(await taken()).toEqual(['message phone discarded The account no longer exists or is blocked']);
  });
});

describe('the result of a push', () => {
  const sending = async () => {
    const booking = await context.bookCash();
    await allow();
    await write(booking);
    const [one] = await claim(context.fixture);
    return one?.id ?? 0;
  };

  test('sent: is not sent again', async () => {
    await finish(context.fixture, await sending(), 'sent');
    await sql()`update private.outbox set next_attempt_at = now() where kind = 'push'`;
    expect(await claim(context.fixture)).toEqual([]);
    expect(await pushes(context.fixture)).toEqual(['message phone sent']);
    expect(await sql()`select last_ok_at is not null as ok from private.push_subscriptions`).toEqual([{ ok: true }]);
  });

  test('gone: deletes the device and its queued pushes', async () => {
    const id = await sending();
    await write((await sql()`select id from public.bookings`)[0]?.id as string, 'again');
    await finish(context.fixture, id, 'gone');
    expect(await pushes(context.fixture)).toEqual([
      'message - discarded The device is no longer registered',
      'message - discarded The device is no longer registered',
    ]);
    expect(await sql()`select 1 from private.push_subscriptions`).toEqual([]);
  });

  test('failed: is retried at growing intervals, and finally discarded', async () => {
    let id = await sending();
    for (let attempt = 1; attempt < 12; attempt += 1) {
      await finish(context.fixture, id, 'failed', '503');
      expect(await claim(context.fixture)).toEqual([]);
      await sql()`update private.outbox set next_attempt_at = now() where kind = 'push'`;
      id = (await claim(context.fixture))[0]?.id ?? 0;
    }
    await finish(context.fixture, id, 'failed', '503');
    expect(await pushes(context.fixture)).toEqual(['message phone dead 503']);
  });

  test('refused: is final', async () => {
    await finish(context.fixture, await sending(), 'refused', '413');
    expect(await pushes(context.fixture)).toEqual(['message phone dead 413']);
  });
});

test('two simultaneous workers never claim the same push', async () => {
  const { fixture } = context;
  const booking = await context.bookCash();
  for (let n = 0; n < 8; n += 1) await allow(context.user, `d${n}`);
  await write(booking);
  const all = (await Promise.all(Array.from({ length: 4 }, () => claim(fixture)))).flat();
  expect(all).toHaveLength(8);
  expect(new Set(all.map(({ id }) => id)).size).toBe(8);
});

test('a person without a device causes no row', async () => {
  const [other = ''] = await createUsers(context.fixture.db.sql, 1);
  await allow(other);
  await write(await context.bookCash());
  expect(await pushes(context.fixture)).toEqual([]);
});
