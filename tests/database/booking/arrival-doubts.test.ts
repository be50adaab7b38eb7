import { afterAll, beforeAll, expect, test } from 'vitest';
import { doubtScenes, type ShownDeparture, startOf, zoneAt } from '../../support/arrival-doubts.ts';
import { Guides } from './support/guides.ts';

// A ticket at the dock may belong to another departure. The same scenes are tested for the phone in
// src/features/dock/offline/decide.test.ts.

const guides = new Guides();
let ticket: string;
let other: string;
let departures: { own: string; other: string };
let castle: string;

beforeAll(async () => {
  await guides.begin();
  const { sql } = guides.fixture.db;
  ticket = await guides.book(guides.tourists[0] ?? '');
  other = await guides.book(guides.tourists[1] ?? '');
  const own = await guides.departureOf(ticket);
  const [nearer] =
    await sql`insert into public.departures (service_id, kind, service_date, capacity, territory_id, slot_id)
    select service_id, kind, service_date + 30, capacity, territory_id, slot_id from public.departures where id = ${own} returning id`;
  departures = { own, other: nearer?.id as string };
  const [made] = await sql`insert into public.experiences
      (territory_id, guide_id, title, description, duration, booking_type, shared_price, max_spots, available_spots)
    select territory_id, guide_id, 'Castle', description, duration, 'shared', shared_price, max_spots, available_spots
      from public.experiences where id = ${guides.fixture.experience} returning id`;
  castle = made?.id as string;
});
afterAll(() => guides.fixture.db.drop());

test.each(doubtScenes)('$name', async ({ ticket: shown, hour = 12, other: besides, doubt }) => {
  const { sql } = guides.fixture.db;
  const now = new Date();
  const zone = zoneAt(hour, now);
  const leaves = (departure: ShownDeparture) => {
    const { date, time } = startOf(departure, now, zone);
    return { booking_date: date, start_time: time };
  };
  const guideIds = { same: guides.fixture.guide, another: guides.second, none: null };
  await sql`update public.territories set time_zone = ${zone}`;
  await sql`update public.bookings set ${sql({
    ...leaves(shown),
    guide_id: besides?.guide === 'none' ? null : guides.fixture.guide,
  })} where id = ${ticket}`;
  await sql`update public.bookings set ${sql({
    // If nothing else is booked, it is for another day.
    ...leaves(besides ?? { leavesIn: 10 * 24 * 60 }),
    departure_id: besides?.ownDeparture ? departures.own : departures.other,
    service_id: besides?.service === 'another' ? castle : guides.fixture.experience,
    guide_id: besides ? guideIds[besides.guide] : null,
    territory_id: besides?.territory ? 'lago' : 'rio',
    status: besides?.status ?? 'ordered',
  })} where id = ${other}`;
  const [row] = await sql`select private.arrival_doubt(private.booking(${ticket})) as doubt`;
  expect(row?.doubt).toBe(doubt);
});
