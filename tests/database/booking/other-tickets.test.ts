import { describe, expect, test } from 'vitest';
import { booking, checkIn, dockForEachTest, guide, guides, ticket } from './support/dock.ts';
import { createUsers, grantRole, startsIn } from './support/fixture.ts';

// Tests a ticket shown at the dock that belongs to another departure or another operator's trip
// (docs/rules/dock.md, Check-in).

dockForEachTest();

describe('a ticket of another departure', () => {
  const doubt = async (hours: number) => {
    await startsIn(guides.fixture, booking, hours);
    return (await ticket(guide)).doubt;
  };

  test('shows its time and its guide', async () => {
    expect(await doubt(0.5)).toBeNull();
    expect(await doubt(-0.5)).toBeNull();
    expect(await doubt(2.5)).not.toBeNull();
    expect(await doubt(24)).toBe('day');
    expect(await doubt(-24)).toBe('day');
    expect(await ticket(guide)).toMatchObject({ led_by: expect.stringMatching(/^Person /) });
  });

  test("counts as tonight's if it left just before midnight", async () => {
    const { sql } = guides.fixture.db;
    // Returns a time zone in which it is now between midnight and one o'clock.
    const hour = new Date().getUTCHours();
    await sql`update public.territories set time_zone = ${hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`} where id = 'rio'`;
    const yesterdayAt = async (time: string) => {
      await sql`update public.bookings set start_time = ${time}, booking_date = (now() at time zone
        (select time_zone from public.territories where id = 'rio'))::date - 1 where id = ${booking}`;
      return (await ticket(guide)).doubt;
    };
    expect(await yesterdayAt('23:30')).toBeNull();
    expect(await yesterdayAt('21:30')).toBe('day');
  });

  test('is in doubt while another departure of the guide is closer', async () => {
    const [, other = ''] = guides.tourists;
    const now = await guides.book(other, { service_date: guides.fixture.date });
    const at = (id: string, minutes: number) => startsIn(guides.fixture, id, minutes / 60);
    await at(now, 5);
    await at(booking, 60);
    // Control: they are on one departure.
    expect((await ticket(guide)).doubt).toBeNull();
    await guides.fixture.db
      .sql`insert into public.departures (service_id, kind, service_date, capacity, territory_id, slot_id)
      select service_id, kind, service_date + 30, capacity, territory_id, slot_id from public.departures limit 1`;
    await guides.fixture.db.sql`update public.bookings set departure_id =
      (select d.id from public.departures d order by service_date desc limit 1) where id = ${now}`;
    expect((await ticket(guide)).doubt).toMatch(/departure|day/);
    await at(booking, 2);
    expect((await ticket(guide)).doubt).toBeNull();
  });
});

describe('a ticket of another operator’s trip', () => {
  test("shows trip, time and guide, but no guest's name, to a guide of the territory who was shown it", async () => {
    const answer = await ticket(guides.second);
    expect(answer).toMatchObject({ hint: 'check_in_not_assigned' });
    const told = JSON.parse(answer.details as string);
    expect(Object.keys(told).sort()).toEqual(['led_by', 'service_date', 'start_time', 'time_zone', 'title', 'titles']);
    expect(told).toMatchObject({ title: 'Castle & hot waterfall', led_by: expect.stringMatching(/^Person /) });
  });

  test('reveals nothing to a guide of another territory, without the code, or from the list', async () => {
    const away = await guides.person(['tour_guide', 'lago']);
    expect(await ticket(away)).toMatchObject({ hint: 'check_in_not_assigned', details: null });
    expect(await ticket(guides.second, 'f'.repeat(32))).toMatchObject({ hint: 'invalid_check_in_code', details: null });
    await expect(checkIn(guides.second)).rejects.not.toMatchObject({ message: expect.stringContaining('Castle') });
  });

  test('reveals nothing to a driver of the territory, who only sees their own days', async () => {
    const [driver = ''] = await createUsers(guides.fixture.db.sql, 1);
    await grantRole(guides.fixture.db.sql, driver, 'shuttle_driver', 'rio');
    expect(await ticket(driver)).toMatchObject({ hint: 'check_in_forbidden', details: null });
  });
});
