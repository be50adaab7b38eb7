import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

describe('my activity and my data', () => {
  sharedFixture();

  it('counts the facts of a tourist, and has no part for roles that they do not hold', async () => {
    const [counted] = await fixture.look<{ bookings: number; reviews: number; territories: number }>(`select
      (select count(*)::int from public.bookings where tourist_id = '${userId.tourist}' and status not in ('cancelled', 'refunded')) as bookings,
      (select count(*)::int from public.reviews where author_id = '${userId.tourist}') as reviews,
      (select count(distinct territory_id)::int from public.bookings
        where tourist_id = '${userId.tourist}' and check_in_status = 'checked_in') as territories`);
    expect(counted?.bookings).toBeGreaterThan(0);
    expect(await fixture.ask('tourist', 'select public.my_activity()')).toEqual({
      tourist: { bookings: counted?.bookings, reviews: counted?.reviews, territories_visited: counted?.territories },
      guide: null,
      manager: null,
      partner: null,
    });
  });

  it('excludes a cancelled booking, and counts a territory once the guest was checked in there', async () => {
    await fixture.sql`update public.bookings set check_in_status = 'pending' where kind = 'transport'`;
    const before = await fixture.ask<{ tourist: { bookings: number } }>('tourist', 'select public.my_activity()');
    await fixture.sql`update public.bookings set check_in_status = 'checked_in' where id = ${id.booking}`;
    const visited = await fixture.ask('tourist', 'select public.my_activity()');
    expect(visited).toMatchObject({ tourist: { bookings: before.tourist.bookings, territories_visited: 1 } });
    await fixture.sql`update public.bookings set status = 'cancelled', check_in_status = 'pending' where id = ${id.booking}`;
    expect(await fixture.ask('tourist', 'select public.my_activity()')).toMatchObject({
      tourist: { bookings: before.tourist.bookings - 1, territories_visited: 0 },
    });
  });

  it("remembers only the caller's last booking, and the hotel in its territory and for its time", async () => {
    await fixture.sql`update public.bookings set (whatsapp_number, country, speaks_spanish, hotel_name, created_at, booking_date, territory_id) =
      ('+491701234567', 'DE', true, 'Hotel Backpackers', now() + interval '1 day', current_date - 3, 'rio') where id = ${id.booking}`;
    const details = (where: string, who: 'tourist' | 'guide' = 'tourist') =>
      fixture.ask(who, `select public.my_booking_details('${where}')`);
    const known = { whatsapp_number: '+491701234567', country: 'DE', speaks_spanish: true };
    expect(await details('rio')).toEqual({ ...known, hotel_name: 'Hotel Backpackers' });
    expect(await details('lago')).toEqual({ ...known, hotel_name: null });
    expect(await details('rio', 'guide')).toBeNull();
    await fixture.sql`update public.bookings set booking_date = current_date - 20 where id = ${id.booking}`;
    expect(await details('rio')).toEqual({ ...known, hotel_name: null });
    // A booking's details aren't part of the profile.
    expect(
      await fixture.ask('tourist', `select to_jsonb(country) from public.profiles where id = '${userId.tourist}'`),
    ).not.toBe('DE');
  });

  it('shows a guide, a manager and a partner their own territory and their own people', async () => {
    expect(await fixture.ask('guide', 'select public.my_activity()')).toMatchObject({
      guide: { experiences: expect.any(Number), bookings: expect.any(Number) },
      manager: null,
    });
    const [rio] = await fixture.look<{
      name: string;
      n: number;
    }>(`select t.name, (select count(*)::int from public.experiences e
      where e.territory_id = t.id and e.archived_at is null) as n from public.territories t where t.id = 'rio'`);
    for (const who of ['manager', 'staff'] as const) {
      expect(await fixture.ask(who, 'select public.my_activity()')).toMatchObject({
        manager: { territories: [{ name: rio?.name }], experiences: rio?.n },
      });
    }
    expect(await fixture.ask('partner', 'select public.my_activity()')).toMatchObject({
      partner: { referrals: expect.any(Number), commissions: expect.any(Array) },
    });
  });

  it("gives a person all of their data and nobody else's", async () => {
    const data = await fixture.ask<Record<string, Record<string, unknown>[]>>('tourist', 'select public.my_data()');
    expect(data.profile).toHaveLength(1);
    expect(data.profile?.[0]).toMatchObject({ id: userId.tourist });
    expect(data.bookings?.map((booking) => booking.tourist_id)).toEqual(data.bookings?.map(() => userId.tourist));
    expect(data.bookings?.length).toBeGreaterThan(0);
    expect(data.roles?.map((role) => role.role)).toContain('tourist');
    expect(data.bookings?.[0]).not.toHaveProperty('partner_id');
    const strangers = JSON.stringify(await fixture.ask('otherTourist', 'select public.my_data()'));
    expect(strangers).not.toContain(id.booking);
  });
});
