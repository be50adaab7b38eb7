import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { said } from '../support/notices.ts';
import { signedIn } from './booking/support/fixture.ts';
import { fixture, user as tourist } from './booking/support/for-each-test.ts';
import {
  booking,
  call,
  checkIn,
  type Json,
  ratingOf,
  review,
  reviewsForEachTest,
  ride,
  upload,
} from './booking/support/reviews.ts';

reviewsForEachTest();

describe('a review', () => {
  test('is for guests who were checked in, once, and updates average and count', async () => {
    await expect(review(tourist)).rejects.toMatchObject({ status: 409, code: 'not_checked_in' });
    await checkIn();
    await expect(review(fixture.guide)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
    for (const rating of [0, 6, null]) {
      await expect(review(tourist, { p_rating: rating })).rejects.toMatchObject({ code: 'rating_required' });
    }
    const { id } = await review(tourist);
    await expect(review(tourist)).rejects.toMatchObject({ status: 409, code: 'already_reviewed' });
    await review(tourist, { p_booking_id: ride, p_rating: 2, p_text: null });
    expect(await ratingOf('experiences')).toEqual({ average: 4, count: 1 });
    expect(await ratingOf('territory_transports')).toEqual({ average: 2, count: 1 });
    await call(fixture.staff, 'hide_review', { p_review_id: id });
    expect(await ratingOf('experiences')).toEqual({ average: null, count: 0 });
  });

  test('shows existing photos of the author', async () => {
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

describe('authors and their reviews', () => {
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

  test('can edit a review, which is marked, and updates the average', async () => {
    expect((await stored())?.edited_at).toBeNull();
    await edit(tourist);
    expect(await stored()).toMatchObject({ rating: 2, text: 'Cold water', edited_at: expect.any(Date) });
    expect(await ratingOf('experiences')).toEqual({ average: 2, count: 1 });
    // Repeating an edit is no change. Another edit has to wait a moment.
    await edit(tourist);
    await expect(edit(tourist, { p_rating: 5 })).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await later();
    await edit(tourist, { p_rating: 5, p_photo_urls: [await upload(tourist)] });
    expect(await ratingOf('experiences')).toEqual({ average: 5, count: 1 });
  });

  test('are the only ones who can edit or delete it, unlike those who run the territory', async () => {
    for (const who of [fixture.guide, fixture.staff, fixture.manager]) {
      await expect(edit(who)).rejects.toMatchObject({ status: 404, code: 'review_not_found' });
      await expect(remove(who)).rejects.toMatchObject({ status: 404, code: 'review_not_found' });
    }
    expect(await stored()).toMatchObject({ rating: 4, edited_at: null });
  });

  test('follow the same rules when editing', async () => {
    for (const rating of [0, 6, null])
      await expect(edit(tourist, { p_rating: rating })).rejects.toMatchObject({ code: 'rating_required' });
    const foreign = await upload(fixture.guide);
    const missing = photo.replace(/[^/]+$/, `${randomUUID()}.webp`);
    for (const url of [foreign, missing, 'https://evil.example/x.webp', null])
      await expect(edit(tourist, { p_photo_urls: [photo, url] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(edit(tourist, { p_text: 'x'.repeat(4001) })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test("can't make a hidden one visible by editing, or by deleting and writing again", async () => {
    await call(fixture.staff, 'hide_review', { p_review_id: id });
    await expect(edit(tourist)).rejects.toMatchObject({ status: 409, code: 'review_hidden' });
    await expect(remove(tourist)).rejects.toMatchObject({ status: 409, code: 'review_hidden' });
    await expect(review(tourist)).rejects.toMatchObject({ code: 'already_reviewed' });
  });

  test('can hide it as a team member, but only a colleague can keep it', async () => {
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

  test("can't be judged by the person who led the trip, although they belong to the team", async () => {
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

  test('keep an open report open by editing, and a settled one does not cover later text', async () => {
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

  test("remove a deleted one from the average, and the booking can't be reviewed again", async () => {
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
    // The same person's ride has its own review.
    const onRide = { p_booking_id: ride };
    id = (await review(tourist, onRide)).id as string;
    await remove(tourist);
    await expect(review(tourist, onRide)).rejects.toMatchObject({ code: 'review_deleted' });
    const [asked] = await fixture.db.sql`
      select private.may_ask_review(private.booking(${booking})) as trip, private.may_ask_review(private.booking(${ride})) as ride`;
    expect(asked).toEqual({ trip: false, ride: false });
  });

  test('leave no second one by deleting and writing at the same time', async () => {
    await Promise.allSettled(Array.from({ length: 10 }, (_, n) => (n % 2 ? review(tourist) : remove(tourist))));
    expect(await stored()).toBeUndefined();
  });

  test('change the quote in notifications to those who decide, or remove it once hidden or deleted', async () => {
    const bell = async () =>
      said(
        await fixture.db
          .sql`select wording, params from public.notifications where type = 'reported_review' and user_id = ${fixture.staff}`,
      ).map(({ message }) => message);
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
