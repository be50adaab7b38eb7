import { expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { refusal } from '../booking/support/fixture.ts';
import { call, type Json } from './support.ts';

const context = contextForEachTest({ seats: 8 });

test("a region's team reads the departures and all guests of its experiences, others don't", async () => {
  const { fixture } = context;
  await context.bookCash({ num_people: 2 });
  const days = (who: string, p_territory_id = 'rio') =>
    call(fixture, who, 'day_departures', {
      p_role: 'territory_staff',
      p_territory_id,
      p_from: fixture.date,
      p_to: fixture.date,
      p_slot_id: fixture.slot,
    });
  const guests = (who: string, p_team: boolean) =>
    call(fixture, who, 'departure_passengers', { p_slot_id: fixture.slot, p_date: fixture.date, p_team });
  for (const who of [fixture.staff, fixture.manager]) {
    expect(await days(who)).toMatchObject([
      { kind: 'experience', people: 2, arrived: 0, unpaid: 1, to_collect: '351.00' },
    ]);
    expect(await guests(who, true)).toMatchObject([{ num_people: 2, to_pay: '351.00', email: null }]);
    expect((await refusal(days(who, 'lago'))).code).toBe('forbidden');
  }
  for (const who of [fixture.guide, fixture.shuttle, context.user])
    expect((await refusal(days(who))).code).toBe('forbidden');
  for (const who of [fixture.shuttle, context.user])
    expect((await refusal(guests(who, true))).code).toBe('departure_not_found');
  // A guide who asks as the team still sees only the guests that they lead.
  expect(await guests(fixture.guide, true)).toHaveLength(1);
  await fixture.db.sql`update public.bookings set guide_id = null`;
  expect(await guests(fixture.guide, true)).toEqual([]);
  expect(await guests(fixture.staff, true)).toHaveLength(1);
});

test("a departure's heading in the list of bookings has the cash to collect", async () => {
  const { fixture } = context;
  await context.bookCash({ num_people: 2 });
  const rows = (await call(fixture, fixture.staff, 'territory_bookings', {
    p_territory_id: 'rio',
    p_order: 'soonest',
  })) as unknown as { departure: Json }[];
  expect(rows[0]?.departure).toMatchObject({ people: 2, arrived: 0, to_collect: 351, currency_symbol: 'Q' });
});
