import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createHold, createUsers, daysFromNow, holdRequest, rideOf, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

// Tests docs/rules/catalogue.md, Searching transport and Home.

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;
const VISITOR = { role: 'anon' } as const;

interface Journey {
  departs: string | null;
  arrives: string | null;
  days_later: number;
  minutes: number;
  seats: number;
  offer: 'shared' | 'private' | null;
  total: number | null;
  legs: { transport_id: string; title: string }[];
}
interface Answer {
  date: string;
  days: { date: string; journeys: number; price: number | null }[];
  journeys: Journey[];
}

async function search(
  {
    from = 'rio',
    to = null,
    date = context.fixture.date,
    people = 1,
  }: Partial<Record<'from' | 'to' | 'date', string | null>> & { people?: number } = {},
  who: Parameters<typeof rpcFor>[1] = VISITOR,
): Promise<Answer> {
  const asked = { p_from: from, p_to: to, p_date: date, p_people: people };
  return (await rpcFor(context.fixture.db, who)('search_transport', asked)) as Answer;
}
const titles = ({ journeys }: Answer) => journeys.map(({ legs }) => legs[0]?.title);

async function add(title: string, columns: Record<string, string | number | boolean | null> = {}): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`insert into public.territory_transports ${sql()({
    territory_id: 'rio',
    transport_type_id: 'boat',
    title,
    description: 'A way',
    shared_price: 90,
    pickup_location: 'Dock',
    departure_time: '06:30',
    duration_hours: 1.8,
    max_spots: 6,
    available_spots: 6,
    ...columns,
  })} returning id`;
  return row?.id ?? '';
}

describe('a search for transport from a place to a place on a day', () => {
  test('finds departures from a territory or dock to a territory or town, by time', async () => {
    await add('Lancha to the lake', { destination: 'San Pedro', destination_territory_id: 'lago' });
    await add('Back again', {
      territory_id: 'lago',
      pickup_location: 'San Pedro dock',
      destination_territory_id: 'rio',
    });
    await add('Any hour', { transport_type_id: 'car', departure_time: null, destination: 'San Pedro' });
    expect(titles(await search())).toEqual(['Lancha to the lake', 'Shuttle to Flores', 'Any hour']);
    expect(titles(await search({ to: 'lago' }))).toEqual(['Lancha to the lake']);
    expect(titles(await search({ to: 'San Pedro' }))).toEqual(['Lancha to the lake', 'Any hour']);
    expect(titles(await search({ from: 'San Pedro dock' }))).toEqual(['Back again']);
    expect(titles(await search({ from: 'lago', to: 'rio' }))).toEqual(['Back again']);
    expect(titles(await search({ from: 'lago', to: 'San Pedro' }))).toEqual([]);
    expect((await search({ to: 'lago' })).journeys[0]).toMatchObject({
      departs: '06:30:00',
      arrives: '08:18:00',
      minutes: 108,
    });
  });

  test('does not find a service in another territory with a similarly named place', async () => {
    await add('Back again', { territory_id: 'lago', pickup_location: 'rio', destination: 'rio' });
    expect(titles(await search({ from: 'rio' }))).toEqual(['Shuttle to Flores']);
    expect(titles(await search({ from: 'lago' }))).toEqual(['Back again']);
    expect(titles(await search({ from: 'lago', to: 'rio' }))).toEqual([]);
  });

  test('returns the arrival in the time zone of the destination, even a night later', async () => {
    await sql()`update public.territories set time_zone = 'Europe/Madrid' where id = 'lago'`;
    await add('Far', { destination_territory_id: 'lago', departure_time: '20:00', duration_hours: 10 });
    expect((await search({ to: 'lago', date: `${new Date().getUTCFullYear() + 1}-01-15` })).journeys).toMatchObject([
      { departs: '20:00:00', arrives: '13:00:00', days_later: 1, minutes: 600 },
    ]);
  });

  test('never returns hidden or archived services or those of a hidden territory, even to its staff', async () => {
    await add('Hidden', { visible: false, departure_time: '05:00' });
    const archived = await add('Archived', { departure_time: '05:30' });
    await sql()`update public.territory_transports set archived_at = now() where id = ${archived}`;
    for (const who of [VISITOR, signedIn(context.fixture.staff), signedIn(context.fixture.shuttle)])
      expect(titles(await search({}, who))).toEqual(['Shuttle to Flores']);
    await sql()`update public.territories set visible = false where id = 'rio'`;
    expect(titles(await search({}, signedIn(context.fixture.staff)))).toEqual([]);
  });

  test('returns a price for the party, shared if possible, otherwise for the vehicle', async () => {
    const of = async (people: number) => (await search({ people })).journeys[0];
    expect(await of(3)).toMatchObject({ seats: 10, offer: 'shared', total: 360 });
    await sql()`update public.territory_transports set max_spots = 4, available_spots = 4 where id = ${context.fixture.transport}`;
    expect(await of(4)).toMatchObject({ offer: 'shared', total: 480 });
    await sql()`update public.territory_transports set booking_type = 'private' where id = ${context.fixture.transport}`;
    expect(await of(4)).toMatchObject({ offer: 'private', total: 800 });
    expect(await of(5)).toMatchObject({ offer: null, total: null });
  });

  test('reports services without seats, and which days have some', async () => {
    const [other = ''] = await createUsers(sql(), 1);
    await createHold(
      context.fixture,
      other,
      holdRequest(context.fixture, { ...rideOf(context.fixture), booking_type: 'private' }),
    );
    const full = await search();
    expect(full.journeys).toMatchObject([{ offer: null, seats: 0 }]);
    // Seats count as free for the person who holds them.
    expect((await search({}, signedIn(other))).journeys).toMatchObject([{ offer: 'shared' }]);
    const days = Object.fromEntries(full.days.map(({ date, journeys, price }) => [date, [journeys, price]]));
    expect(full.days).toHaveLength(14);
    expect(days[daysFromNow(6)]).toEqual([1, 120]);
    expect(days[daysFromNow(7)]).toEqual([0, null]);
  });

  test('excludes what has left today or is closed, and replaces a past day by today', async () => {
    const { transport, date } = context.fixture;
    await sql()`update public.territory_transports set departure_time = '00:00' where id = ${transport}`;
    const today = await search({ date: daysFromNow(-3) });
    expect(today.date).toBe(daysFromNow(0));
    expect(today.days[0]).toMatchObject({ date: daysFromNow(0), journeys: 0 });
    expect(titles(today)).toEqual([]);
    await sql()`insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity, closed)
      values (${transport}, ${transport}, 'transport', 'rio', ${date}, 10, true)`;
    expect(titles(await search())).toEqual([]);
    expect(titles(await search({ date: daysFromNow(8) }))).toEqual(['Shuttle to Flores']);
  });

  test('refuses an invalid day', async () => {
    for (const date of [null, '2999-01-01']) await expect(search({ date })).rejects.toMatchObject({ status: 400 });
  });
});

describe("a search for a territory's experiences on a day", () => {
  const on = (people: number, date = context.fixture.date) =>
    rpcFor(context.fixture.db, VISITOR)('experiences_on', { p_territory_id: 'rio', p_date: date, p_people: people });

  test('finds those with seats for the party, shared or otherwise private', async () => {
    expect(await on(2)).toMatchObject([{ first_time: '09:00:00', times: 1, seats: 4, offer: 'shared' }]);
    expect(await on(5)).toEqual([]);
    await createHold(context.fixture, context.user, holdRequest(context.fixture, { num_people: 3 }));
    expect(await on(1)).toMatchObject([{ seats: 1 }]);
    expect(await on(2)).toEqual([]);
  });

  test('excludes hidden ones and those that have left', async () => {
    await sql()`update public.experiences set visible = false`;
    expect(await on(1)).toEqual([]);
    await sql()`update public.experiences set visible = true`;
    await sql()`update public.experience_timeslots set start_time = '00:00'`;
    expect(await on(1, daysFromNow(0))).toEqual([]);
  });
});
