// @vitest-environment node
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { WORDINGS } from '@/features/messaging/notifications/wordings';
import {
  mailLink,
  NOTIFICATION_TYPES,
  notificationTarget,
  type Told,
  WORK,
  type WorkRole,
} from '../../supabase/functions/_shared/link-targets.ts';
import { schemaFiles } from '../../supabase/schema-files.ts';
import { routes } from './routes';

const ROLES = Object.keys(WORK) as WorkRole[];
const BOOKING = '3c104349-8e97-4303-b07b-c182f4040f40';
const about = (type: string, more: Partial<Told> = {}): Told => ({
  type,
  territory_id: 'rio',
  booking_id: BOOKING,
  kind: 'experience',
  day: '2026-12-01',
  about: null,
  ...more,
});
const leads = (told: Told, ...held: WorkRole[]) => notificationTarget(told, (role) => held.includes(role));

/** Returns whether a person with these roles may open this address. */
function opens(address: string, held: readonly WorkRole[]): boolean {
  const { pathname } = new URL(address, 'https://own.test');
  const route = routes.find(({ path }) => matchPath(path, pathname));
  if (!route) return false;
  const { access } = route;
  if (access === 'open' || access === 'user') return true;
  return access !== 'guest' && access.some((role) => role === 'tourist' || held.includes(role));
}

const all = [...NOTIFICATION_TYPES, 'unknown', ...ROLES.map((role) => `role_approved:${role}`)];
const cells = all.flatMap((type) =>
  // Covers people without a role, with each single role and with all roles.
  [[], ...ROLES.map((role) => [role]), ROLES].flatMap((held) =>
    [{}, { day: null }, { kind: 'transport', day: null }, { booking_id: null, territory_id: null, day: null }].map(
      (more) => ({ told: about(type, more), held }),
    ),
  ),
);

describe("a notification's link", () => {
  it('leads everyone to a page that they can open', () => {
    const closed = cells.filter(({ told, held }) => !opens(leads(told, ...held), held));
    expect(closed).toEqual([]);
    expect(cells.length).toBeGreaterThan(800);
    // Checks that `opens` recognises a page that is closed to someone.
    expect(opens('/guide-dashboard', ['tourist'])).toBe(false);
    expect(opens('/nowhere', ROLES)).toBe(false);
  });

  const ride = { kind: 'transport' };
  it.each<[string, WorkRole[], string, Partial<Told>?]>([
    ['booking', ['tour_guide'], '/bookings'],
    ['general', ['admin'], '/bookings'],
    ['seats_free', ['tour_guide'], '/bookings'],
    ['waitlist_over', ['tour_guide'], '/territories/rio'],
    ['waitlist_over', [], '/regions', { territory_id: null }],
    ['message', ['tour_guide'], `/bookings/experience/${BOOKING}/messages`],
    ['message', ['shuttle_manager'], `/bookings/transport/${BOOKING}/messages`, ride],
    ['new_booking', ['tour_guide'], '/guide-dashboard?day=2026-12-01'],
    ['new_booking', ['tour_guide'], '/guide-dashboard', { day: null }],
    ['new_booking', [], '/profile'],
    ['guest_cancelled', ['tour_guide', 'territory_staff'], '/guide-dashboard?day=2026-12-01'],
    ['guest_cancelled', ['territory_staff'], `/territory-bookings?booking=experience.${BOOKING}`],
    ['guest_cancelled', ['admin'], '/all-bookings'],
    ['ride_cancelled', ['shuttle_manager'], '/shuttle-manager-dashboard', ride],
    ['ride_cancelled', ['territory_manager'], `/territory-bookings?booking=transport.${BOOKING}`, ride],
    ['guest_moved', ['tour_guide', 'territory_staff'], '/guide-dashboard?day=2026-12-01'],
    ['ride_moved', ['shuttle_manager'], '/shuttle-manager-dashboard', ride],
    ['team_moved', ['territory_manager'], `/territory-bookings?booking=experience.${BOOKING}`],
    ['team_booking', ['territory_manager'], `/territory-bookings?booking=experience.${BOOKING}`],
    ['team_cancelled', ['territory_staff'], `/territory-bookings?booking=transport.${BOOKING}`, ride],
    [
      'tomorrow',
      ['territory_staff'],
      '/territory-bookings?view=week&week=2026-12-05&day=2026-12-05',
      { booking_id: null, day: null, about: 'tomorrow:rio-dulce:2026-12-05' },
    ],
    ['tomorrow', [], '/profile', { about: 'tomorrow:rio-dulce:2026-12-05' }],
    ['refund_refused', ['territory_staff'], `/territory-bookings?booking=experience.${BOOKING}`],
    ['payment_disputed', ['territory_manager'], '/territory-management?tab=finances&view=chargebacks', ride],
    ['commission_paid', ['travel_partner'], '/travel-partner-dashboard'],
    ['guide', ['tour_guide'], '/guide-dashboard?tab=slots'],
    ['guide', [], '/profile'],
    ['no_guide', ['territory_staff'], '/territory-management?tab=experiences'],
    ['no_guide', ['admin'], '/admin'],
    ['guide_left', ['territory_manager'], '/territory-management?tab=experiences'],
    ['run', ['shuttle_driver'], '/driver-dashboard'],
    ['run', [], '/profile'],
    ['board_message', [], '/territories/rio#board'],
    ['board_reply', [], '/territories/rio#board'],
    ['reported_message', ['territory_manager'], '/territories/rio#board'],
    ['reported_message', ['admin'], '/admin?tab=reviews'],
    ['reported_review', ['admin'], '/admin?tab=reviews&queue=reviews'],
    ['role_request', ['territory_manager'], '/territory-management?tab=guides'],
    ['role_request', ['admin'], '/admin?tab=people'],
    ['role_approved:tour_guide', ['tour_guide'], '/guide-dashboard'],
    ['role_approved:tour_guide', [], '/profile'],
    ['role_approved:pirate', ROLES, '/profile'],
    ['cash_handover', ['territory_staff'], '/cash-desk'],
    ['cash_handover', ['shuttle_manager'], '/cash-desk'],
    ['cash_handover', [], '/profile'],
    ['role_declined', [], '/profile'],
    ['go_no_go', ['tour_guide'], '/guide-dashboard?day=2026-12-01', { booking_id: null }],
    [
      'go_no_go',
      ['territory_staff'],
      '/territory-bookings?view=week&week=2026-12-01&day=2026-12-01',
      { booking_id: null },
    ],
    ['group_message', ['tour_guide'], '/guide-dashboard?day=2026-12-01'],
    ['ride_group_message', ['shuttle_manager'], '/shuttle-manager-dashboard', ride],
    ['payout', ['tour_guide'], `/payouts/${BOOKING}`, { about: `payout:${BOOKING}` }],
    ['payout', [], '/payouts'],
    ['payee_account', ['tour_guide'], '/payouts', { booking_id: null, territory_id: null, day: null }],
  ])('leads for %s, sent to %j, to %s', (type, held, path, more) => {
    expect(leads(about(type, more), ...held)).toBe(path);
  });

  it('has a row for every type that the database writes', () => {
    const sql = schemaFiles()
      .map((file) => file.sql)
      .join('\n');
    // The first argument of calls that notify is the type, and the second is the wording.
    const calls = [...sql.matchAll(/private\.(?:notify|notify_all|queue_notification)\(([^;]*);/g)].map(
      ([, call]) => call ?? '',
    );
    const told = new RegExp(`'([a-z]+(?:_[a-z]+)*)',\\s*'(?:${Object.keys(WORDINGS).join('|')})'`, 'g');
    const written = new Set(calls.flatMap((call) => [...call.matchAll(told)].map((match) => match[1])));
    expect(written.size).toBeGreaterThan(10);
    expect([...written].filter((type) => type && !NOTIFICATION_TYPES.includes(type))).toEqual([]);
  });
});

describe('the links of emails', () => {
  const codes = 'a'.repeat(64);
  it.each<[string, string, WorkRole[]]>([
    ['My Bookings', mailLink.bookings(), ['tourist']],
    ['a conversation', mailLink.conversation('transport', BOOKING), []],
    ['a service to book again', mailLink.service('experience', BOOKING), []],
    ['a ride to book again', mailLink.service('transport', BOOKING), []],
    [
      'seats that are offered',
      mailLink.checkout({ kind: 'experience', serviceId: BOOKING, slotId: BOOKING, date: '2026-12-05', people: 2 }),
      [],
    ],
    ['an invitation', mailLink.invitation(codes), []],
    ['the profile', mailLink.profile(), []],
    ['a booking of the territory', mailLink.booking('experience', BOOKING), ['territory_staff']],
    ['the bookings of the territory', mailLink.territoryBookings(), ['territory_manager']],
    ['a day', mailLink.day('2026-12-05'), ['territory_staff']],
    [
      'a departure',
      mailLink.departure({ kind: 'transport', service_id: BOOKING, slot_id: BOOKING, service_date: '2026-12-05' }),
      ['territory_staff'],
    ],
    ['requests for a role', mailLink.requests(), ['territory_manager']],
    ['the statement of a payout', mailLink.payout(BOOKING), []],
    ...ROLES.map((role): [string, string, WorkRole[]] => [`the work of ${role}`, mailLink.work(role), [role]]),
  ])('open %s for their reader', (_, path, held) => {
    expect(opens(path, held)).toBe(true);
  });

  it('lead to the profile for an unknown role, and escape what is in an address', () => {
    expect(mailLink.work('pirate')).toBe('/profile');
    expect(mailLink.work('constructor')).toBe('/profile');
    expect(mailLink.invitation('a&b')).toBe('/callback?invite=a%26b');
  });
});
