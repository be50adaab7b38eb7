import type { Identity } from '../../../support/act-as.ts';
import { EVERYONE, identityOf as identityOfMatrix, id as known, userId, uuid, type Who } from '../identities.ts';

/**
 * Data that no caller can access: a third territory, `selva`, with one row of everything; guests of the home
 * territory whose trips are weeks away or over; an unrelated person, and one who left. Each private fact is a
 * unique string, so an answer that contains it has leaked it.
 */

/** Everyone in the matrix, and a person who had every role of the home territory until they were removed. */
export type Caller = Who | 'leaver';
export const CALLERS: readonly Caller[] = [...EVERYONE, 'leaver'];

export const STRANGERS = [
  'stranger',
  'left',
  'leaver',
  'guest',
  'guest3',
  'guide3',
  'shuttle3',
  'driver3',
  'staff3',
  'manager3',
  'partner3',
] as const;
export type Stranger = (typeof STRANGERS)[number];

export const person = Object.fromEntries(STRANGERS.map((name, index) => [name, uuid(4, index + 1)])) as Record<
  Stranger,
  string
>;

const ROWS = [
  'experience',
  'slot',
  'tag',
  'transport',
  'ranking',
  'driverRow',
  'schedule',
  'departure',
  'transportDeparture',
  'futureDeparture',
  'futureTransportDeparture',
  'pastDeparture',
  'pastTransportDeparture',
  'hold',
  'homeHold',
  'booking',
  'transportBooking',
  'futureBooking',
  'futureTransportBooking',
  'pastBooking',
  'pastTransportBooking',
  'link',
  'registration',
  'referral',
  'commission',
  'earning',
  'payout',
  'request',
  'strangersRequest',
  'invite',
  'staffInvite',
  'post',
  'report',
  'review',
  'message',
  'notification',
  'submission',
  'contact',
  'application',
  'payment',
  'cancellation',
  'condition',
  'offer',
  'note',
  'homeNote',
] as const;
type Row = (typeof ROWS)[number];

export const id = Object.fromEntries(ROWS.map((name, index) => [name, uuid(5, index + 1)])) as Record<Row, string>;

export const INVITE_CODE = 'invitation-of-somebody-else';
export const STAFF_INVITE_CODE = 'invitation-of-a-colleague-to-be';
export const OFFER_TOKEN = 'offer-to-somebody-else';
export const LINK_CODE = 'SELVA1';
export const OUTBOX_ROW = 9002;
export const MONTH_STATEMENT = 9201;
export const ACCOUNT_NUMBER = '71940026385517';
export const MONTH_SUM = '8317.29';

export const emailOf = (name: Stranger) => `plantmail.${name.toLowerCase()}@example.test`;

export const nameOf = (name: Stranger) => `Plantname ${name}`;

export function identityOf(caller: Caller): Identity {
  return caller === 'leaver'
    ? { role: 'authenticated', sub: person.leaver, email: emailOf('leaver') }
    : identityOfMatrix(caller);
}

/** A booked trip, its private facts, and the callers related to it. */
type Trip = {
  row: Row;
  kind: 'experience' | 'transport';
  territory: 'rio' | 'selva';
  departure: Row;
  service: string;
  slot: string | null;
  guide: string | null;
  guest: Stranger;
  /** Days from today. */
  days: number;
  hosts: string;
};

const HOSTS = 'staff manager';

export const TRIPS: readonly Trip[] = [
  trip('booking', 'experience', 'selva', 'departure', 20, ''),
  trip('transportBooking', 'transport', 'selva', 'transportDeparture', 20, ''),
  trip('futureBooking', 'experience', 'rio', 'futureDeparture', 60, `guide ${HOSTS}`),
  trip('futureTransportBooking', 'transport', 'rio', 'futureTransportDeparture', 60, `shuttle ${HOSTS}`),
  // Its guide has left since.
  trip('pastBooking', 'experience', 'rio', 'pastDeparture', -10, HOSTS),
  trip('pastTransportBooking', 'transport', 'rio', 'pastTransportDeparture', -10, `shuttle ${HOSTS}`),
];

function trip(
  row: Row,
  kind: Trip['kind'],
  territory: Trip['territory'],
  departure: Row,
  days: number,
  hosts: string,
): Trip {
  const home = territory === 'rio';
  const ride = kind === 'transport';
  const guide = days < 0 ? person.leaver : userId.guide;
  return {
    row,
    kind,
    territory,
    departure,
    service: ride ? (home ? known.transport : id.transport) : home ? known.experience : id.experience,
    slot: ride ? null : home ? known.slot : id.slot,
    guide: ride ? null : home ? guide : person.guide3,
    guest: home ? 'guest' : 'guest3',
    days,
    hosts,
  };
}

export const codeOf = (row: Row) => `c0dec0dec0dec0dec0dec0de${id[row].slice(-8)}`;
export const phoneOf = (row: Row) => `+50279${id[row].slice(-6)}`.replace(/[a-f]/g, '9');
export const priceOf = (row: Row) => 70_001.07 + 100 * ROWS.indexOf(row);
export const tagOf = (row: Row) => `planttag${ROWS.indexOf(row)}`;
export const passportOf = (trip: Trip) => `${person[trip.guest]}/plantpassport-${trip.row.toLowerCase()}.webp`;

/** A private fact: the string that identifies it, and the callers who may read it. */
export type Secret = { what: string; text: string; readers: readonly string[] };

const secret = (what: string, text: string, readers = ''): Secret => ({
  what,
  text,
  readers: readers.split(' ').filter(Boolean),
});

/** The readers of each row, by docs/rules/people.md, Rights in the database. */
export const SECRETS: readonly Secret[] = [
  ...STRANGERS.filter((name) => name !== 'guest' && name !== 'leaver').map((name) =>
    secret(`e-mail of ${name}`, emailOf(name), 'admin'),
  ),
  secret('e-mail of leaver', emailOf('leaver'), 'admin leaver'),
  // The callers who neither wrote, guide nor offer anything public.
  ...(['stranger', 'left', 'driver3', 'shuttle3', 'staff3', 'manager3'] as const).map((name) =>
    secret(`name of ${name}`, nameOf(name), 'admin'),
  ),
  secret('name of guest', `${nameOf('guest')}"`, `guide shuttle ${HOSTS} admin`),
  // Hosts of one of the guest's trips.
  secret('e-mail of guest', emailOf('guest'), `guide shuttle ${HOSTS} admin`),
  ...TRIPS.flatMap((trip) => [
    secret(`phone of ${trip.row}`, phoneOf(trip.row), `${trip.hosts} admin`),
    secret(`hotel of ${trip.row}`, `planthotel-${trip.row}`, `${trip.hosts} admin`),
    secret(`price of ${trip.row}`, priceOf(trip.row).toFixed(2), `${trip.hosts} admin`),
    secret(`passport of ${trip.row}`, passportOf(trip), trip.hosts),
    secret(`passenger of ${trip.row}`, `plantpassenger.${trip.row}@`, `${trip.hosts} admin`),
    secret(`check-in code of ${trip.row}`, codeOf(trip.row)),
    secret(`tag of ${trip.row}`, tagOf(trip.row), `${trip.hosts} admin`),
  ]),
  secret('note on booking', 'plantnote-selva', 'admin'),
  secret('note on futureBooking', 'plantnote-rio', `guide ${HOSTS} admin`),
  secret('conversation of booking', 'plantmessage-selva'),
  secret('conversation of futureBooking', 'plantmessage-rio', `guide ${HOSTS}`),
  secret('notification', 'plantnotification'),
  secret('form of the hold', 'plantform'),
  secret('ledger', priceOf('referral').toFixed(2), 'admin'),
  secret('commission', priceOf('commission').toFixed(2), 'admin'),
  secret('earning', priceOf('earning').toFixed(2), 'admin'),
  secret('payout', priceOf('payout').toFixed(2), 'admin'),
  secret('closed month', MONTH_SUM, 'admin'),
  // Its owner's trip is still ahead, so no export has it.
  secret('account number of a payee', ACCOUNT_NUMBER),
  secret('reference of a payout', 'plantreference', 'admin'),
  secret('invited address', 'plantinvited.selva@', 'admin'),
  secret('address of an invitation that was withdrawn', 'plantinvited.closed@', 'admin'),
  secret('invited colleague', 'plantinvited.rio@', `${HOSTS} admin`),
  secret('submission', 'plantsubmission', 'admin'),
  secret('contact message', 'plantcontact', 'admin'),
  secret('application', 'plantapplication', 'admin'),
  secret('reason of the report', 'plantreason', 'admin'),
  secret('audit trail', 'plantaudit', 'admin'),
  secret('address of a letter', 'plantletter@', 'admin'),
];
