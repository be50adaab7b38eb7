import { describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { daysFromNow, signedIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

const guides = guidesForEachTest();

const told = async () =>
  said(
    await guides.fixture.db.sql<{ user_id: string; wording: string; params: object }[]>`
      select user_id, wording, params from public.notifications where type in ('guide', 'no_guide')
       order by created_at, wording <> 'guide_now'`,
  );

describe('the leading guide', () => {
  test('passes future departures to the next guide by declining, who is notified, and no longer sees them', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    expect(await guides.guideOf(booking)).toBe(guides.fixture.guide);
    const sees = (who: string) =>
      guides.fixture.db.as(signedIn(who), (sql) => sql`select id from public.bookings where id = ${booking}`);
    expect(await sees(guides.second)).toHaveLength(0);

    await guides.answer(guides.fixture.guide, 'declined');
    expect(await guides.guideOf(booking)).toBe(guides.second);
    expect(await sees(guides.fixture.guide)).toHaveLength(0);
    expect(await sees(guides.second)).toHaveLength(1);
    expect(await told()).toEqual([
      {
        user_id: guides.second,
        title: "You're now the guide",
        message: 'Castle & hot waterfall at 9:00 AM: 1 upcoming booking',
      },
    ]);
    expect(await guides.guideOf(await guides.book(guides.tourists[1] ?? ''))).toBe(guides.second);
  });

  test('leads again after returning, while the territory is notified when no guide is left', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    await guides.answer(guides.fixture.guide, 'declined');
    await guides.fixture.db.sql`delete from public.notifications`;
    await guides.answer(guides.second, 'declined');
    expect(await guides.guideOf(booking)).toBeNull();
    expect((await told()).map(({ user_id, title }) => [user_id, title]).sort()).toEqual(
      [guides.fixture.manager, guides.fixture.staff].map((who) => [who, 'No guide left']).sort(),
    );
    expect(await guides.guideOf(await guides.book(guides.tourists[1] ?? ''))).toBeNull();

    await guides.answer(guides.second, 'accepted');
    expect(await guides.guideOf(booking)).toBe(guides.second);
    await guides.fixture.db.sql`delete from public.notifications`;
    await guides.answer(guides.fixture.guide, 'accepted');
    expect(await guides.guideOf(booking)).toBe(guides.fixture.guide);
    expect(await told()).toMatchObject([{ user_id: guides.second, title: "You're no longer the guide" }]);
  });

  test('does not change by the same answer twice, an acceptance without a refusal, or the refusal of a substitute', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    await guides.answer(guides.fixture.guide, 'accepted');
    await guides.answer(guides.second, 'declined');
    await guides.answer(guides.second, 'declined');
    expect(await guides.guideOf(booking)).toBe(guides.fixture.guide);
    expect(await told()).toEqual([]);
  });

  test('keeps departures that have begun or have arrivals', async () => {
    const ahead = await guides.book(guides.tourists[0] ?? '');
    const begun = await guides.book(guides.tourists[1] ?? '');
    const arrived = await guides.book(guides.tourists[2] ?? '');
    await guides.fixture.db
      .sql`update public.bookings set booking_date = ${daysFromNow(0)}, start_time = '00:00' where id = ${begun}`;
    await guides.arrive(arrived);
    await guides.answer(guides.fixture.guide, 'declined');
    expect([await guides.guideOf(ahead), await guides.guideOf(begun), await guides.guideOf(arrived)]).toEqual([
      guides.second,
      guides.fixture.guide,
      guides.fixture.guide,
    ]);
  });

  test('is nobody when two guides decline at the same time', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    await Promise.all([guides.answer(guides.fixture.guide, 'declined'), guides.answer(guides.second, 'declined')]);
    expect(await guides.guideOf(booking)).toBeNull();
  });

  test('is also decided by a ranking saved at the same time, and a dropped role', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    const third = await guides.person(['tour_guide', 'rio']);
    await guides.answer(guides.fixture.guide, 'declined');
    await guides.fixture.db.sql`delete from public.notifications`;
    await guides.fixture.db.sql.begin(async (sql) => {
      await sql`delete from public.experience_guide_rankings where experience_id = ${guides.fixture.experience}`;
      await sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
        (${guides.fixture.experience}, ${guides.fixture.guide}, 1), (${guides.fixture.experience}, ${third}, 2), (${guides.fixture.experience}, ${guides.second}, 3)`;
    });
    expect(await guides.guideOf(booking)).toBe(third);
    expect((await told()).map(({ title }) => title).sort()).toEqual([
      "You're no longer the guide",
      "You're now the guide",
    ]);
    await guides.call(third, 'remove_my_role', { p_role: 'tour_guide' });
    expect(await guides.guideOf(booking)).toBe(guides.second);
  });

  test('is removed from the listing after dropping the role, the team is notified, and returning restores the rank', async () => {
    const named = async () =>
      (await guides.fixture.db.sql`select guide_id from public.experiences where id = ${guides.fixture.experience}`)[0]
        ?.guide_id;
    const left = async () =>
      said(
        await guides.fixture.db.sql<{ user_id: string; wording: string; params: object }[]>`
          select user_id, wording, params from public.notifications where type = 'guide_left' order by created_at`,
      );
    const booking = await guides.book(guides.tourists[0] ?? '');
    expect(await named()).toBe(guides.fixture.guide);
    await guides.call(guides.fixture.guide, 'remove_my_role', { p_role: 'tour_guide' });
    expect(await named()).toBe(guides.second);
    expect(await guides.guideOf(booking)).toBe(guides.second);
    expect((await left()).map(({ user_id }) => user_id).sort()).toEqual(
      [guides.fixture.manager, guides.fixture.staff].sort(),
    );
    expect((await left())[0]?.message).toBe('1 experience led, 1 booking to come. Check who leads them now.');

    await guides.call(guides.second, 'remove_my_role', { p_role: 'tour_guide' });
    expect(await named()).toBeNull();
    await guides.call(guides.fixture.guide, 'add_my_role', { p_role: 'tour_guide' });
    expect(await named()).toBe(guides.fixture.guide);
    expect(await guides.guideOf(booking)).toBe(guides.fixture.guide);

    // The manager who revoked the role knows about it, so only the colleague is notified, and the guide can't
    // return to the place.
    await guides.fixture.db.sql`delete from public.notifications`;
    await guides.call(guides.fixture.manager, 'revoke_role', {
      p_user_id: guides.fixture.guide,
      p_role: 'tour_guide',
      p_territory_id: 'rio',
    });
    expect(await named()).toBeNull();
    expect((await left()).map(({ user_id }) => user_id)).toEqual([guides.fixture.staff]);
  });

  test('can only answer for their own slots', async () => {
    const stranger = await guides.person(['tour_guide', 'rio']);
    await expect(guides.answer(stranger, 'accepted')).rejects.toThrow(/row-level security/);
    await expect(
      guides.fixture.db.as(
        signedIn(guides.second),
        (sql) => sql`insert into public.guide_timeslot_responses (guide_id, slot_id, response)
          values (${guides.fixture.guide}, ${guides.fixture.slot}, 'declined')`,
      ),
    ).rejects.toThrow(/row-level security/);
  });
});

test("notifies the guide's phone of a booking, its end, and one passed to another guide", async () => {
  const heard = async () =>
    (
      await guides.fixture.db
        .sql`select distinct topic from realtime.messages where event = 'booking' and topic like 'user:%'`
    ).map(({ topic }) => topic);
  await guides.fixture.db.sql`delete from realtime.messages`;
  const booking = await guides.book(guides.tourists[0] ?? '');
  expect(await heard()).toContain(`user:${guides.fixture.guide}`);
  await guides.fixture.db.sql`delete from realtime.messages`;
  await guides.answer(guides.fixture.guide, 'declined');
  expect(await heard()).toEqual(expect.arrayContaining([`user:${guides.fixture.guide}`, `user:${guides.second}`]));
  await guides.fixture.db.sql`delete from realtime.messages`;
  await guides.call(guides.tourists[0] ?? '', 'cancel_booking', { p_booking_id: booking });
  expect(await heard()).toContain(`user:${guides.second}`);
  expect(await heard()).not.toContain(`user:${guides.fixture.guide}`);
});
