import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  grantRole,
  holdRequest,
  refusal,
  signedIn,
} from '../booking/support/fixture.ts';
import { farewellForEachTest, NAME } from './support.ts';

const farewell = farewellForEachTest();

const codes = async (id?: string) => (await farewell.terms(id)).blockers.map(({ code }) => code);

describe('an account deletion', () => {
  test('is refused with a future booking, paid or not, which is listed until it is cancelled', async () => {
    const paid = await payFor(farewell.fixture, farewell.checkout, farewell.person);
    const hold = await createHold(
      farewell.fixture,
      farewell.person,
      holdRequest(farewell.fixture, { payment_method: 'cash', service_date: daysFromNow(0 + 5) }),
    );
    await farewell.fixture.db.as(signedIn(farewell.person), (as) => as`select public.book_cash(${hold.hold_id})`);
    const [blocker] = (await farewell.terms()).blockers;
    expect(blocker).toMatchObject({ code: 'open_bookings', total: 2 });
    expect(blocker?.items).toContainEqual({
      kind: 'experience',
      id: paid.booking,
      title: 'Castle & hot waterfall',
      titles: { en: 'Castle & hot waterfall' },
      date: farewell.fixture.date,
    });
    expect(await refusal(farewell.erase() as Promise<unknown>)).toMatchObject({ code: 'account_blocked' });
    expect(await farewell.fixture.db.sql`select full_name from public.profiles where id = ${farewell.person}`).toEqual([
      { full_name: NAME },
    ]);
    for (const { id } of await farewell.fixture.db.sql<{ id: string }[]>`select id from public.bookings`) {
      await farewell.fixture.db.as(signedIn(farewell.person), (as) => as`select public.cancel_booking(${id})`);
    }
    expect(await codes()).toEqual([]);
    await farewell.erase();
  });

  test("is refused with today's booking, until someone has arrived or the day has ended", async () => {
    const { booking } = await payFor(farewell.fixture, farewell.checkout, farewell.person);
    await farewell.fixture.db.sql`update public.bookings set booking_date = ${daysFromNow(0)} where id = ${booking}`;
    expect(await codes()).toEqual(['open_bookings']);
    await farewell.fixture.db.sql`update public.bookings set check_in_status = 'checked_in' where id = ${booking}`;
    expect(await codes()).toEqual([]);
    await farewell.fixture.db
      .sql`update public.bookings set check_in_status = 'pending', booking_date = ${daysFromNow(-1)} where id = ${booking}`;
    expect(await codes()).toEqual([]);
  });

  test('is refused to a guide with future guests', async () => {
    await payFor(farewell.fixture, farewell.checkout, farewell.person);
    expect(await farewell.terms(farewell.fixture.guide)).toMatchObject({
      blockers: [
        {
          code: 'guided_bookings',
          total: 1,
          items: [{ title: 'Castle & hot waterfall', date: farewell.fixture.date }],
        },
      ],
    });
    await farewell.letTimePass();
    expect(await codes(farewell.fixture.guide)).toEqual([]);
    const [next = ''] = await createUsers(farewell.fixture.db.sql, 1);
    await grantRole(farewell.fixture.db.sql, next, 'tour_guide', 'rio');
    await farewell.fixture.db.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
      (${farewell.fixture.experience}, ${farewell.fixture.guide}, 1), (${farewell.fixture.experience}, ${next}, 2)`;
    await farewell.erase(farewell.fixture.guide);
    // The next in the ranking leads what is sold from now on; past guides are no longer shown.
    expect(await farewell.fixture.db.sql`select guide_id from public.experiences`).toEqual([{ guide_id: next }]);
    expect(await farewell.fixture.db.sql`select guide_id from public.bookings`).toEqual([{ guide_id: null }]);
  });

  test('is refused to the only manager of a territory, and the last admin', async () => {
    expect(await farewell.terms(farewell.fixture.manager)).toMatchObject({
      blockers: [{ code: 'sole_manager', items: [{ title: 'Río Dulce', titles: { en: 'Río Dulce' } }] }],
    });
    await grantRole(farewell.fixture.db.sql, farewell.fixture.staff, 'territory_manager', 'rio');
    expect(await codes(farewell.fixture.manager)).toEqual([]);
    // If two leave at the same moment, one stays.
    const left = await Promise.allSettled([
      farewell.erase(farewell.fixture.manager),
      farewell.erase(farewell.fixture.staff),
    ]);
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

    await grantRole(farewell.fixture.db.sql, farewell.person, 'admin', null);
    expect(await codes()).toEqual(['last_admin']);
    expect(await refusal(farewell.erase() as Promise<unknown>)).toMatchObject({ code: 'account_blocked' });
  });

  test('releases held seats', async () => {
    await createHold(farewell.fixture, farewell.person);
    expect(await refusal(farewell.erase() as Promise<unknown>)).toMatchObject({ code: 'payment_in_progress' });
    expect(await farewell.service('prepare_account_deletion', { p_user_id: farewell.person })).toEqual([]);
    expect(await farewell.fixture.db.sql`select held from public.departures`).toEqual([{ held: 0 }]);
    await farewell.erase();
  });

  test('counts wrong passwords', async () => {
    const attempt = () => farewell.service('record_deletion_attempt', { p_user_id: farewell.person });
    for (let n = 0; n < 5; n += 1) await attempt();
    expect(await refusal(attempt())).toMatchObject({ code: 'too_many_attempts' });
    await farewell.fixture.db
      .sql`update private.account_deletions set first_attempt_at = now() - interval '16 minutes'`;
    await attempt();
  });
});
