import { id, userId } from './identities.ts';
import { ALL, NOBODY, SIGNED_IN, type TableRules } from './rules.ts';

const HOME = 'staff manager admin';
const AWAY = 'staff2 manager2 admin';
const byId = (name: string) => `id = '${name}'`;

const experience = (territory: string) =>
  `(territory_id, title, description, duration, shared_price, max_spots, available_spots, visible)
   values ('${territory}', 'New', 'd', 1, 10, 5, 5, false)`;

/** The first row of docs/rules/people.md, Rights in the database: visible for all, own territory for its staff, everything for admins. */
export const catalogueTables: TableRules = {
  'public.currencies': {
    rows: { quetzal: `code = 'GTQ'` },
    select: { quetzal: ALL },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.transport_types': {
    rows: { boat: `id = 'boat'` },
    select: { boat: ALL },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.territories': {
    rows: { home: byId('rio'), away: byId('lago'), hidden: byId('oculto') },
    select: { home: ALL, away: ALL, hidden: 'admin' },
    insert: { any: [`(id, name, description) values ('nuevo', 'Nuevo', 'd')`, 'admin'] },
    update: { set: `summary = 'x'`, rows: { home: HOME, away: AWAY, hidden: 'admin' } },
    delete: NOBODY,
  },
  'public.services': {
    rows: {
      home: byId(id.experience),
      away: byId(id.experience2),
      hidden: byId(id.hiddenExperience),
      ride: byId(id.transport),
      rideAway: byId(id.transport2),
      hiddenRide: byId(id.hiddenTransport),
    },
    select: { home: ALL, away: ALL, hidden: HOME, ride: ALL, rideAway: ALL, hiddenRide: `${HOME} shuttle` },
    insert: NOBODY,
    update: {
      set: `visible = false`,
      rows: {
        home: HOME,
        away: AWAY,
        hidden: HOME,
        ride: `${HOME} shuttle`,
        rideAway: `${AWAY} shuttle2`,
        hiddenRide: HOME,
      },
    },
    delete: { hidden: HOME, hiddenRide: HOME },
  },
  'public.experiences': {
    rows: {
      home: byId(id.experience),
      away: byId(id.experience2),
      hidden: byId(id.hiddenExperience),
      unsold: byId(id.unsoldExperience),
    },
    select: { home: ALL, away: ALL, hidden: HOME, unsold: ALL },
    insert: {
      home: [experience('rio'), NOBODY],
      away: [experience('lago'), NOBODY],
    },
    update: { set: `visible = false`, rows: { home: HOME, away: AWAY, hidden: HOME } },
    delete: { hidden: HOME, unsold: HOME },
  },
  'public.territory_tags': {
    rows: { home: byId(id.tag), away: byId(id.tag2), hidden: byId(id.hiddenTag) },
    select: { home: ALL, away: ALL, hidden: 'admin' },
    insert: {
      home: [`(territory_id, name) values ('rio', 'New')`, HOME],
      away: [`(territory_id, name) values ('lago', 'New')`, AWAY],
    },
    update: { set: `name = 'x'`, rows: { home: HOME, away: AWAY } },
    delete: { home: HOME, away: AWAY },
  },
  'public.conditions': {
    rows: { home: byId(id.condition), away: byId(id.condition2), hidden: byId(id.hiddenCondition) },
    select: { home: ALL, away: ALL, hidden: 'admin' },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.condition_services': {
    rows: { home: `condition_id = '${id.condition}'`, away: `condition_id = '${id.condition2}'` },
    select: { home: ALL, away: ALL },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.condition_changes': {
    rows: {
      home: `condition_id = '${id.condition}'`,
      away: `condition_id = '${id.condition2}'`,
      hidden: `condition_id = '${id.hiddenCondition}'`,
    },
    select: { home: ALL, away: ALL, hidden: 'admin' },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.experience_tags': {
    rows: {
      home: `experience_id = '${id.experience}'`,
      away: `experience_id = '${id.experience2}'`,
      hidden: `experience_id = '${id.hiddenExperience}'`,
    },
    select: { home: ALL, away: ALL, hidden: HOME },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.experience_timeslots': {
    rows: { home: byId(id.slot), away: byId(id.slot2), archived: byId(id.archivedSlot) },
    // A tourist who booked the experience and its guide can still read the time of an archived slot.
    select: { home: ALL, away: ALL, archived: `${HOME} tourist guide` },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.slots': {
    rows: {
      home: byId(id.slot),
      away: byId(id.slot2),
      archived: byId(id.archivedSlot),
      ride: byId(id.transport),
      rideAway: byId(id.transport2),
      hiddenRide: byId(id.hiddenTransport),
    },
    select: {
      home: ALL,
      away: ALL,
      archived: `${HOME} tourist guide`,
      ride: ALL,
      rideAway: ALL,
      hiddenRide: `${HOME} shuttle`,
    },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.experience_guide_rankings': {
    rows: { home: byId(id.ranking), away: byId(id.ranking2) },
    select: { home: `${HOME} guide`, away: `${AWAY} guide2` },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.guide_timeslot_responses': {
    rows: { home: `guide_id = '${userId.guide}'`, away: `guide_id = '${userId.guide2}'` },
    select: { home: `${HOME} guide`, away: `${AWAY} guide2` },
    insert: {
      own: [`(guide_id, slot_id, response) values ('${userId.guide}', '${id.archivedSlot}', 'declined')`, 'guide'],
    },
    update: { set: `response = 'declined'`, rows: { home: 'guide', away: 'guide2' } },
    delete: NOBODY,
  },
  'public.pickup_locations': {
    rows: { home: byId('pu_home'), away: byId('pu_away'), hidden: byId('pu_hidden') },
    select: { home: ALL, away: ALL, hidden: 'admin' },
    insert: {
      home: [`(territory_id, name) values ('rio', 'Pier')`, HOME],
      away: [`(territory_id, name) values ('lago', 'Pier')`, AWAY],
    },
    update: { set: `name = 'x'`, rows: { home: HOME, away: AWAY } },
    delete: { home: HOME, away: AWAY },
  },
  'public.territory_transports': {
    rows: { home: byId(id.transport), away: byId(id.transport2), hidden: byId(id.hiddenTransport) },
    select: { home: ALL, away: ALL, hidden: `${HOME} shuttle` },
    // A shuttle manager runs the shuttles of the own territory (docs/rules/work.md, Shuttle desk), not its boats.
    insert: {
      homeShuttle: [transportIn('rio', 'shuttle'), `${HOME} shuttle`],
      homeBoat: [transportIn('rio', 'boat'), HOME],
      awayShuttle: [transportIn('lago', 'shuttle'), `${AWAY} shuttle2`],
    },
    update: { set: `title = 'x'`, rows: { home: `${HOME} shuttle`, away: `${AWAY} shuttle2`, hidden: HOME } },
    delete: { hidden: HOME },
  },
  'public.shuttle_drivers': {
    rows: { home: byId(id.driverRow) },
    select: { home: `${HOME} shuttle driver` },
    insert: NOBODY,
    update: { set: 'active = false', rows: { home: `${HOME} shuttle` } },
    delete: NOBODY,
  },
  'public.driver_schedules': {
    rows: { home: byId(id.schedule) },
    select: { home: `${HOME} shuttle driver` },
    insert: {
      home: [
        `(driver_id, slot_id, day_of_week) values ('${userId.driver}', '${id.transport}', 'friday')`,
        `${HOME} shuttle`,
      ],
    },
    update: { set: 'active = false', rows: { home: `${HOME} shuttle` } },
    delete: { home: `${HOME} shuttle` },
  },
  'public.territory_followers': {
    rows: {
      tourist: `user_id = '${userId.tourist}' and territory_id = 'rio'`,
      other: `user_id = '${userId.otherTourist}'`,
      hidden: `territory_id = 'oculto'`,
    },
    select: { tourist: 'tourist', other: 'otherTourist', hidden: 'tourist' },
    insert: {
      own: [`(territory_id) values ('rio') on conflict do nothing`, SIGNED_IN],
      forAnother: [`(territory_id, user_id) values ('lago', '${userId.guide}')`, 'guide'],
      hidden: [`(territory_id) values ('oculto')`, NOBODY],
    },
    update: NOBODY,
    delete: { tourist: 'tourist', other: 'otherTourist' },
  },
};

function transportIn(territory: string, type: string): string {
  return `(territory_id, transport_type_id, title, description, shared_price, pickup_location, departure_time, duration_hours)
    values ('${territory}', '${type}', 'New', 'd', 10, 'Dock', '10:00', 1)`;
}
