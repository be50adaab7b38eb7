import { id, userId } from './identities.ts';
import { ALL, NOBODY, SIGNED_IN, type TableRules } from './rules.ts';

const byId = (name: string) => `id = '${name}'`;
const rowsOf = (home: string, away: string) => ({ home: byId(home), away: byId(away) });

export const peopleTables: TableRules = {
  'public.profile_cards': {
    rows: {
      tourist: byId(userId.tourist),
      guide: byId(userId.guide),
      driver: byId(userId.driver),
      partner: byId(userId.partner),
      manager: byId(userId.manager),
      admin: byId(userId.admin),
    },
    // The tourist wrote on the board and the guide leads an experience. The others have nothing public.
    select: {
      tourist: ALL,
      guide: ALL,
      driver: 'driver shuttle staff manager admin',
      partner: 'partner staff manager admin',
      manager: 'staff manager admin',
      admin: 'admin',
    },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.profiles': {
    rows: {
      tourist: byId(userId.tourist),
      guide: byId(userId.guide),
      guide2: byId(userId.guide2),
      admin: byId(userId.admin),
    },
    select: {
      tourist: 'tourist admin',
      guide: 'guide staff manager admin',
      guide2: 'guide2 staff2 manager2 admin',
      admin: 'admin',
    },
    insert: NOBODY,
    update: { set: `bio = 'x'`, rows: { tourist: 'tourist', guide: 'guide', guide2: 'guide2', admin: 'admin' } },
    delete: NOBODY,
  },
  'private.role_grants': {
    rows: { guide: `user_id = '${userId.guide}'` },
    select: { guide: NOBODY },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'private.account_owners': {
    rows: { guide: `user_id = '${userId.guide}'` },
    select: { guide: NOBODY },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'private.territory_topics': {
    rows: { any: 'true' },
    select: { any: NOBODY },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'private.live_grants': {
    rows: { guide: `user_id = '${userId.guide}'` },
    select: { guide: NOBODY },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.notice_choices': {
    rows: { manager: `user_id = '${userId.manager}'` },
    select: { manager: 'manager' },
    insert: {
      own: ['(booking_mail) values (true) on conflict do nothing', SIGNED_IN],
      forAnother: [`(user_id, booking_mail) values ('${userId.staff2}', true)`, NOBODY],
      reminders: [
        '(reminder_evening, reminder_soon, review_request) values (false, false, false) on conflict do nothing',
        SIGNED_IN,
      ],
      pushes: [
        '(push_departure, push_seats, push_booking, push_message) values (false, false, false, false) on conflict do nothing',
        SIGNED_IN,
      ],
    },
    update: { set: 'booking_mail = true', rows: { manager: 'manager' } },
    delete: NOBODY,
  },
  'public.role_requests': {
    rows: rowsOf(id.request, id.request2),
    select: { home: 'tourist manager admin', away: 'otherTourist manager2 admin' },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.invites': {
    rows: { ...rowsOf(id.invite, id.invite2), closed: byId(id.closedInvite) },
    select: { home: 'staff manager admin', away: 'staff2 manager2 admin', closed: 'admin' },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.audit_log': {
    rows: { home: `subject_table = 'home'`, away: `subject_table = 'away'` },
    select: { home: 'manager admin', away: 'manager2 admin' },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.referral_links': {
    rows: rowsOf(id.link, id.link2),
    select: { home: 'partner admin', away: 'partner2 admin' },
    insert: {
      own: [`(name) values ('Lobby')`, 'partner partner2'],
      withCode: [`(name, code) values ('Lobby', 'H0TEL1')`, NOBODY],
      forPartner: [`(user_id, name) values ('${userId.partner}', 'Lobby')`, 'partner'],
    },
    update: { set: `active = false`, rows: { home: 'partner', away: 'partner2' } },
    delete: NOBODY,
  },
  'public.referral_registrations': {
    rows: rowsOf(id.registration, id.registration2),
    select: { home: 'tourist partner admin', away: 'otherTourist partner2 admin' },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
};
