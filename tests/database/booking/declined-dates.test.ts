import { beforeEach, describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { daysFromNow } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

// A guide declines one date of a time slot (docs/rules/catalogue.md, Who guides).

const guides = guidesForEachTest();
let guide: string;
let tourist: string;
let booking: string;
let next: string;
const date = daysFromNow(7);
beforeEach(async () => {
  guide = guides.fixture.guide;
  [tourist = ''] = guides.tourists;
  booking = await guides.book(tourist, { service_date: date });
  next = await guides.book(tourist, { service_date: daysFromNow(8) });
  await guides.fixture.db.sql`delete from public.notifications`;
});

const decline = (who: string, declined = true, day = date) =>
  guides.call(who, 'decline_date', { p_slot_id: guides.fixture.slot, p_date: day, p_declined: declined });
const leader = async (id: string) => {
  const [row] = await guides.fixture.db.sql`select guide_id from public.bookings where id = ${id}`;
  return row?.guide_id as string | null;
};
/** Returns each person's notifications, including queued ones. */
const told = async (who: string) => {
  const rows = await guides.fixture.db.sql`
    select wording, params from public.notifications where user_id = ${who}
    union all select payload ->> 'wording', payload -> 'params' from private.outbox
     where kind = 'notification' and recipient = ${who} and payload ->> 'wording' = 'another_guide'`;
  return said(rows)
    .map(({ title }) => title)
    .sort();
};

describe('a guide who declines one date', () => {
  test('passes it to the next guide, and both, the guests and the desk are notified, while other dates stay', async () => {
    await decline(guide);
    expect(await leader(booking)).toBe(guides.second);
    expect(await leader(next)).toBe(guide);
    expect(await told(guides.second)).toEqual(["You're now the guide"]);
    expect(await told(tourist)).toEqual(['Your trip has a new guide']);
    expect(await told(guides.fixture.staff)).toEqual(['A guide has declined a date']);
    expect(await leader(await guides.book(guides.tourists[1] ?? '', { service_date: date }))).toBe(guides.second);
    const [trail] = await guides.fixture.db
      .sql`select actor_id, detail from public.audit_log where action = 'decline_date'`;
    expect(trail).toMatchObject({ actor_id: guide, detail: { date, declined: true, leads: guides.second } });
  });

  test('can accept it again', async () => {
    await decline(guide);
    await decline(guide, false);
    expect(await leader(booking)).toBe(guide);
    // The first notification was still unread, so the second replaces it.
    expect(await told(guides.second)).toEqual(["You're no longer the guide"]);
    const [slot] = (await guides.call(guide, 'guide_timeslots')) as { declined_dates: Date[]; time_zone: string }[];
    expect(slot).toMatchObject({ declined_dates: [], time_zone: 'America/Guatemala' });
  });

  test('is stopped after repeated changes before guests get a fifth notification that day, without counting ineffective ones', async () => {
    const told = async () => {
      const [row] = await guides.fixture.db.sql`
        select count(*)::int as n from private.outbox where recipient = ${tourist} and payload ->> 'wording' = 'another_guide'`;
      return row?.n as number;
    };
    for (const declined of [true, true, false, false, true, false]) await decline(guide, declined);
    const before = await told();
    await expect(decline(guide)).rejects.toMatchObject({ status: 429, code: 'rate_limited_day' });
    expect(await told()).toBe(before);
    expect(await leader(booking)).toBe(guide);
    // Another date of the slot can be declined all the same.
    await decline(guide, true, daysFromNow(8));
    expect(await leader(next)).toBe(guides.second);
  });

  test('is limited in answering for many dates at once', async () => {
    await guides.fixture.db.sql`update private.limits set value = 2 where name = 'guide_date.minute'`;
    for (const days of [10, 11]) await decline(guide, true, daysFromNow(days));
    await expect(decline(guide, true, daysFromNow(12))).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await guides.fixture.db.sql`update private.limits set value = 2 where name = 'guide_date.hour'`;
    await expect(decline(guide, true, daysFromNow(12))).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited_hour',
    });
  });

  test('causes no notification to guests whose guide stays the same, and none twice', async () => {
    await decline(guides.second);
    await decline(guides.second);
    expect(await leader(booking)).toBe(guide);
    for (const who of [guide, tourist, guides.fixture.staff]) expect(await told(who)).toEqual([]);
  });

  test('leaves it without a guide if they were the last, and only the desk is notified who declined', async () => {
    await decline(guides.second);
    await decline(guide);
    expect(await leader(booking)).toBeNull();
    expect(await told(tourist)).toEqual([]);
    const [row] = said(
      await guides.fixture.db
        .sql`select wording, params from public.notifications where user_id = ${guides.fixture.staff}`,
    );
    const [name] = await guides.fixture.db.sql`select full_name from public.profiles where id = ${guide}`;
    expect(row?.title).toBe('No guide left');
    expect(row?.message).toContain(`1 upcoming booking. ${name?.full_name} declined it`);
  });

  test('keeps the declined date when the weekly answer or the ranking changes', async () => {
    await decline(guide);
    const { sql } = guides.fixture.db;
    await sql`update public.experience_guide_rankings set rank = rank + 10 where experience_id = ${guides.fixture.experience}`;
    expect(await leader(booking)).toBe(guides.second);
    expect(await leader(next)).toBe(guide);
  });
});

test("refuses to decline another guide's slot, a date without a departure, and one that has begun", async () => {
  const stranger = await guides.person(['tour_guide', 'lago']);
  await expect(decline(stranger)).rejects.toMatchObject({ status: 404, code: 'slot_not_found' });
  for (const who of [tourist, guides.fixture.staff])
    await expect(decline(who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  await expect(decline(guide, true, daysFromNow(-1))).rejects.toMatchObject({ code: 'departure_begun' });
  await expect(decline(guide, true, daysFromNow(800))).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await leader(booking)).toBe(guide);
});
