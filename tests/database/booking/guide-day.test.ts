import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rpcFor } from './support/rpc.ts';
import {
  createHold,
  createUsers,
  createWorld,
  daysFromNow,
  grantRole,
  holdRequest,
  signedIn,
  type World,
} from './support/world.ts';

let world: World;
let second: string;
let tourists: string[];
beforeEach(async () => {
  world = await createWorld({ connections: 12, seats: 40 });
  tourists = await createUsers(world.db.sql, 3);
  second = await person(['tour_guide', 'rio']);
  await world.db.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
    (${world.experience}, ${world.guide}, 1), (${world.experience}, ${second}, 2)`;
});
afterEach(() => world.db.drop());

async function person(...roles: [role: string, territory: string | null][]): Promise<string> {
  const [user = ''] = await createUsers(world.db.sql, 1);
  for (const [role, territory] of roles) await grantRole(world.db.sql, user, role, territory);
  return user;
}

const call = (user: string, name: string, args: Record<string, unknown> = {}) =>
  rpcFor(world.db, signedIn(user))(name, args);

async function book(user: string, changes: Record<string, unknown> = {}): Promise<string> {
  const hold = await createHold(world, user, holdRequest(world, { payment_method: 'cash', ...changes }));
  const { booking_id } = (await call(user, 'book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
  return booking_id;
}

const departureOf = async (booking: string) =>
  (await world.db.sql`select departure_id from public.bookings where id = ${booking}`)[0]?.departure_id as string;
const guideOf = async (booking: string) =>
  (await world.db.sql`select guide_id from public.bookings where id = ${booking}`)[0]?.guide_id as string | null;

/** As the browser does: an upsert under the table's own policies. */
const answer = (guide: string, response: string, slot = world.slot) =>
  world.db.as(
    signedIn(guide),
    (sql) => sql`insert into public.guide_timeslot_responses (guide_id, timeslot_id, response)
      values (${guide}, ${slot}, ${response}) on conflict (guide_id, timeslot_id) do update set response = excluded.response`,
  );
const told = async () =>
  (
    await world.db
      .sql`select user_id, title, message from public.notifications where type in ('guide', 'no_guide') order by created_at, title`
  ).map(({ user_id, title, message }) => ({ user_id, title, message }));

describe('who leads a departure', () => {
  test('a guide who declines gives what is to come to the next, who hears of it; the guide sees it no more', async () => {
    const booking = await book(tourists[0] ?? '');
    expect(await guideOf(booking)).toBe(world.guide);
    const sees = (who: string) =>
      world.db.as(signedIn(who), (sql) => sql`select id from public.bookings where id = ${booking}`);
    expect(await sees(second)).toHaveLength(0);

    await answer(world.guide, 'declined');
    expect(await guideOf(booking)).toBe(second);
    expect(await sees(world.guide)).toHaveLength(0);
    expect(await sees(second)).toHaveLength(1);
    expect(await told()).toEqual([
      {
        user_id: second,
        title: 'You are the guide now',
        message: 'Castle & hot waterfall at 9:00 AM: 1 upcoming booking',
      },
    ]);
    expect(await guideOf(await book(tourists[1] ?? ''))).toBe(second);
  });

  test('when nobody is left the region hears of it, and a guide who comes back leads again', async () => {
    const booking = await book(tourists[0] ?? '');
    await answer(world.guide, 'declined');
    await world.db.sql`delete from public.notifications`;
    await answer(second, 'declined');
    expect(await guideOf(booking)).toBeNull();
    expect((await told()).map(({ user_id, title }) => [user_id, title]).sort()).toEqual(
      [world.manager, world.staff].map((who) => [who, 'No guide left']).sort(),
    );
    expect(await guideOf(await book(tourists[1] ?? ''))).toBeNull();

    await answer(second, 'accepted');
    expect(await guideOf(booking)).toBe(second);
    await world.db.sql`delete from public.notifications`;
    await answer(world.guide, 'accepted');
    expect(await guideOf(booking)).toBe(world.guide);
    expect(await told()).toMatchObject([{ user_id: second, title: 'You are not the guide any more' }]);
  });

  test('the same answer twice, an acceptance without a refusal, and the refusal of a substitute move nothing', async () => {
    const booking = await book(tourists[0] ?? '');
    await answer(world.guide, 'accepted');
    await answer(second, 'declined');
    await answer(second, 'declined');
    expect(await guideOf(booking)).toBe(world.guide);
    expect(await told()).toEqual([]);
  });

  test('what has begun or was checked in stays with who led it', async () => {
    const ahead = await book(tourists[0] ?? '');
    const begun = await book(tourists[1] ?? '');
    const arrived = await book(tourists[2] ?? '');
    await world.db
      .sql`update public.bookings set booking_date = ${daysFromNow(0)}, start_time = '00:00' where id = ${begun}`;
    await call(world.guide, 'check_in_listed', {
      p_kind: 'experience',
      p_booking_id: arrived,
      p_action: 'checked_in',
    });
    await answer(world.guide, 'declined');
    expect([await guideOf(ahead), await guideOf(begun), await guideOf(arrived)]).toEqual([
      second,
      world.guide,
      world.guide,
    ]);
  });

  test('two guides who decline at once leave nobody', async () => {
    const booking = await book(tourists[0] ?? '');
    await Promise.all([answer(world.guide, 'declined'), answer(second, 'declined')]);
    expect(await guideOf(booking)).toBeNull();
  });

  test('a ranking that is saved anew in one go, and a role that is dropped, decide too', async () => {
    const booking = await book(tourists[0] ?? '');
    const third = await person(['tour_guide', 'rio']);
    await answer(world.guide, 'declined');
    await world.db.sql`delete from public.notifications`;
    await world.db.sql.begin(async (sql) => {
      await sql`delete from public.experience_guide_rankings where experience_id = ${world.experience}`;
      await sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
        (${world.experience}, ${world.guide}, 1), (${world.experience}, ${third}, 2), (${world.experience}, ${second}, 3)`;
    });
    expect(await guideOf(booking)).toBe(third);
    expect((await told()).map(({ title }) => title).sort()).toEqual([
      'You are not the guide any more',
      'You are the guide now',
    ]);
    await call(third, 'remove_my_role', { p_role: 'tour_guide' });
    expect(await guideOf(booking)).toBe(second);
  });

  test('an answer is one’s own, for slots of one’s own', async () => {
    const stranger = await person(['tour_guide', 'rio']);
    await expect(answer(stranger, 'accepted')).rejects.toThrow(/row-level security/);
    await expect(
      world.db.as(
        signedIn(second),
        (sql) => sql`insert into public.guide_timeslot_responses (guide_id, timeslot_id, response)
          values (${world.guide}, ${world.slot}, 'declined')`,
      ),
    ).rejects.toThrow(/row-level security/);
  });
});

interface Group {
  departure_id: string;
  service_date: Date;
  bookings: number;
  guests: number;
  arrived: number;
  missed: number;
  unpaid: number;
  cancelled: number;
}
const groups = (user: string, args: Record<string, unknown> = {}) =>
  call(user, 'guide_groups', args) as Promise<Group[]>;

describe('the guide’s day', () => {
  test('counts each departure, and nobody else’s', async () => {
    const [first = '', other = '', third = ''] = tourists;
    const booking = await book(first, { num_people: 3 });
    await book(other, { num_people: 2 });
    const cancelled = await book(third);
    await call(world.staff, 'set_booking_status', {
      p_kind: 'experience',
      p_booking_id: cancelled,
      p_status: 'cancelled',
    });
    await book(first, { service_date: daysFromNow(8) });
    await call(world.guide, 'check_in_listed', {
      p_kind: 'experience',
      p_booking_id: booking,
      p_action: 'checked_in',
    });
    const mine = await groups(world.guide);
    expect(mine).toMatchObject([
      { bookings: 2, guests: 5, arrived: 3, missed: 0, unpaid: 2, cancelled: 1, title: 'Castle & hot waterfall' },
      { bookings: 1, guests: 1, arrived: 0, cancelled: 0 },
    ]);
    expect(await groups(world.guide, { p_from: world.date, p_to: world.date })).toHaveLength(1);
    expect(await groups(second)).toEqual([]);
    for (const who of [world.staff, world.shuttle, first]) {
      await expect(groups(who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
    const days = (await call(world.guide, 'guide_days', { p_from: daysFromNow(0), p_to: daysFromNow(30) })) as Group[];
    expect(days.map(({ bookings, guests }) => [bookings, guests])).toEqual([
      [2, 5],
      [1, 1],
    ]);
  });

  test('is read in pages, each departure once, soonest first; what is over is left out', async () => {
    for (const [index, days] of [3, 1, 2].entries())
      await book(tourists[index] ?? '', { service_date: daysFromNow(days) });
    const over = await book(tourists[0] ?? '', { service_date: daysFromNow(4) });
    await world.db.sql`update public.bookings set booking_date = ${daysFromNow(-1)} where id = ${over}`;
    const all = await groups(world.guide);
    expect(all).toHaveLength(3);
    const paged: Group[] = [];
    let after: Record<string, unknown> = {};
    for (;;) {
      const page = await groups(world.guide, { ...after, p_limit: 1 });
      const last = page.at(-1);
      if (!last) break;
      paged.push(...page);
      after = {
        p_after_date: last.service_date.toISOString().slice(0, 10),
        p_after_time: '09:00',
        p_after_id: last.departure_id,
      };
    }
    expect(paged).toEqual(all);
  });

  test('lists the weekly slots with the answers and who leads', async () => {
    await book(tourists[0] ?? '', { num_people: 2 });
    const slots = (who: string) => call(who, 'guide_timeslots');
    expect(await slots(world.guide)).toMatchObject([
      { timeslot_id: world.slot, response: null, leads: true, bookings: 1, guests: 2 },
    ]);
    await answer(world.guide, 'declined');
    expect(await slots(world.guide)).toMatchObject([
      { response: 'declined', leads: false, leader_name: `Person ${second.slice(0, 4)}`, bookings: 0 },
    ]);
    expect(await slots(second)).toMatchObject([{ response: null, leads: true, bookings: 1 }]);
    expect(await slots(await person(['tour_guide', 'rio']))).toEqual([]);
    await expect(slots(world.manager)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('check-in from the list', () => {
  const mark = (user: string, booking: string, action = 'checked_in', kind = 'experience') =>
    call(user, 'check_in_listed', { p_kind: kind, p_booking_id: booking, p_action: action });

  test('is for the guide who leads, and the staff; each other gets the answer of the QR code', async () => {
    const [first = '', other = ''] = tourists;
    const booking = await book(first);
    const refused = [
      [second, 'check_in_not_assigned', 'You are not assigned to this experience'],
      [
        await person(['territory_staff', 'lago']),
        'check_in_wrong_territory',
        'You do not have permission to check in passengers for this territory',
      ],
      [
        world.shuttle,
        'check_in_wrong_territory',
        'You do not have permission to check in passengers for this territory',
      ],
      [first, 'check_in_forbidden', 'You do not have permission to check in passengers'],
    ] as const;
    for (const [who, code, message] of refused) {
      await expect(mark(who, booking)).rejects.toMatchObject({ status: 403, code, message });
    }
    await expect(mark(world.guide, randomUUID())).rejects.toMatchObject({ code: 'check_in_not_assigned' });
    await expect(
      rpcFor(world.db, { role: 'anon' })('check_in_listed', {
        p_kind: 'experience',
        p_booking_id: booking,
        p_action: 'checked_in',
      }),
    ).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
    await expect(mark(world.guide, booking, 'paid')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await mark(world.guide, booking)).toMatchObject({ status: 'checked_in', check_in_status: 'checked_in' });
    expect(await mark(world.staff, await book(other), 'no_show')).toMatchObject({ check_in_status: 'no_show' });
    const trail = await world.db.sql`select actor_id, territory_id, subject_id, detail from public.audit_log
      where action = 'check_in_from_list' order by id`;
    expect(trail[0]).toEqual({
      actor_id: world.guide,
      territory_id: 'rio',
      subject_id: booking,
      detail: { check_in_status: 'checked_in' },
    });
    expect(trail).toHaveLength(2);
  });

  test('two phones at once make one check-in, and the second is told', async () => {
    const booking = await book(tourists[0] ?? '');
    const answers = await Promise.allSettled([
      mark(world.guide, booking),
      mark(world.staff, booking, 'no_show'),
      mark(world.guide, booking),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answered of answers) {
      if (answered.status === 'rejected') {
        expect(answered.reason).toMatchObject({ status: 409, code: 'check_in_already' });
      }
    }
    const events = await world.db.sql`select to_status from public.booking_events where booking_id = ${booking}
      and to_status in ('checked_in', 'no_show')`;
    expect(events).toHaveLength(1);
  });

  test('refuses a cancelled booking', async () => {
    const booking = await book(tourists[0] ?? '');
    await call(world.staff, 'set_booking_status', {
      p_kind: 'experience',
      p_booking_id: booking,
      p_status: 'cancelled',
    });
    await expect(mark(world.guide, booking)).rejects.toMatchObject({ status: 409, code: 'booking_cancelled' });
  });
});

describe('a message to a group', () => {
  const send = (user: string, departure: string, message: string, key: string = randomUUID()) =>
    call(user, 'send_group_message', {
      p_kind: 'experience',
      p_departure_id: departure,
      p_message: message,
      p_request_key: key,
    }) as Promise<{ sent: number }>;
  const written = () => world.db.sql`select booking_id, sender_id, message from public.messages order by booking_id`;

  test('reaches every live booking once, with a notification and an e-mail, however often it is sent', async () => {
    const [first = '', other = '', third = ''] = tourists;
    const booking = await book(first);
    await book(other);
    const cancelled = await book(third);
    await call(world.staff, 'set_booking_status', {
      p_kind: 'experience',
      p_booking_id: cancelled,
      p_status: 'cancelled',
    });
    const departure = await departureOf(booking);
    const key = randomUUID();
    const answers = await Promise.all([
      send(world.guide, departure, ' The boat leaves at ten ', key),
      send(world.guide, departure, ' The boat leaves at ten ', key),
    ]);
    expect([...answers, await send(world.guide, departure, 'The boat leaves at ten', key)]).toEqual([
      { sent: 2 },
      { sent: 2 },
      { sent: 2 },
    ]);
    const rows = await written();
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.message === 'The boat leaves at ten' && row.sender_id === world.guide)).toBe(true);
    const heard = await world.db.sql`select user_id from public.notifications where type = 'message'`;
    expect(heard.map(({ user_id }) => user_id).sort()).toEqual([first, other].sort());
    const mails = await world.db
      .sql`select recipient, payload -> 'conversation' ->> 'booking_id' as booking from private.outbox
      where template = 'message' and kind = 'email'`;
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [`${first}@example.test`, `${other}@example.test`].sort(),
    );
    await expect(send(world.guide, departure, 'Other words', key)).rejects.toMatchObject({
      status: 409,
      code: 'message_key_reused',
    });
  });

  test('is for those who host the group, and needs words', async () => {
    const booking = await book(tourists[0] ?? '');
    const departure = await departureOf(booking);
    await expect(send(world.guide, departure, '  ')).rejects.toMatchObject({
      status: 400,
      message: 'Please enter a message',
    });
    await expect(send(world.guide, departure, 'x'.repeat(4001))).rejects.toMatchObject({ code: 'message_too_long' });
    for (const who of [second, world.shuttle, tourists[0] ?? '', tourists[1] ?? '']) {
      await expect(send(who, departure, 'Hello')).rejects.toMatchObject({ status: 404, code: 'group_not_found' });
    }
    expect(await written()).toHaveLength(0);
    expect(await send(world.staff, departure, 'Hello')).toEqual({ sent: 1 });
    await answer(world.guide, 'declined');
    await expect(send(world.guide, departure, 'Hello')).rejects.toMatchObject({ code: 'group_not_found' });
    expect(await send(second, departure, 'Hello')).toEqual({ sent: 1 });
  });

  test('leaves room to answer one guest, and has a limit of its own', async () => {
    const booking = await book(tourists[0] ?? '');
    const departure = await departureOf(booking);
    for (let n = 0; n < 10; n += 1) await send(world.guide, departure, `Note ${n}`);
    await expect(send(world.guide, departure, 'One too many')).rejects.toMatchObject({ status: 429 });
    await expect(
      call(world.guide, 'send_message', { p_kind: 'experience', p_booking_id: booking, p_message: 'Just you' }),
    ).resolves.toMatchObject({ id: expect.any(String) });
  });
});

test('the guide’s phone hears of a booking, of its end, and of what went to another', async () => {
  const heard = async () =>
    (
      await world.db.sql`select distinct topic from realtime.messages where event = 'booking' and topic like 'user:%'`
    ).map(({ topic }) => topic);
  await world.db.sql`delete from realtime.messages`;
  const booking = await book(tourists[0] ?? '');
  expect(await heard()).toContain(`user:${world.guide}`);
  await world.db.sql`delete from realtime.messages`;
  await answer(world.guide, 'declined');
  expect(await heard()).toEqual(expect.arrayContaining([`user:${world.guide}`, `user:${second}`]));
  await world.db.sql`delete from realtime.messages`;
  await call(tourists[0] ?? '', 'cancel_booking', { p_kind: 'experience', p_booking_id: booking });
  expect(await heard()).toContain(`user:${second}`);
  expect(await heard()).not.toContain(`user:${world.guide}`);
});
