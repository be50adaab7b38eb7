import { afterEach, beforeEach } from 'vitest';
import { said } from '../../support/notices.ts';
import { allowAllCash, createHold, createUsers, holdRequest } from '../booking/support/fixture.ts';
import { createPost, type Post } from './support.ts';

/** The current test's context. */
export let post: Post;
export const sql = () => post.fixture.db.sql;

/** Creates a territory where new guests can have all seats in cash, for each test of the file. */
export function postForEachTest(): void {
  beforeEach(async () => {
    post = await createPost();
    await allowAllCash(post.fixture);
  });
  afterEach(() => post.drop());
}

/** Returns the queued notifications of a type. */
export const bells = async (type: string) =>
  said(
    await sql()<{ user: string; wording: string; params: object; booking: string | null; about: string | null }[]>`
      select recipient as user, payload ->> 'wording' as wording, payload -> 'params' as params, payload ->> 'booking_id' as booking, payload ->> 'about' as about
        from private.outbox where kind = 'notification' and template = ${type} order by id`,
  ).map(({ title: _, ...row }) => row);

/** Sets a person's notification settings, as themselves. */
export const choose = (who: string, choice: { booking_bell?: boolean; booking_mail?: boolean; tomorrow?: boolean }) => {
  const [names, values] = [Object.keys(choice).join(', '), Object.values(choice).join(', ')];
  return post.fixture.db.as({ role: 'authenticated', sub: who }, (tx) =>
    tx.unsafe(`insert into public.notice_choices (${names}) values (${values})
      on conflict (user_id) do update set (${names}) = row (${values})`),
  );
};

/** Creates a cash booking of a new guest. Returns its id. */
export async function book(people = 1, who?: string): Promise<string> {
  const [guest = ''] = who ? [who] : await createUsers(sql(), 1);
  const changes = { payment_method: 'cash', num_people: people };
  const hold = await createHold(post.fixture, guest, holdRequest(post.fixture, changes));
  const { booking_id } = await post.call<{ booking_id: string }>(guest, `public.book_cash('${hold.hold_id}')`);
  return booking_id;
}

export async function cancel(booking: string): Promise<void> {
  const [row] = await sql()`select tourist_id from public.bookings where id = ${booking}`;
  await post.call(row?.tourist_id as string, `public.cancel_booking('${booking}')`);
}

/** Returns a time a few minutes after 18:00 on the day before the trip, in the territory's time zone. */
export const evening = (minutes = 1) =>
  `timestamp '${post.fixture.date} 00:00' at time zone 'America/Guatemala' - interval '6 hours' + interval '${minutes} minutes'`;
export const tell = async (at: string) => {
  const [row] = await sql().unsafe<{ told: number }[]>(`select service.queue_tomorrow_letters(${at}) as told`);
  return row?.told;
};
