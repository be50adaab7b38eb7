import { describe, expect, test } from 'vitest';
import { daysFromNow, grantRole, refusal, signedIn, startsIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

const guides = guidesForEachTest();
const NUMBER = '+50255123480';

const save = (who: string, p_number: string | null) => guides.call(who, 'save_guide_number', { p_number });
const own = (who: string) => guides.call(who, 'my_guide_number');
const read = (who: string, ...p_booking_ids: string[]) => guides.call(who, 'guide_numbers', { p_booking_ids });
const only = (booking: string, whatsapp_number = NUMBER) => [{ booking_id: booking, whatsapp_number }];

/** Creates a booking of the first tourist with the first guide, who shows a number. */
async function booked() {
  const [tourist = ''] = guides.tourists;
  const booking = await guides.book(tourist);
  await save(guides.fixture.guide, NUMBER);
  return { tourist, booking };
}

describe("a guide's phone number", () => {
  test("can be read by guests of this guide's trips, and withdrawn by the guide", async () => {
    const { tourist, booking } = await booked();
    expect(await read(tourist, booking)).toEqual(only(booking));
    await save(guides.fixture.guide, '+491701234567');
    expect(await read(tourist, booking, booking)).toEqual(only(booking, '+491701234567'));
    expect(await own(guides.fixture.guide)).toBe('+491701234567');
    await save(guides.fixture.guide, ' ');
    expect(await read(tourist, booking)).toEqual([]);
    expect(await own(guides.fixture.guide)).toBeNull();
  });

  test('is read by nobody else: no other guest, no colleague, no manager, admin or visitor, and in no table', async () => {
    const { booking } = await booked();
    const { db, staff, manager, shuttle } = guides.fixture;
    const other = guides.tourists[1] ?? '';
    // Adds the same experience on another day, and a guest of a guide who shows no number.
    await guides.book(other, { service_date: daysFromNow(9) });
    const admin = await guides.person(['admin', null]);
    const abroad = await guides.person(['territory_manager', 'lago'], ['tour_guide', 'lago']);
    for (const who of [other, guides.second, guides.fixture.guide, staff, manager, shuttle, admin, abroad]) {
      expect(await read(who, booking)).toEqual([]);
      if (who !== guides.fixture.guide) expect(await own(who)).toBeNull();
      await expect(db.as(signedIn(who), (sql) => sql`select * from private.guide_numbers`)).rejects.toThrow(
        /permission/,
      );
      const profile = await db.as(
        signedIn(who),
        (sql) => sql`select * from public.profiles where id = ${guides.fixture.guide}`,
      );
      expect(JSON.stringify(profile)).not.toContain('55123480');
    }
    await expect(
      db.as({ role: 'anon' }, (sql) => sql`select * from public.guide_numbers(array[${booking}]::uuid[])`),
    ).rejects.toThrow(/permission/);
    const log = await db.sql`select territory_id, detail from public.audit_log where action = 'guide_number'`;
    expect(log.map((entry) => ({ ...entry }))).toEqual([{ territory_id: null, detail: { shown: true } }]);
  });

  test('changes with the leading guide, and is shown only while they are a guide of that territory', async () => {
    const { tourist, booking } = await booked();
    await guides.answer(guides.fixture.guide, 'declined');
    expect(await guides.guideOf(booking)).toBe(guides.second);
    expect(await read(tourist, booking)).toEqual([]);
    await save(guides.second, '+50255000000');
    expect(await read(tourist, booking)).toEqual(only(booking, '+50255000000'));
    // A booking that still has a former guide, like one that has begun.
    await grantRole(guides.fixture.db.sql, guides.second, 'tour_guide', 'lago');
    await guides.fixture.db.sql`update private.role_grants set revoked_at = now()
      where user_id = ${guides.second} and territory_id = 'rio'`;
    await guides.fixture.db.sql`update public.bookings set guide_id = ${guides.second} where id = ${booking}`;
    expect(await own(guides.second)).toBe('+50255000000');
    expect(await read(tourist, booking)).toEqual([]);
  });

  test('can be read while the booking is active, and until twelve hours after the trip', async () => {
    const { tourist, booking } = await booked();
    const { sql } = guides.fixture.db;
    // The experience takes four hours.
    await startsIn(guides.fixture, booking, -15);
    expect(await read(tourist, booking)).toEqual(only(booking));
    await startsIn(guides.fixture, booking, -17);
    expect(await read(tourist, booking)).toEqual([]);
    await sql`update public.bookings set booking_date = ${daysFromNow(-2)}, start_time = null where id = ${booking}`;
    expect(await read(tourist, booking)).toEqual([]);
    await sql`update public.bookings set booking_date = ${daysFromNow(0)} where id = ${booking}`;
    expect(await read(tourist, booking)).toEqual(only(booking));
    await guides.call(tourist, 'cancel_booking', { p_booking_id: booking });
    expect(await read(tourist, booking)).toEqual([]);
  });

  test('is deleted with the role, dropped or revoked, and does not return with it', async () => {
    const { tourist, booking } = await booked();
    await guides.call(guides.fixture.guide, 'remove_my_role', { p_role: 'tour_guide' });
    expect(await read(tourist, booking)).toEqual([]);
    expect(await own(guides.fixture.guide)).toBeNull();
    await guides.call(guides.fixture.guide, 'add_my_role', { p_role: 'tour_guide' });
    expect(await own(guides.fixture.guide)).toBeNull();

    await save(guides.second, NUMBER);
    const revoke = { p_user_id: guides.second, p_role: 'tour_guide', p_territory_id: 'rio' };
    await guides.call(guides.fixture.manager, 'revoke_role', revoke);
    expect(await own(guides.second)).toBeNull();
  });
});

describe("setting a guide's phone number", () => {
  test('is only possible for guides, with a country code', async () => {
    const { manager, guide } = guides.fixture;
    const [tourist = ''] = guides.tourists;
    for (const who of [tourist, manager]) expect(await refusal(save(who, NUMBER))).toMatchObject({ code: 'forbidden' });
    for (const number of ['5512 3480', '+0049170', '+502 5512 3480', 'javascript:alert(1)', `+${'1'.repeat(16)}`])
      expect(await refusal(save(guide, number))).toMatchObject({ code: 'whatsapp_invalid' });
    expect(await own(guide)).toBeNull();
  });

  test('is limited, but saving the same number is no change', async () => {
    const { guide } = guides.fixture;
    for (const n of [1, 2, 3, 4]) await save(guide, `+5025512348${n}`);
    await save(guide, '+50255123484');
    expect(await refusal(save(guide, NUMBER))).toMatchObject({ code: 'rate_limited' });
    expect(await own(guide)).toBe('+50255123484');
  });

  test('control: lets a stranger read it without its guard', async () => {
    const { booking } = await booked();
    const { sql } = guides.fixture.db;
    const [{ body } = { body: '' }] = await sql`select pg_get_functiondef('public.guide_numbers'::regproc) as body`;
    await sql.unsafe(
      (body as string)
        .replace('b.tourist_id = ( SELECT auth.uid()', '(true')
        .replace('b.tourist_id = (select auth.uid())', 'true'),
    );
    expect(await read(guides.tourists[1] ?? '', booking)).toEqual(only(booking));
  });
});
