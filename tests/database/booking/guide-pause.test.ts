import { describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { daysFromNow, signedIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

const guides = guidesForEachTest();

const versionOf = async (guide: string) =>
  (await guides.fixture.db.sql`select private.member_version(${guide}, 'rio')::text as at`)[0]?.at as string;
const save = (by: string, version: string, paused: boolean) =>
  guides.fixture.db.as(signedIn(by), (sql) =>
    sql.unsafe(`select public.save_guide('${guides.fixture.guide}', 'rio', '${version}', ${paused})`),
  );
const setPaused = async (paused: boolean, by = guides.fixture.staff) =>
  save(by, await versionOf(guides.fixture.guide), paused);
const told = async () =>
  said(
    await guides.fixture.db.sql<{ user_id: string; wording: string; params: object }[]>`
      select user_id, wording, params from public.notifications where type in ('guide', 'no_guide')
       order by created_at, wording <> 'guide_now'`,
  );
/** Returns what guides can read about their own pause. */
const pauses = (guide = guides.fixture.guide) => guides.call(guide, 'guide_pauses');
const later = { service_date: daysFromNow(9) };

describe('a guide who is paused', () => {
  test('keeps sold departures, including their further seats, while new departures get the next guide', async () => {
    const [first = '', second = '', third = ''] = guides.tourists;
    const sold = await guides.book(first);
    expect(await pauses()).toEqual([]);
    await setPaused(true);
    expect(await pauses()).toMatchObject([{ territory_id: 'rio', name: 'Río Dulce' }]);
    expect(await pauses(guides.second)).toEqual([]);
    expect(await guides.guideOf(sold)).toBe(guides.fixture.guide);
    expect(await told()).toEqual([
      {
        user_id: guides.fixture.guide,
        title: "You're paused",
        message: 'Río Dulce: new bookings go to other guides. You keep the trips you already lead.',
      },
    ]);
    // One departure has one guide.
    expect(await guides.guideOf(await guides.book(second))).toBe(guides.fixture.guide);
    const next = await guides.book(third, later);
    expect(await guides.guideOf(next)).toBe(guides.second);

    // The departure stays theirs when all of its guests have arrived.
    const leader = async () =>
      (
        await guides.fixture.db.sql`
        select private.leader_of(d) as id from public.departures d where d.service_date = ${guides.fixture.date}`
      )[0]?.id;
    await guides.fixture.db.sql`update public.bookings set check_in_status = 'checked_in'`;
    expect(await leader()).toBe(guides.fixture.guide);
    await guides.fixture.db.sql`update public.bookings set check_in_status = 'pending'`;

    await setPaused(false);
    expect(await pauses()).toEqual([]);
    // Sold departures keep their guide in this case too.
    expect(await guides.guideOf(next)).toBe(guides.second);
    expect(await guides.guideOf(await guides.book(first, later))).toBe(guides.second);
    expect(await guides.guideOf(await guides.book(second, { service_date: daysFromNow(10) }))).toBe(
      guides.fixture.guide,
    );
  });

  test("can decline one sold date, even one from another guide's pause", async () => {
    const [first = '', second = ''] = guides.tourists;
    const decline = (who: string, p_date: string) =>
      guides.call(who, 'decline_date', { p_slot_id: guides.fixture.slot, p_date, p_declined: true });
    const sold = await guides.book(first);
    await setPaused(true);
    const next = await guides.book(second, later);
    await decline(guides.fixture.guide, guides.fixture.date);
    expect(await guides.guideOf(sold)).toBe(guides.second);
    expect((await told()).at(-1)).toMatchObject({ user_id: guides.second, title: "You're now the guide" });
    await setPaused(false);
    expect(await guides.guideOf(next)).toBe(guides.second);
    await decline(guides.second, later.service_date);
    expect(await guides.guideOf(next)).toBe(guides.fixture.guide);
  });

  test('keeps it when another guide declines, and passes it on by declining', async () => {
    const sold = await guides.book(guides.tourists[0] ?? '');
    await setPaused(true);
    await guides.answer(guides.second, 'declined');
    await guides.answer(guides.second, 'accepted');
    expect(await guides.guideOf(sold)).toBe(guides.fixture.guide);
    await guides.answer(guides.fixture.guide, 'declined');
    expect(await guides.guideOf(sold)).toBe(guides.second);
  });

  test('leaves new bookings without a guide if there is no other one, and the team is notified', async () => {
    await guides.answer(guides.second, 'declined');
    await guides.fixture.db.sql`delete from public.notifications`;
    await setPaused(true);
    expect((await told()).filter(({ title }) => title === 'No guide is available')).toEqual(
      expect.arrayContaining(
        [guides.fixture.manager, guides.fixture.staff].map((user_id) => ({
          user_id,
          title: 'No guide is available',
          message: 'New bookings for 1 time slot have no guide',
        })),
      ),
    );
    expect(await guides.guideOf(await guides.book(guides.tourists[0] ?? ''))).toBeNull();
  });

  test('causes notifications that name their subject, so that a browser that chooses ids of messages hits none of them', async () => {
    const { sql } = guides.fixture.db;
    await guides.book(guides.tourists[0] ?? '');
    await guides.answer(guides.fixture.guide, 'declined');
    await setPaused(true);
    await guides.answer(guides.fixture.guide, 'accepted');
    await guides.answer(guides.second, 'declined');
    await setPaused(false);
    await setPaused(true);
    const kinds = await sql`select distinct split_part(about, ':', 1) as kind from public.notifications
      where type in ('guide', 'no_guide') order by kind`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['guides', 'pause', 'slot']);
    await expect(
      sql`insert into public.notifications (user_id, wording, about) values (${guides.second}, 'guide_now', ${guides.fixture.slot})`,
    ).rejects.toThrow('notifications_about_check');
  });

  test("can only be paused by the territory's team, over the version read, and it is logged", async () => {
    const stranger = await guides.person(['territory_manager', 'lago']);
    for (const who of [guides.fixture.guide, guides.second, guides.tourists[0] ?? '', stranger])
      await expect(setPaused(true, who)).rejects.toMatchObject({ hint: 'forbidden' });
    const { fixture } = guides;
    const seen = await versionOf(fixture.guide);
    await setPaused(true, fixture.manager);
    const late = save(fixture.staff, seen, false);
    await expect(late).rejects.toMatchObject({ hint: 'changed_meanwhile' });
    const shown = await fixture.db.as(
      signedIn(fixture.staff),
      (sql) => sql`select paused from public.list_members('rio', p_id => ${fixture.guide})`,
    );
    expect(shown[0]?.paused).toBe(true);
    const audit = await fixture.db.sql`select actor_id, action from public.audit_log where action like 'guide_%'`;
    expect([...audit]).toEqual([{ actor_id: fixture.manager, action: 'guide_paused' }]);
  });
});
