import type { Calendar } from './calendar.ts';
import { people } from './content/people.ts';
import { type Tag, tagsInSpanish } from './content/tags.ts';
import { territories } from './content/territories.ts';
import type { Experience, Price, Territory, Transport } from './content/types.ts';
import { required, uuidOf } from './ids.ts';
import { listingTexts, rewrite } from './listing-texts.ts';
import { sceneUrl } from './media.ts';
import { userId } from './people.ts';
import { insertRows, type Row, type Sql } from './rows.ts';

export const experienceId = (territory: string, key: string) => uuidOf(`experience/${territory}/${key}`);
export const transportId = (territory: string, key: string) => uuidOf(`transport/${territory}/${key}`);
/** `start` is null for a car, which leaves on request. */
export const slotId = (service: string, start: string | null) => uuidOf(`timeslot/${service}/${start ?? 'called'}`);
const tagId = (territory: string, name: string) => uuidOf(`tag/${territory}/${name}`);
const pickupId = (territory: string, name: string) =>
  `pu_${uuidOf(`pickup/${territory}/${name}`).replaceAll('-', '').slice(0, 7)}`;

const OPENED_DAYS_AGO = 300;

const TERRITORY = { name: 'name', summary: 'summary', description: 'description', meeting: 'meeting_point' };
const EXPERIENCE = { title: 'title', description: 'description', meeting: 'meeting_point', bring: 'what_to_bring' };
const PICKUP = { name: 'name', directions: 'directions' };
const TAG = { name: 'name' };
const TRANSPORT = { title: 'title', description: 'description', destination: 'destination' };

const tagTexts = (name: Tag) => ({ name, es: { name: tagsInSpanish[name] } });

const placeOf = ({ name, directions }: { name: string; directions?: string | null }) =>
  `${name}. ${directions ?? ''}`.trim();

/** Sets the meeting place to where most trips leave. */
function withMeetingPoint(t: Territory) {
  const [place] = t.pickups;
  if (!place) return t;
  return { ...t, meeting: placeOf(place), es: { ...t.es, ...(place.es && { meeting: placeOf(place.es) }) } };
}

/** Inserts only the territories, because profiles refer to them and so they come before people. */
export async function seedTerritories(sql: Sql, calendar: Calendar): Promise<void> {
  const rows = territories.map((t) => ({
    id: t.id,
    ...listingTexts(withMeetingPoint(t), TERRITORY),
    featured: t.featured ?? false,
    image_urls: t.scenes.map((scene) => sceneUrl(scene)),
    created_at: calendar.ago(24 * OPENED_DAYS_AGO),
  }));
  await insertRows(sql, 'public.territories', rows);
}

const prices = ({ type, shared, private: whole }: Price) => ({
  booking_type: type,
  shared_price: shared ?? null,
  private_price: whole ?? null,
});

function experienceRow(territory: Territory, e: Experience, calendar: Calendar): Row {
  return {
    id: experienceId(territory.id, e.key),
    kind: 'experience',
    territory_id: territory.id,
    guide_id: e.guide === undefined ? null : userId(e.guide),
    what_to_bring: null,
    ...listingTexts(e, EXPERIENCE),
    image_urls: e.scenes.map((scene) => sceneUrl(scene)),
    duration_hours: e.duration,
    ...prices(e),
    min_spots: e.spots[0],
    max_spots: e.spots[1],
    available_spots: e.available ?? e.spots[1],
    min_private_guests: e.group?.[0] ?? null,
    max_private_guests: e.group?.[1] ?? null,
    passport_required: e.passport ?? false,
    cash_allowed: e.cash ?? false,
    cancellation_policy: e.policy ?? 'moderate',
    meeting_point_link: e.map,
    featured: e.featured !== undefined,
    featured_order: e.featured ?? null,
    visible: !e.hidden,
    created_at: calendar.ago(24 * (OPENED_DAYS_AGO - 10)),
  };
}

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const slotRows = (territory: Territory, e: Experience): Row[] =>
  e.slots.map((slot) => ({
    id: slotId(experienceId(territory.id, e.key), slot.start),
    service_id: experienceId(territory.id, e.key),
    kind: 'experience',
    start_time: slot.start,
    end_time: slot.end,
    days_of_week: slot.days ?? EVERY_DAY,
    max_spots: e.spots[1],
    available_spots: e.available ?? e.spots[1],
  }));

const guidesOf = (e: Experience) => (e.guide === undefined ? [] : [e.guide, ...(e.standIns ?? [])]);

function transportRow(territory: Territory, t: Transport, calendar: Calendar): Row {
  return {
    id: transportId(territory.id, t.key),
    kind: 'transport',
    territory_id: territory.id,
    transport_type_id: t.kind,
    ...listingTexts(t, TRANSPORT),
    image_urls: t.scenes.map((scene) => sceneUrl(scene)),
    ...prices(t),
    min_spots: t.spots[0],
    max_spots: t.spots[1],
    available_spots: t.available ?? t.spots[1],
    min_private_guests: t.group?.[0] ?? 1,
    max_private_guests: t.group?.[1] ?? t.spots[1],
    pickup_location: t.pickup,
    pickup_location_id: pickupId(
      territory.id,
      required(
        territory.pickups.find(({ name }) => name === t.pickup),
        `the pickup ${t.pickup} of ${territory.id}`,
      ).name,
    ),
    destination_territory_id: t.destinationTerritory ?? null,
    duration_hours: t.hours ?? null,
    passport_required: t.passport ?? false,
    cancellation_policy: t.policy ?? 'moderate',
    visible: !t.hidden,
    created_at: calendar.ago(24 * (OPENED_DAYS_AGO - 10)),
  };
}

const departureRow = (territory: Territory, t: Transport): Row => ({
  id: slotId(transportId(territory.id, t.key), t.departs ?? null),
  service_id: transportId(territory.id, t.key),
  kind: 'transport',
  start_time: t.departs ?? null,
  days_of_week: EVERY_DAY,
  max_spots: t.spots[1],
  available_spots: t.available ?? t.spots[1],
});

/** The drivers of Río Dulce's services and their days. */
const SCHEDULES = [
  // The demo's driver has a run every day.
  {
    driver: 'driver',
    transport: 'shuttle-flores',
    days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  },
  { driver: 'sergio.ba', transport: 'shuttle-flores', days: ['friday', 'saturday'] },
  { driver: 'sergio.ba', transport: 'shuttle-antigua', days: ['tuesday', 'thursday'] },
  {
    driver: 'elvin.chub',
    transport: 'lancha-livingston',
    days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  },
];

const departsAt = (key: string) =>
  territories.find(({ id }) => id === 'rio-dulce')?.transports.find((t) => t.key === key)?.departs ?? null;

async function seedDrivers(sql: Sql): Promise<void> {
  const drivers = people.filter((person) => person.roles?.includes('shuttle_driver'));
  const assignments = drivers.map(({ key, territory }) => ({ driver_id: userId(key), territory_id: territory }));
  await insertRows(sql, 'public.shuttle_drivers', assignments);
  const schedules = SCHEDULES.flatMap(({ driver, transport, days }) =>
    days.map((day) => ({
      driver_id: userId(driver),
      slot_id: slotId(transportId('rio-dulce', transport), departsAt(transport)),
      day_of_week: day,
    })),
  );
  await insertRows(sql, 'public.driver_schedules', schedules);
}

async function seedExperiences(sql: Sql, calendar: Calendar): Promise<void> {
  const all = territories.flatMap((territory) => territory.experiences.map((e) => ({ territory, e })));
  await insertRows(
    sql,
    'public.services',
    all.map(({ territory, e }) => experienceRow(territory, e, calendar)),
  );
  for (const { territory, e } of all)
    await rewrite(sql, 'public.services', experienceId(territory.id, e.key), e, EXPERIENCE);
  await insertRows(
    sql,
    'public.slots',
    all.flatMap(({ territory, e }) => slotRows(territory, e)),
  );
  const tags = all.flatMap(({ territory, e }) =>
    e.tags.map((tag) => ({ experience_id: experienceId(territory.id, e.key), tag_id: tagId(territory.id, tag) })),
  );
  await insertRows(sql, 'public.experience_tags', tags);
  const rankings = all.flatMap(({ territory, e }) =>
    guidesOf(e).map((guide, index) => ({
      experience_id: experienceId(territory.id, e.key),
      guide_id: userId(guide),
      rank: index + 1,
    })),
  );
  await insertRows(sql, 'public.experience_guide_rankings', rankings);
  const responses = all.flatMap(({ territory, e }) =>
    slotRows(territory, e)
      .filter(() => e.guide !== undefined)
      .map(({ id }) => ({ guide_id: userId(e.guide ?? ''), slot_id: id, response: 'accepted' })),
  );
  await insertRows(sql, 'public.guide_timeslot_responses', responses);
}

/** Inserts all services and their descriptions. */
export async function seedCatalogue(sql: Sql, calendar: Calendar): Promise<void> {
  const tags = territories.flatMap((t) =>
    t.tags.map((name) => ({
      id: tagId(t.id, name),
      territory_id: t.id,
      ...listingTexts(tagTexts(name), TAG),
    })),
  );
  await insertRows(sql, 'public.territory_tags', tags);
  const pickups = territories.flatMap((t) =>
    t.pickups.map((pickup) => ({
      id: pickupId(t.id, pickup.name),
      territory_id: t.id,
      ...listingTexts(pickup, PICKUP),
      map_link: pickup.map,
    })),
  );
  await insertRows(sql, 'public.pickup_locations', pickups);
  await seedExperiences(sql, calendar);
  const transports = territories.flatMap((t) => t.transports.map((transport) => transportRow(t, transport, calendar)));
  await insertRows(sql, 'public.services', transports);
  for (const territory of territories)
    for (const t of territory.transports)
      await rewrite(sql, 'public.services', transportId(territory.id, t.key), t, TRANSPORT);
  const departures = territories.flatMap((territory) => territory.transports.map((t) => departureRow(territory, t)));
  await insertRows(sql, 'public.slots', departures);
  await seedDrivers(sql);
}
