import { describe, expect, test } from 'vitest';
import { brokenInvariants, createUsers, grantRole } from '../booking/support/fixture.ts';
import { bells, book, cancel, choose, evening, post, postForEachTest, sql, tell } from './team-support.ts';

postForEachTest();

describe("a territory's booking", () => {
  test('notifies its managers and staff, and nobody else, and so does its cancellation by the guest', async () => {
    const { manager, staff } = post.fixture;
    await grantRole(sql(), (await createUsers(sql(), 1))[0] ?? '', 'territory_manager', 'lago');
    const booking = await book(2);
    expect((await bells('team_booking')).map((row) => row.user).sort()).toEqual([manager, staff].sort());
    expect((await bells('team_booking'))[0]).toMatchObject({
      booking,
      message: expect.stringMatching(/^Castle & hot waterfall on .*: 2 guests$/),
    });
    expect(await post.outbox('team_bookings')).toEqual([]);
    await cancel(booking);
    expect((await bells('team_cancelled')).map((row) => row.user).sort()).toEqual([manager, staff].sort());
  });

  test('is notified as each person has chosen, not to its own guest, and not again to its guide', async () => {
    const { manager, staff, guide } = post.fixture;
    await grantRole(sql(), guide, 'territory_staff', 'rio');
    await choose(manager, { booking_bell: false, booking_mail: true });
    await choose(guide, { booking_mail: true });
    await book(1, staff);
    expect(await bells('team_booking')).toEqual([]);
    expect((await bells('new_booking')).map((row) => row.user)).toEqual([guide]);
    expect((await post.outbox('team_bookings')).map((row) => row.recipient).sort()).toEqual(
      [`${manager}@example.test`, `${guide}@example.test`].sort(),
    );
    await choose(manager, { booking_mail: false });
    await book();
    expect(
      (await post.outbox('team_bookings')).filter((row) => row.recipient === `${manager}@example.test`),
    ).toHaveLength(1);
  });

  test('shares one email with later ones within a minute, without names, phone numbers and documents of guests', async () => {
    await choose(post.fixture.manager, { booking_mail: true });
    const bookings = [await book(), await book(), await book()];
    await cancel(bookings[1] ?? '');
    const [waiting] = await sql()<{ wait: number }[]>`
      select extract(epoch from next_attempt_at - now())::int as wait from private.outbox where template = 'team_bookings'`;
    expect(waiting?.wait).toBeGreaterThan(40);
    const [letter, ...more] = (await post.claim()).filter((row) => row.template === 'team_bookings');
    expect(more).toEqual([]);
    expect(letter?.data).toMatchObject({ count: 3, territory_name: 'Río Dulce' });
    const told = letter?.data.bookings as { id: string; what: string }[];
    expect(told.map(({ id, what }) => [id, what])).toEqual([
      [bookings[0], 'new'],
      [bookings[2], 'new'],
      [bookings[1], 'cancelled'],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/55555555|Person|passport|whatsapp|hotel/i);
    // Events during sending wait for the next email, ten minutes later.
    await post.service('finish_outbox', { p_id: letter?.id, p_outcome: 'sent' });
    await book();
    const [next] = await sql()<{ wait: number }[]>`select extract(epoch from next_attempt_at - now())::int as wait
      from private.outbox where template = 'team_bookings' and state = 'queued'`;
    expect(next?.wait).toBeGreaterThan(300);
  });

  test('is notified once, however often its confirmation is requested', async () => {
    await choose(post.fixture.manager, { booking_mail: true });
    const booking = await book();
    const before = [(await bells('team_booking')).length, await post.outbox('team_bookings')];
    await sql()`select private.booking_confirmed(${booking})`;
    expect([(await bells('team_booking')).length, await post.outbox('team_bookings')]).toEqual(before);
  });

  test.each([
    ['the role ends', (who: string) => sql()`update private.role_grants set revoked_at = now() where user_id = ${who}`],
    ['the person chooses so', (who: string) => choose(who, { booking_mail: false, tomorrow: false })],
    [
      'the account is blocked',
      (who: string) => sql()`update auth.users set banned_until = now() + interval '1 day' where id = ${who}`,
    ],
  ])('is not emailed, nor the evening summary, once %s', async (_, end) => {
    const { manager, staff } = post.fixture;
    await choose(staff, { tomorrow: false });
    await choose(manager, { booking_mail: true });
    await book();
    await tell(evening());
    await end(manager);
    const left = (await post.claim()).filter((row) => ['team_bookings', 'tomorrow'].includes(row.template));
    expect(left).toEqual([]);
    expect((await post.outbox('team_bookings')).map((row) => row.state)).toEqual(['discarded']);
    expect((await post.outbox('tomorrow')).map((row) => row.state)).toEqual(['discarded']);
  });
});

describe('many events at the same time', () => {
  test('send one email for twenty bookings in a minute, and one evening summary from concurrent workers', async () => {
    const { manager, staff } = post.fixture;
    await sql()`update public.experience_timeslots set available_spots = 40, max_spots = 40`;
    await sql()`update public.experiences set available_spots = 40, max_spots = 40`;
    for (const who of [manager, staff]) await choose(who, { booking_mail: true });
    const guests = await createUsers(sql(), 20);
    await Promise.all(guests.map((guest) => book(1, guest)));
    const letters = await post.outbox('team_bookings');
    expect(letters).toHaveLength(2);
    for (const { payload } of letters) expect((payload.events as unknown[]).length).toBe(20);
    await Promise.all(Array.from({ length: 8 }, () => tell(evening())));
    expect(await post.outbox('tomorrow')).toHaveLength(2);
    expect(await brokenInvariants(post.fixture)).toEqual([]);
  });

  test('control: start separate emails without waiting for each other', async () => {
    await sql()`do $$ begin execute replace(pg_get_functiondef('private.queue_team_mail'::regproc),
      'perform pg_advisory_xact_lock(hashtextextended(''team_mail:'' || p_user_id, 0))', 'perform 1'); end $$`;
    await choose(post.fixture.manager, { booking_mail: true });
    const bookings = [await book(), await book()];
    await sql()`delete from private.outbox where template = 'team_bookings'`;
    // Both have read before either writes.
    const both = bookings.map((id) =>
      sql().begin(async (tx) => {
        await tx`select private.tell_team('new', b, '{}') from private.booking_facts b where b.id = ${id}`;
        await tx`select pg_sleep(0.5)`;
      }),
    );
    await Promise.all(both);
    expect(await post.outbox('team_bookings')).toHaveLength(2);
  });
});
