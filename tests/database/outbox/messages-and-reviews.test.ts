import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUsers, daysFromNow } from '../booking/support/fixture.ts';
import { type Claim, createPost, type Post } from './support.ts';

let post: Post;
beforeEach(async () => {
  post = await createPost();
});
afterEach(() => post.drop());

describe('messages', () => {
  const write = (who: string, text: string, booking: string) =>
    post.call(who, `public.send_message('${booking}', '${text}')`);
  const texts = (claimed: Claim[]) =>
    claimed
      .filter((row) => row.template === 'message')
      .map((row) => (row.data.messages as { text: string }[]).map(({ text }) => text));

  test('make one email if they are close together, and later ones the next', async () => {
    const booking = await post.pay();
    await write(post.fixture.staff, 'one', booking);
    await write(post.fixture.staff, 'two', booking);
    expect(await post.outbox('message')).toHaveLength(1);
    const first = await post.claim();
    expect(texts(first)).toEqual([['one', 'two']]);
    // While the first email is being sent, later messages wait for the next one.
    await write(post.fixture.staff, 'three', booking);
    await post.service('finish_outbox', {
      p_id: first.find((row) => row.template === 'message')?.id,
      p_outcome: 'sent',
    });
    expect(texts(await post.claim())).toEqual([['three']]);
  });

  test('contain nothing that changes the direction of neighbouring text', async () => {
    const booking = await post.pay();
    await expect(write(post.fixture.staff, 'ten\u202enepo', booking)).rejects.toMatchObject({ hint: 'line_not_plain' });
    expect(await post.outbox('message')).toEqual([]);
    await write(post.fixture.staff, 'one line\nand another', booking);
  });

  test('wait for the next email after one was sent', async () => {
    const booking = await post.pay();
    await write(post.fixture.staff, 'one', booking);
    for (const { id } of await post.claim()) await post.service('finish_outbox', { p_id: id, p_outcome: 'sent' });
    await write(post.fixture.staff, 'two', booking);
    const [row] = await post.fixture.db.sql<{ wait: number }[]>`
      select extract(epoch from next_attempt_at - now())::int as wait from private.outbox where template = 'message' and state = 'queued'`;
    expect(row?.wait).toBeGreaterThan(300);
  });

  test('make no email if they were read or answered in the meantime', async () => {
    const booking = await post.pay();
    await write(post.fixture.staff, 'read', booking);
    await post.call(post.user, 'public.mark_notifications_read()');
    expect(texts(await post.claim())).toEqual([]);
    await write(post.fixture.staff, 'answered', booking);
    await write(post.user, 'yes', booking);
    await write(post.fixture.staff, 'open', booking);
    expect(texts(await post.claim())).toContainEqual(['open']);
    expect((await post.outbox('message')).at(0)).toMatchObject({
      state: 'discarded',
      last_error: 'The messages have been read',
    });
  });
});

describe('an open conversation', () => {
  const unread = () =>
    post.fixture.db
      .sql`select booking_id, type from public.notifications where user_id = ${post.user} and not read order by type`;

  test('marks its own notifications as read, and none of another booking or person, and no email follows', async () => {
    const [one, two] = [await post.pay(), await post.pay()];
    await post.fixture.db.sql`update public.notifications set read = true`;
    for (const booking of [one, two]) {
      await post.call(post.fixture.staff, `public.send_message('${booking}', 'At nine')`);
      await post.fixture.db.sql`insert into public.notifications (user_id, type, wording, booking_id)
        values (${post.user}, 'cancelled', 'booking_status', ${booking})`;
    }
    const read = (who: string) => post.call(who, `public.mark_conversation_read('${one}')`);
    await read(post.fixture.staff);
    expect(await unread()).toHaveLength(4);
    await read(post.user);
    await read(post.user);
    expect(await unread()).toEqual([
      { type: 'cancelled', booking_id: expect.any(String) },
      { type: 'cancelled', booking_id: expect.any(String) },
      { type: 'message', booking_id: two },
    ]);
    const mails = (await post.claim()).filter((row) => row.template === 'message');
    expect(mails.map((row) => row.data.conversation)).toEqual([{ kind: 'experience', booking_id: two }]);
  });
});

describe('asking for a review', () => {
  /** Creates a booking of some days ago, and moves the territory to a time zone where it is noon now. */
  async function visit(who: string, daysAgo: number, status = 'checked_in'): Promise<string> {
    const booking = await post.pay(who);
    await post.fixture.db
      .sql`update public.bookings set check_in_status = ${status}, booking_date = ${daysFromNow(-daysAgo)}::date where id = ${booking}`;
    return booking;
  }
  beforeEach(async () => {
    const zones = Array.from({ length: 24 }, (_, i) => `Etc/GMT${i < 12 ? '+' : '-'}${i < 12 ? i : i - 11}`);
    const noon = zones.find((timeZone) => {
      const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(new Date());
      return Number(hour) === 12;
    });
    await post.fixture.db.sql`update public.territories set time_zone = ${noon ?? 'UTC'} where id = 'rio'`;
  });
  const asked = async () => (await post.outbox('review_request')).map((row) => row.payload.booking_id);
  const inTerritory = (daysAgo: number) => post.fixture.db.sql`
    update public.bookings b set booking_date = (now() at time zone t.time_zone)::date - ${daysAgo}::int from public.territories t where t.id = b.territory_id`;

  test('happens once, the day after, for guests who were there and have not written one', async () => {
    const [absent = '', reviewer = ''] = await createUsers(post.fixture.db.sql, 2);
    const mine = await visit(post.user, 1);
    await visit(absent, 1, 'no_show');
    const reviewed = await visit(reviewer, 1);
    await post.call(reviewer, `public.create_review('${reviewed}', 5)`);
    await inTerritory(0);
    expect(await post.service('queue_review_requests')).toBe(0);
    await inTerritory(1);
    expect(await post.service('queue_review_requests')).toBe(1);
    expect(await post.service('queue_review_requests')).toBe(0);
    expect(await asked()).toEqual([mine]);
    // The guest wrote a review before the email was sent, so it is discarded.
    await post.call(post.user, `public.create_review('${mine}', 4)`);
    expect((await post.claim()).filter((row) => row.template === 'review_request')).toEqual([]);
  });

  test('happens once a week, and not long after the trip', async () => {
    await visit(post.user, 1);
    await inTerritory(1);
    await post.service('queue_review_requests');
    await visit(post.user, 1);
    await inTerritory(1);
    await post.service('queue_review_requests');
    expect(await asked()).toHaveLength(1);
    const [late = ''] = await createUsers(post.fixture.db.sql, 1);
    await visit(late, 9);
    await post.fixture.db.sql`update public.bookings set booking_date = current_date - 9 where tourist_id = ${late}`;
    expect(await post.service('queue_review_requests')).toBe(0);
  });

  test('waits until the morning', async () => {
    await visit(post.user, 1);
    await inTerritory(1);
    const [{ zone } = { zone: 'UTC' }] = await post.fixture.db.sql<{ zone: string }[]>`
      select z as zone from unnest(array['Etc/GMT+9', 'Etc/GMT-3', 'UTC', 'Etc/GMT-9']) z
       where extract(hour from now() at time zone z) not between 9 and 19 limit 1`;
    await post.fixture.db.sql`update public.territories set time_zone = ${zone}`;
    await inTerritory(1);
    expect(await post.service('queue_review_requests')).toBe(0);
  });
});
