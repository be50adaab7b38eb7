import { beforeEach, describe, expect, test } from 'vitest';
import { createUsers, grantRole, signedIn } from './booking/support/fixture.ts';
import { fixture, user as tourist } from './booking/support/for-each-test.ts';
import { call, checkIn, review, reviewsForEachTest, ride } from './booking/support/reviews.ts';

reviewsForEachTest();

describe("the operator's reply to a review", () => {
  let onExperience: string;
  let onRide: string;
  beforeEach(async () => {
    await checkIn();
    onExperience = (await review(tourist)).id as string;
    onRide = (await review(tourist, { p_booking_id: ride })).id as string;
  });
  const answer = (who: string, id: string, text = 'Come back soon') =>
    call(who, 'reply_review', { p_review_id: id, p_reply: text });
  const rights = (who: string, kind: 'experience' | 'transport') =>
    call(who, 'my_review_rights', {
      p_service_id: kind === 'experience' ? fixture.experience : fixture.transport,
    });

  test("can be written by the experience's guide, the territory's shuttle manager and staff for both, and nobody else", async () => {
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

  test("asks before it overwrites a colleague's reply", async () => {
    const save = (who: string, p_reply: string, p_expected: string) =>
      call(who, 'reply_review', { p_review_id: onExperience, p_reply, p_expected });
    const stored = () =>
      fixture.db
        .sql`select reply, replied_by, replied_at, xmin::text as version from public.reviews where id = ${onExperience}`;
    await save(fixture.guide, 'Thank you', '');
    const before = await stored();
    await expect(save(fixture.staff, 'Welcome', '')).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
    // Repeated after a lost response, also by a colleague with the same words.
    await save(fixture.guide, 'Thank you', '');
    await save(fixture.staff, 'Thank you', '');
    expect(await stored()).toEqual(before);
    await save(fixture.staff, 'Welcome', 'Thank you');
    await expect(save(fixture.guide, '', 'Thank you')).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await save(fixture.guide, '', 'Welcome');
  });

  test('can be deleted, and is refused instead of cut if it is too long', async () => {
    await answer(fixture.guide, onExperience);
    await expect(answer(fixture.guide, onExperience, 'x'.repeat(4001))).rejects.toMatchObject({
      code: 'reply_too_long',
    });
    await answer(fixture.guide, onExperience, '  ');
    const [row] = await fixture.db.sql`select reply, replied_at from public.reviews where id = ${onExperience}`;
    expect(row).toEqual({ reply: null, replied_at: null });
  });

  test("is reported to the territory's people, and settled when staff decide", async () => {
    const [reader = ''] = await createUsers(fixture.db.sql, 1);
    for (const who of [reader, tourist]) await call(who, 'report_review', { p_review_id: onExperience });
    const told = await fixture.db.sql`select user_id from public.notifications where type = 'reported_review'`;
    expect(told.map((row) => row.user_id).sort()).toEqual([fixture.staff, fixture.manager].sort());
    await call(fixture.staff, 'hide_review', { p_review_id: onExperience, p_hidden: false });
    const [row] = await fixture.db.sql`select reported_at, hidden_at from public.reviews where id = ${onExperience}`;
    expect(row).toEqual({ reported_at: null, hidden_at: null });
  });

  test("is reported once per person, who can't reopen what staff have settled", async () => {
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

  test('shows its reports only to those who decide about them', async () => {
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
