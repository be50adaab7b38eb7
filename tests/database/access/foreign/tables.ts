import { id as known, userId } from '../identities.ts';
import type { TableLines } from './lines.ts';
import { id, person } from './world.ts';

const byId = (row: keyof typeof id) => `id = '${id[row]}'`;
const ADMIN = { insert: 'admin', update: 'admin', delete: 'admin' };

/** A row that belongs to none of the callers, for each table that a browser can write. */
export const foreignTables: TableLines = {
  'public.driver_schedules': {
    rows: { selva: byId('schedule') },
    insert: {
      selva: `(driver_id, slot_id, day_of_week) values ('${person.driver3}', '${id.transport}', 'friday')`,
      'stranger at home': `(driver_id, slot_id, day_of_week) values ('${person.stranger}', '${known.transport}', 'friday')`,
    },
    may: { ...ADMIN, insert: { selva: 'admin' } },
  },
  'public.experiences': {
    rows: { selva: byId('experience') },
    insert: {
      selva: `(territory_id, title, description, duration, shared_price, max_spots, available_spots, visible) values ('selva', 'x', 'd', 1, 10, 5, 5, false)`,
      'stranger guides': `(territory_id, guide_id, title, description, duration, shared_price, max_spots, available_spots)
        values ('rio', '${person.stranger}', 'x', 'd', 1, 10, 5, 5)`,
    },
    move: { 'stranger guides': `set guide_id = '${person.stranger}' where id = '${known.experience}'` },
    may: { ...ADMIN, insert: { selva: 'admin' } },
  },
  'public.guide_timeslot_responses': {
    rows: { selva: `guide_id = '${person.guide3}'` },
    insert: {
      'slot of selva': `(guide_id, slot_id, response) values ((select auth.uid()), '${id.slot}', 'accepted')`,
      'in the name of another': `(guide_id, slot_id, response) values ('${person.guide3}', '${id.slot}', 'declined') on conflict do nothing`,
    },
    move: {
      'slot of selva': `set slot_id = '${id.slot}' where guide_id = (select auth.uid())`,
      'in the name of another': `set guide_id = '${person.guide3}' where guide_id = (select auth.uid())`,
    },
  },
  'public.notice_choices': {
    rows: { 'of another': `user_id = '${person.guest3}'` },
    insert: { 'in the name of another': `(user_id, tomorrow) values ('${person.stranger}', false)` },
  },
  'public.pickup_locations': {
    rows: { selva: `id = 'pu_selva'` },
    insert: { selva: `(territory_id, name) values ('selva', 'Pier')` },
    may: ADMIN,
  },
  'public.profiles': {
    rows: {
      stranger: `id = '${person.stranger}'`,
      'guide of selva': `id = '${person.guide3}'`,
      left: `id = '${person.left}'`,
      'own team': `id = '${userId.guide}'`,
    },
    may: { update: { 'own team': 'guide' } },
  },
  'public.referral_links': {
    rows: { selva: byId('link') },
    insert: { 'in the name of another': `(user_id, name) values ('${person.partner3}', 'Lobby')` },
  },
  'public.services': {
    rows: { selva: byId('experience'), 'ride of selva': byId('transport') },
    may: { update: 'admin', delete: 'admin' },
  },
  'public.shuttle_drivers': {
    rows: { selva: byId('driverRow') },
    may: { update: 'admin' },
  },
  'public.territories': {
    rows: { selva: `id = 'selva'` },
    insert: { any: `(id, name, description) values ('nuevo', 'Nuevo', 'd')` },
    may: ADMIN,
  },
  'public.territory_followers': {
    rows: { selva: `territory_id = 'selva'` },
    insert: { 'in the name of another': `(territory_id, user_id) values ('rio', '${person.guest3}')` },
  },
  'public.territory_messages': {
    rows: {},
    insert: {
      selva: `(territory_id, message) values ('selva', 'x')`,
      'reply in another region': `(territory_id, message, parent_id) values ('rio', 'x', '${id.post}')`,
    },
    may: { insert: { selva: 'signed-in' } },
  },
  'public.territory_tags': {
    rows: { selva: byId('tag') },
    insert: { selva: `(territory_id, name) values ('selva', 'New')` },
    may: ADMIN,
  },
  'public.territory_transports': {
    rows: { selva: byId('transport') },
    insert: {
      selva: `(territory_id, transport_type_id, title, description, shared_price, pickup_location, departure_time, duration_hours)
        values ('selva', 'shuttle', 'x', 'd', 10, 'Dock', '10:00', 1)`,
    },
    may: ADMIN,
  },
};
