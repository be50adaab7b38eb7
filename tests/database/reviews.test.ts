import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { payFor } from './booking/support/checkout.ts';
import { createUsers, grantRole, rideOf, signedIn } from './booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user as tourist } from './booking/support/for-each-test.ts';
import { rpcFor } from './booking/support/rpc.ts';

let booking: string;
let ride: string;
checkoutForEachTest();
beforeEach(async () => {
  ({ booking } = await payFor(fixture, checkout, tourist));
  ({ booking: ride } = await payFor(fixture, checkout, tourist, rideOf(fixture)));
});

type Json = Record<string, unknown>;
const call = (who: string, name: string, args: Json) => rpcFor(fixture.db, signedIn(who))(name, args) as Promise<Json>;
const checkIn = () => fixture.db.sql`
  with e as (update public.bookings set check_in_status = 'checked_in', status = 'checked_in'),
       s as (update public.transport_bookings set check_in_status = 'checked_in', status = 'checked_in') select 1`;
const review = (who: string, changes: Json = {}) =>
  call(who, 'create_review', {
    p_kind: 'experience',
    p_booking_id: booking,
    p_rating: 4,
    p_text: 'Warm water, cold beer',
    p_photo_urls: [],
    ...changes,
  });
const upload = async (owner: string): Promise<string> => {
  const name = `user-submissions/${owner}/${randomUUID()}.webp`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name, owner_id) values ('media', ${name}, ${owner})`;
  return `/storage/v1/object/public/media/${name}`;
};
const ratingOf = async (table: 'experiences' | 'territory_transports') => {
  const [row] = await fixture.db
    .sql`select rating_average::float as average, rating_count as count from public.${fixture.db.sql(table)}`;
  return row;
};

describe('a review', () => {
  test('is for who was checked in, once; its average and count follow', async () => {
    await expect(review(tourist)).rejects.toMatchObject({ status: 409, code: 'not_checked_in' });
    await checkIn();
    await expect(review(fixture.guide)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
    for (const rating of [0, 6, null]) {
      await expect(review(tourist, { p_rating: rating })).rejects.toMatchObject({ code: 'rating_required' });
    }
    const { id } = await review(tourist);
    await expect(review(tourist)).rejects.toMatchObject({ status: 409, code: 'already_reviewed' });
    await review(tourist, { p_kind: 'transport', p_booking_id: ride, p_rating: 2, p_text: null });
    expect(await ratingOf('experiences')).toEqual({ average: 4, count: 1 });
    expect(await ratingOf('territory_transports')).toEqual({ average: 2, count: 1 });
    await call(fixture.staff, 'hide_review', { p_review_id: id });
    expect(await ratingOf('experiences')).toEqual({ average: null, count: 0 });
  });

  test('shows photos that are there, and the author’s own', async () => {
    await checkIn();
    const own = await upload(tourist);
    const foreign = await upload(fixture.guide);
    const missing = own.replace(/[^/]+$/, `${randomUUID()}.webp`);
    for (const url of [foreign, missing, 'https://evil.example/x.webp', `${own}?x`]) {
      await expect(review(tourist, { p_photo_urls: [url] })).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await review(tourist, { p_photo_urls: [own] });
    const [row] = await fixture.db.sql`select photo_urls from public.reviews`;
    expect(row?.photo_urls).toEqual([own]);
  });
});

describe('of its author', () => {
  let id: string;
  let photo: string;
  beforeEach(async () => {
    await checkIn();
    photo = await upload(tourist);
    id = (await review(tourist, { p_photo_urls: [photo] })).id as string;
  });
  const edit = (who: string, changes: Json = {}) =>
    call(who, 'edit_review', { p_review_id: id, p_rating: 2, p_text: 'Cold water', p_photo_urls: [photo], ...changes });
  const remove = (who: string) => call(who, 'delete_review', { p_review_id: id });
  const later = () => fixture.db.sql`update public.reviews set edited_at = edited_at - interval '1 minute'`;
  const stored = async () => {
    const [row] = await fixture.db
      .sql`select rating, text, photo_urls, edited_at, hidden_at, reported_at from public.reviews`;
    return row;
  };

  test('a review is edited, says so, and the average follows', async () => {
    expect((await stored())?.edited_at).toBeNull();
    await edit(tourist);
    expect(await stored()).toMatchObject({ rating: 2, text: 'Cold water', edited_at: expect.any(Date) });
    expect(await ratingOf('experiences')).toEqual({ average: 2, count: 1 });
    // The same once more is no change; another one waits a moment.
    await edit(tourist);
    await expect(edit(tourist, { p_rating: 5 })).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await later();
    await edit(tourist, { p_rating: 5, p_photo_urls: [await upload(tourist)] });
    expect(await ratingOf('experiences')).toEqual({ average: 5, count: 1 });
  });

  test('nobody else edits or deletes it, not those who run the territory either', async () => {
    for (const who of [fixture.guide, fixture.staff, fixture.manager]) {
      await expect(edit(who)).rejects.toMatchObject({ status: 404, code: 'review_not_found' });
      await expect(remove(who)).rejects.toMatchObject({ status: 404, code: 'review_not_found' });
    }
    expect(await stored()).toMatchObject({ rating: 4, edited_at: null });
  });

  test('an edit keeps the rules of a new one', async () => {
    for (const rating of [0, 6, null])
      await expect(edit(tourist, { p_rating: rating })).rejects.toMatchObject({ code: 'rating_required' });
    const foreign = await upload(fixture.guide);
    const missing = photo.replace(/[^/]+$/, `${randomUUID()}.webp`);
    for (const url of [foreign, missing, 'https://evil.example/x.webp', null])
      await expect(edit(tourist, { p_photo_urls: [photo, url] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(edit(tourist, { p_text: 'x'.repeat(4001) })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('one that was hidden comes back neither by editing nor by deleting and writing anew', async () => {
    await call(fixture.staff, 'hide_review', { p_review_id: id });
    await expect(edit(tourist)).rejects.toMatchObject({ status: 409, code: 'review_hidden' });
    await expect(remove(tourist)).rejects.toMatchObject({ status: 409, code: 'review_hidden' });
    await expect(review(tourist)).rejects.toMatchObject({ code: 'already_reviewed' });
  });

  test('its author in the team hides it, but only a colleague says that it may stay', async () => {
    await fixture.db
      .sql`insert into private.role_grants (user_id, role, territory_id) values (${tourist}, 'territory_staff', 'rio')`;
    await call(tourist, 'hide_review', { p_review_id: id });
    await expect(call(tourist, 'hide_review', { p_review_id: id, p_hidden: false })).rejects.toMatchObject({
      status: 403,
      code: 'own_words',
    });
    await call(fixture.staff, 'hide_review', { p_review_id: id, p_hidden: false });
    expect((await stored())?.hidden_at).toBeNull();
  });

  test('who led the trip neither hides nor keeps it, though they belong to the team', async () => {
    await fixture.db
      .sql`insert into private.role_grants (user_id, role, territory_id) values (${fixture.guide}, 'territory_staff', 'rio')`;
    await fixture.db
      .sql`update public.bookings set guide_id = ${fixture.guide} where id = (select booking_id from public.reviews where id = ${id})`;
    for (const p_hidden of [true, false])
      await expect(call(fixture.guide, 'hide_review', { p_review_id: id, p_hidden })).rejects.toMatchObject({
        status: 403,
        code: 'own_trip',
      });
    await call(fixture.staff, 'hide_review', { p_review_id: id });
    expect((await stored())?.hidden_at).not.toBeNull();
  });

  test('an open report stays open over an edit; one that was settled does not cover what was written after it', async () => {
    const report = () => call(fixture.guide, 'report_review', { p_review_id: id });
    await report();
    await edit(tourist);
    expect((await stored())?.reported_at).not.toBeNull();
    await call(fixture.staff, 'hide_review', { p_review_id: id, p_hidden: false });
    await fixture.db.sql`update private.review_reports set created_at = now() - interval '1 hour'`;
    await report();
    expect((await stored())?.reported_at).not.toBeNull();
    await call(fixture.staff, 'hide_review', { p_review_id: id, p_hidden: false });
    await report();
    expect((await stored())?.reported_at).toBeNull();
  });

  test('a deleted one is gone from the average, and the booking is not reviewed again', async () => {
    await remove(tourist);
    expect(await stored()).toBeUndefined();
    expect(await ratingOf('experiences')).toEqual({ average: null, count: 0 });
    await expect(remove(tourist)).rejects.toMatchObject({ code: 'review_not_found' });
    await expect(review(tourist)).rejects.toMatchObject({ status: 409, code: 'review_deleted' });
    expect(await stored()).toBeUndefined();
    const [mark] = await fixture.db.as(
      signedIn(tourist),
      (sql) => sql`select review_deleted_at from public.bookings where id = ${booking}`,
    );
    expect(mark?.review_deleted_at).toBeInstanceOf(Date);
    // The ride of the same person has a review of its own.
    const onRide = { p_kind: 'transport', p_booking_id: ride };
    id = (await review(tourist, onRide)).id as string;
    await remove(tourist);
    await expect(review(tourist, onRide)).rejects.toMatchObject({ code: 'review_deleted' });
    const [asked] = await fixture.db.sql`
      select private.may_ask_review(private.booking('experience', ${booking})) as trip, private.may_ask_review(private.booking('transport', ${ride})) as ride`;
    expect(asked).toEqual({ trip: false, ride: false });
  });

  test('deleting and writing at once leaves no second one', async () => {
    await Promise.allSettled(Array.from({ length: 10 }, (_, n) => (n % 2 ? review(tourist) : remove(tourist))));
    expect(await stored()).toBeUndefined();
  });

  test('the bells of those who decide quote what stands there, and nothing once it is hidden or deleted', async () => {
    const bell = async () =>
      (
        await fixture.db
          .sql`select message from public.notifications where type = 'reported_review' and user_id = ${fixture.staff}`
      ).map(({ message }) => message as string);
    const report = () => call(fixture.guide, 'report_review', { p_review_id: id });
    await edit(tourist, { p_text: 'Call 5555' });
    await report();
    await fixture.db.sql`update public.notifications set read = true`;
    await later();
    await edit(tourist);
    expect(await bell()).toEqual(['Cold water']);
    await later();
    await edit(tourist, { p_text: null });
    expect(await bell()).toEqual(['2 / 5']);
    await call(fixture.staff, 'hide_review', { p_review_id: id });
    expect(await bell()).toEqual([]);
    await call(fixture.staff, 'hide_review', { p_review_id: id, p_hidden: false });
    await fixture.db.sql`delete from private.review_reports`;
    await report();
    expect(await bell()).toEqual(['2 / 5']);
    await remove(tourist);
    expect(await bell()).toEqual([]);
  });
});

describe('the operator answers', () => {
  let onExperience: string;
  let onRide: string;
  beforeEach(async () => {
    await checkIn();
    onExperience = (await review(tourist)).id as string;
    onRide = (await review(tourist, { p_kind: 'transport', p_booking_id: ride })).id as string;
  });
  const answer = (who: string, id: string, text = 'Come back soon') =>
    call(who, 'reply_review', { p_review_id: id, p_reply: text });
  const rights = (who: string, kind: 'experience' | 'transport') =>
    call(who, 'my_review_rights', {
      p_kind: kind,
      p_service_id: kind === 'experience' ? fixture.experience : fixture.transport,
    });

  test('the guide of the experience, the shuttle manager of the territory, staff of both; nobody else', async () => {
    const [stranger = ''] = await createUsers(fixture.db.sql, 1);
    await grantRole(fixture.db.sql, stranger, 'tour_guide', 'rio');
    await grantRole(fixture.db.sql, stranger, 'shuttle_manager', 'lago');
    const may = {
      guide: [fixture.guide, true, false],
      shuttle: [fixture.shuttle, false, true],
      staff: [fixture.staff, true, true],
      tourist: [tourist, false, false],
      stranger: [stranger, false, false],
    } as const;
    for (const [name, [who, experience, transport]] of Object.entries(may)) {
      for (const [kind, id, allowed] of [
        ['experience', onExperience, experience],
        ['transport', onRide, transport],
      ] as const) {
        expect(await rights(who, kind), `${name} ${kind}`).toEqual({ reply: allowed, hide: name === 'staff' });
        if (allowed) await answer(who, id, `From ${name}`);
        else await expect(answer(who, id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
      }
    }
    const [row] = await fixture.db.sql`select reply, replied_by from public.reviews where id = ${onRide}`;
    expect(row).toEqual({ reply: 'From staff', replied_by: fixture.staff });
  });

  test('and may take the answer back; one that is too long is refused, not cut', async () => {
    await answer(fixture.guide, onExperience);
    await expect(answer(fixture.guide, onExperience, 'x'.repeat(4001))).rejects.toMatchObject({
      code: 'reply_too_long',
    });
    await answer(fixture.guide, onExperience, '  ');
    const [row] = await fixture.db.sql`select reply, replied_at from public.reviews where id = ${onExperience}`;
    expect(row).toEqual({ reply: null, replied_at: null });
  });

  test('a report goes to the territory’s people, and settles when staff look at it', async () => {
    const [reader = ''] = await createUsers(fixture.db.sql, 1);
    for (const who of [reader, tourist]) await call(who, 'report_review', { p_review_id: onExperience });
    const told = await fixture.db.sql`select user_id from public.notifications where type = 'reported_review'`;
    expect(told.map((row) => row.user_id).sort()).toEqual([fixture.staff, fixture.manager].sort());
    await call(fixture.staff, 'hide_review', { p_review_id: onExperience, p_hidden: false });
    const [row] = await fixture.db.sql`select reported_at, hidden_at from public.reviews where id = ${onExperience}`;
    expect(row).toEqual({ reported_at: null, hidden_at: null });
  });

  test('is reported once a person: what staff have settled, the same person does not open again', async () => {
    const [reader = '', other = ''] = await createUsers(fixture.db.sql, 2);
    const report = (who: string) => call(who, 'report_review', { p_review_id: onExperience });
    for (const _ of [1, 2, 3]) expect(await report(reader)).toEqual({ reported: true });
    expect(await fixture.db.sql`select reporter_id from private.review_reports`).toEqual([{ reporter_id: reader }]);
    await call(fixture.staff, 'hide_review', { p_review_id: onExperience, p_hidden: false });
    const waiting = async () =>
      (await fixture.db.sql`select 1 from public.reviews where reported_at is not null`).length;
    expect(await report(reader)).toEqual({ reported: true });
    expect(await waiting()).toBe(0);
    await report(other);
    expect(await waiting()).toBe(1);
  });

  test('is known as reported to those who look after it, and to nobody else', async () => {
    await call(tourist, 'report_review', { p_review_id: onExperience });
    const listed = (who: string) =>
      fixture.db.as(signedIn(who), (sql) => sql`select id, rating, author_name from public.reported_reviews()`);
    expect(await listed(fixture.staff)).toMatchObject([{ id: onExperience }]);
    for (const who of [tourist, fixture.guide, fixture.shuttle]) expect(await listed(who)).toEqual([]);
    for (const who of [{ role: 'anon' } as const, signedIn(tourist), signedIn(fixture.staff)])
      await expect(fixture.db.as(who, (sql) => sql`select reported_at from public.reviews`)).rejects.toThrow(
        'permission denied',
      );
    const data = (await call(tourist, 'my_data', {})) as { reviews: object[]; review_reports: object[] };
    expect(data.reviews[0]).not.toHaveProperty('reported_at');
    expect(data.review_reports).toHaveLength(1);
  });
});
