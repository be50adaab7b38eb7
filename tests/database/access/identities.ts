import type { Identity } from '../../support/act-as.ts';

/** A readable, stable uuid for a named row of the seed data: the same number everywhere. */
export function uuid(group: number, number: number): string {
  return `00000000-0000-4000-8000-${group.toString(16).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`;
}

/** The first person of each kind works in the home territory. Those with a 2 work in the other one. */
export const PEOPLE = [
  'tourist',
  'otherTourist',
  'guide',
  'guide2',
  'shuttle',
  'shuttle2',
  'driver',
  'staff',
  'staff2',
  'manager',
  'manager2',
  'partner',
  'partner2',
  'admin',
] as const;

export type Person = (typeof PEOPLE)[number];
export type Who = Person | 'anon';
export const EVERYONE: readonly Who[] = ['anon', ...PEOPLE];

export const userId = Object.fromEntries(PEOPLE.map((person, index) => [person, uuid(1, index + 1)])) as Record<
  Person,
  string
>;

export function identityOf(who: Who): Identity {
  if (who === 'anon') return { role: 'anon' };
  return { role: 'authenticated', sub: userId[who], email: `${who.toLowerCase()}@example.test` };
}

/** The name of a person's role, and where they have it. */
export const GRANTS: readonly [Person, string, string | null][] = [
  ['guide', 'tour_guide', 'rio'],
  ['guide2', 'tour_guide', 'lago'],
  ['shuttle', 'shuttle_manager', 'rio'],
  ['shuttle2', 'shuttle_manager', 'lago'],
  ['driver', 'shuttle_driver', 'rio'],
  ['staff', 'territory_staff', 'rio'],
  ['staff2', 'territory_staff', 'lago'],
  ['manager', 'territory_manager', 'rio'],
  ['manager2', 'territory_manager', 'lago'],
  ['partner', 'travel_partner', 'rio'],
  ['partner2', 'travel_partner', 'lago'],
  ['admin', 'admin', null],
];

const NAMES = [
  'experience',
  'experience2',
  'hiddenExperience',
  'unsoldExperience',
  'slot',
  'slot2',
  'archivedSlot',
  'tag',
  'tag2',
  'freeTag',
  'hiddenTag',
  'condition',
  'condition2',
  'hiddenCondition',
  'transport',
  'transport2',
  'hiddenTransport',
  'driverRow',
  'schedule',
  'ranking',
  'ranking2',
  'handover',
  'handover2',
  'departure',
  'departure2',
  'transportDeparture',
  'transportDeparture2',
  'hold',
  'booking',
  'booking2',
  'transportBooking',
  'transportBooking2',
  'code',
  'code2',
  'link',
  'link2',
  'registration',
  'registration2',
  'referral',
  'referral2',
  'commission',
  'commission2',
  'earning',
  'earning2',
  'payout',
  'payout2',
  'request',
  'request2',
  'invite',
  'invite2',
  'post',
  'post2',
  'hiddenPost',
  'report',
  'report2',
  'review',
  'review2',
  'hiddenReview',
  'message',
  'message2',
  'transportMessage',
  'notification',
  'notification2',
  'submission',
  'submission2',
  'contact',
  'application',
  'application2',
  'payment',
  'closedInvite',
] as const;

export const id = Object.fromEntries(NAMES.map((name, index) => [name, uuid(2, index + 1)])) as Record<
  (typeof NAMES)[number],
  string
>;

/** An id that belongs to nothing yet. */
export const newId = uuid(3, 1);
export const OUTBOX_ROW = 9001;

const DAY_MS = 86_400_000;
const inFiveWeeks = new Date(Date.now() + 35 * DAY_MS);
/** The day of the departures with bookings: a Monday, because the driver drives on Mondays, in about five weeks. */
export const departureDay = new Date(inFiveWeeks.getTime() + ((8 - inFiveWeeks.getUTCDay()) % 7) * DAY_MS)
  .toISOString()
  .slice(0, 10);
/** Partners' statements of a closed month. */
export const MONTH_STATEMENT = 9101;
export const MONTH_STATEMENT2 = 9102;
export const INVITE_CODE = 'invitation-of-the-other-tourist';
