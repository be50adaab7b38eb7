import type postgres from 'postgres';
import type { Identity } from '../../../support/database.ts';
import { EVERYONE, identityOf as identityOfMatrix, id as known, userId, uuid, type Who } from '../identities.ts';

/**
 * What lies outside the reach of everybody who calls: a third territory, `selva`, with one row of everything; guests of the home
 * territory whose trips are weeks away or over; a person without any tie, and one who left. Each fact that is private is a string
 * that stands nowhere else, so that an answer that holds it has leaked it.
 */

/** Everybody of the matrix, and somebody who held every role of the home territory until they were taken away. */
export type Caller = Who | 'leaver';
export const CALLERS: readonly Caller[] = [...EVERYONE, 'leaver'];

const STRANGERS = [
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
type Stranger = (typeof STRANGERS)[number];

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
] as const;
type Row = (typeof ROWS)[number];

export const id = Object.fromEntries(ROWS.map((name, index) => [name, uuid(5, index + 1)])) as Record<Row, string>;

export const INVITE_CODE = 'invitation-of-somebody-else';
export const STAFF_INVITE_CODE = 'invitation-of-a-colleague-to-be';
export const LINK_CODE = 'SELVA1';
export const OUTBOX_ROW = 9002;

export const emailOf = (name: Stranger) => `plantmail.${name.toLowerCase()}@example.test`;

const nameOf = (name: Stranger) => `Plantname ${name}`;

export function identityOf(caller: Caller): Identity {
  return caller === 'leaver'
    ? { role: 'authenticated', sub: person.leaver, email: emailOf('leaver') }
    : identityOfMatrix(caller);
}

/** A trip that somebody booked, what is private about it, and who of the callers has a tie to it. */
type Trip = {
  row: Row;
  kind: 'experience' | 'transport';
  territory: 'rio' | 'selva';
  departure: Row;
  service: string;
  slot: string | null;
  guide: string | null;
  guest: Stranger;
  /** From today. */
  days: number;
  hosts: string;
};

const HOSTS = 'staff manager';

export const TRIPS: readonly Trip[] = [
  trip('booking', 'experience', 'selva', 'departure', 20, ''),
  trip('transportBooking', 'transport', 'selva', 'transportDeparture', 20, ''),
  trip('futureBooking', 'experience', 'rio', 'futureDeparture', 60, `guide ${HOSTS}`),
  trip('futureTransportBooking', 'transport', 'rio', 'futureTransportDeparture', 60, `shuttle ${HOSTS}`),
  // Led by somebody who has left since.
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
const phoneOf = (row: Row) => `+502799${id[row].slice(-6)}`.replace(/[a-f]/g, '9');
const priceOf = (row: Row) => 70_001.07 + 100 * ROWS.indexOf(row);
export const passportOf = (trip: Trip) => `${person[trip.guest]}/plantpassport-${trip.row.toLowerCase()}.webp`;

/** A private fact: the string that shows it, and who of the callers may read it by any way at all. */
export type Secret = { what: string; text: string; readers: readonly string[] };

const secret = (what: string, text: string, readers = ''): Secret => ({
  what,
  text,
  readers: readers.split(' ').filter(Boolean),
});

/** Who may read what. `docs/product.md, Rights in the database` in the words of this world. */
export const SECRETS: readonly Secret[] = [
  ...STRANGERS.filter((name) => name !== 'guest' && name !== 'leaver').map((name) =>
    secret(`e-mail of ${name}`, emailOf(name), 'admin'),
  ),
  secret('e-mail of leaver', emailOf('leaver'), 'admin leaver'),
  // Of those who wrote, guide or offer nothing that is public.
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
    secret(`passport of ${trip.row}`, passportOf(trip), `${trip.hosts} admin`),
    secret(`passenger of ${trip.row}`, `plantpassenger.${trip.row}@`, `${trip.hosts} admin`),
    secret(`check-in code of ${trip.row}`, codeOf(trip.row)),
  ]),
  secret('conversation of booking', 'plantmessage-selva'),
  secret('conversation of futureBooking', 'plantmessage-rio', `guide ${HOSTS}`),
  secret('notification', 'plantnotification'),
  secret('form of the hold', 'plantform'),
  secret('ledger', priceOf('referral').toFixed(2), 'admin'),
  secret('commission', priceOf('commission').toFixed(2), 'admin'),
  secret('earning', priceOf('earning').toFixed(2), 'admin'),
  secret('payout', priceOf('payout').toFixed(2), 'admin'),
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

const day = (days: number) => `current_date + ${days}`;

export async function insertForeignWorld(sql: postgres.Sql): Promise<void> {
  for (const statements of [people(), selva(), trips(), money(), community()]) await sql.unsafe(statements);
}

function people(): string {
  const users = STRANGERS.map(
    (name) => `('${person[name]}', '${emailOf(name)}', now(), '{"full_name": "${nameOf(name)}"}')`,
  );
  const grants: [Stranger, string][] = [
    ['guide3', 'tour_guide'],
    ['shuttle3', 'shuttle_manager'],
    ['driver3', 'shuttle_driver'],
    ['staff3', 'territory_staff'],
    ['manager3', 'territory_manager'],
    ['partner3', 'travel_partner'],
  ];
  const roles = [
    'tour_guide',
    'shuttle_manager',
    'shuttle_driver',
    'territory_staff',
    'territory_manager',
    'travel_partner',
  ];
  const gone = roles.flatMap((role) =>
    (['left', 'leaver'] as const).map((name) => `('${person[name]}', '${role}', 'rio', now())`),
  );
  return `
    insert into public.territories (id, name, description, visible) values ('selva', 'Selva', 'Foreign to all', true);
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ${users.join(', ')};
    update private.account_owners set owned_since = now(), how = 'given' where owned_since is null;
    insert into private.role_grants (user_id, role, territory_id)
      values ${grants.map(([name, role]) => `('${person[name]}', '${role}', 'selva')`).join(', ')};
    insert into private.role_grants (user_id, role, territory_id, revoked_at) values ${gone.join(', ')};
    update public.profiles set territory_id = 'selva' where email like 'plantmail.%3@example.test' and email <> '${emailOf('guest3')}';
    insert into public.role_requests (id, user_id, role, territory_id) values
      ('${id.request}', '${person.guest3}', 'tour_guide', 'selva'), ('${id.strangersRequest}', '${person.stranger}', 'travel_partner', null);
    insert into public.invites (id, code_hash, email, full_name, roles, territory_id, invited_by) values
      ('${id.invite}', private.hash_code('${INVITE_CODE}'), 'plantinvited.selva@example.test', '', '{tour_guide}', 'selva', '${person.manager3}'),
      ('${id.staffInvite}', private.hash_code('${STAFF_INVITE_CODE}'), 'plantinvited.rio@example.test', '', '{territory_staff}', 'rio', '${userId.manager}');
    insert into public.invites (code_hash, email, roles, territory_id, invited_by, withdrawn_at) values
      (private.hash_code('withdrawn'), 'plantinvited.closed@example.test', '{tour_guide}', 'rio', '${userId.manager}', now());
    insert into public.audit_log (action, territory_id, subject_table, subject_id, detail) values
      ('test', 'selva', 'foreign', '1', '{"why": "plantaudit"}');`;
}

function selva(): string {
  return `
    insert into public.experiences (id, territory_id, guide_id, title, description, duration, shared_price, max_spots, available_spots, visible, cash_allowed)
      values ('${id.experience}', 'selva', '${person.guide3}', 'Foreign', 'd', 2, 100, 8, 8, true, true);
    insert into public.territory_tags (id, territory_id, name) values ('${id.tag}', 'selva', 'Boat');
    insert into public.experience_tags (experience_id, tag_id) values ('${id.experience}', '${id.tag}');
    insert into public.experience_timeslots (id, experience_id, start_time, end_time, max_spots, available_spots)
      values ('${id.slot}', '${id.experience}', '08:00', '10:00', 8, 8);
    insert into public.experience_guide_rankings (id, experience_id, guide_id, rank) values ('${id.ranking}', '${id.experience}', '${person.guide3}', 1);
    insert into public.guide_timeslot_responses (guide_id, timeslot_id, response) values ('${person.guide3}', '${id.slot}', 'accepted');
    insert into public.pickup_locations (id, territory_id, name) values ('pu_selva', 'selva', 'Dock');
    insert into public.territory_transports (id, territory_id, transport_type_id, title, description, shared_price, pickup_location, departure_time, duration_hours, visible)
      values ('${id.transport}', 'selva', 'shuttle', 'Foreign', 'd', 50, 'Dock', '09:00', 2, true);
    insert into public.shuttle_drivers (id, driver_id, territory_id) values ('${id.driverRow}', '${person.driver3}', 'selva');
    insert into public.driver_schedules (id, driver_id, transport_id, day_of_week) values ('${id.schedule}', '${person.driver3}', '${id.transport}', 'monday');`;
}

function trips(): string {
  const columns = `num_people, seats, booking_type, currency_code, payment_method, payment_status, status, country, waiver_version, waiver_accepted_at`;
  const values = `1, 1, 'shared', 'GTQ', 'cash', 'completed', 'paid', 'GT', '1', now()`;
  return TRIPS.map((trip) => {
    const ride = trip.kind === 'transport';
    const where = ride ? `null, null, '${trip.service}'` : `'${trip.slot}', '${trip.service}', null`;
    const price = priceOf(trip.row);
    const own = ride
      ? [
          'transport_bookings',
          'transport_id',
          `passenger_details`,
          `'[{"name": "Plant", "email": "plantpassenger.${trip.row}@example.test"}]'`,
        ]
      : ['bookings', 'experience_id', 'guide_id, timeslot_id', `'${trip.guide}', '${trip.slot}'`];
    return `
      insert into public.departures (id, timeslot_id, experience_id, transport_id, territory_id, service_date, capacity, sold)
        values ('${id[trip.departure]}', ${where}, '${trip.territory}', ${day(trip.days)}, 8, 1);
      insert into public.${own[0]} (id, departure_id, ${own[1]}, ${own[2]}, territory_id, tourist_id, booking_date, start_time, unit_price, total_price,
          whatsapp_number, hotel_name, passport_images, ${columns})
        values ('${id[trip.row]}', '${id[trip.departure]}', '${trip.service}', ${own[3]}, '${trip.territory}', '${person[trip.guest]}', ${day(trip.days)},
          '08:00', ${price}, ${price}, '${phoneOf(trip.row)}', 'planthotel-${trip.row}', array['${passportOf(trip)}'], ${values});
      insert into public.booking_codes (${ride ? 'transport_booking_id' : 'booking_id'}, tourist_id, code)
        values ('${id[trip.row]}', '${person[trip.guest]}', '${codeOf(trip.row)}');
      insert into public.booking_events (${ride ? 'transport_booking_id' : 'booking_id'}, territory_id, to_status) values ('${id[trip.row]}', '${trip.territory}', 'ordered');
      insert into storage.objects (bucket_id, name, owner_id) values ('passports', '${passportOf(trip)}', '${person[trip.guest]}');`;
  }).join('\n');
}

function money(): string {
  return `
    insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, num_people, seats, unit_price, total_price, currency_code, form, expires_at)
      values ('${id.hold}', '${person.guest3}', gen_random_uuid(), 'x', 'experience', '${id.departure}', 'selva', 'shared', 1, 1, 100, 100, 'GTQ',
        '{"hotel_name": "plantform"}', now() + interval '15 minutes');
    insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, payment_method, num_people, seats, unit_price, total_price, currency_code, form, expires_at)
      values ('${id.homeHold}', '${person.guest}', gen_random_uuid(), 'x', 'experience', '${id.futureDeparture}', 'rio', 'shared', 'cash', 1, 1, 100, 100, 'GTQ',
        '{"hotel_name": "plantform"}', now() + interval '15 minutes');
    update public.departures set held = 1 where id in ('${id.departure}', '${id.futureDeparture}');
    insert into private.payments (id, hold_id, amount_minor, currency) values ('${id.payment}', '${id.hold}', 10000, 'gtq');
    insert into public.referral_links (id, user_id, name, code) values ('${id.link}', '${person.partner3}', 'Hotel', '${LINK_CODE}');
    insert into public.referral_registrations (id, user_id, referral_link_id) values ('${id.registration}', '${person.guest3}', '${id.link}');
    update public.bookings set referral_link_id = '${id.link}' where id = '${id.booking}';
    insert into public.referrals (id, booking_id, referral_link_id) values ('${id.referral}', '${id.booking}', '${id.link}');
    insert into public.commissions (id, referral_id, amount, currency_code) values ('${id.commission}', '${id.referral}', ${priceOf('commission')}, 'GTQ');
    insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code) values
      ('${id.booking}', 'selva', 'operator', '${person.guide3}', 'sale', ${priceOf('referral')}, 'GTQ');
    insert into public.commission_earnings (id, user_id, role, territory_id, booking_id, amount, currency_code) values
      ('${id.earning}', '${person.staff3}', 'territory_staff', 'selva', '${id.booking}', ${priceOf('earning')}, 'GTQ');
    insert into public.commission_payments (id, user_id, role, territory_id, amount, currency_code) values
      ('${id.payout}', '${person.partner3}', 'travel_partner', 'selva', ${priceOf('payout')}, 'GTQ');
    insert into private.outbox (id, dedupe_key, kind, template, recipient, state) overriding system value values
      (${OUTBOX_ROW}, 'foreign', 'email', 'booking', 'plantletter@example.test', 'dead');
    insert into private.troubles (kind, item, error, next_attempt_at) values ('media', 'plant.webp', 'no', now());`;
}

function community(): string {
  const photo = '/storage/v1/object/public/media/user-submissions/x/plantsubmission.webp';
  return `
    insert into public.territory_messages (id, territory_id, user_id, message) values ('${id.post}', 'selva', '${person.guest3}', 'Hello');
    insert into public.territory_followers (territory_id, user_id) values ('selva', '${person.guest3}');
    insert into public.message_reports (id, message_id, territory_id, reporter_id, reason) values ('${id.report}', '${id.post}', 'selva', '${person.guide3}', 'plantreason');
    insert into public.reviews (id, booking_id, experience_id, territory_id, author_id, rating) values
      ('${id.review}', '${id.booking}', '${id.experience}', 'selva', '${person.guest3}', 5);
    insert into public.messages (id, booking_id, sender_id, message) values
      ('${id.message}', '${id.booking}', '${person.guest3}', 'plantmessage-selva'), (gen_random_uuid(), '${id.futureBooking}', '${person.guest}', 'plantmessage-rio');
    insert into public.notifications (id, user_id, title, message) values ('${id.notification}', '${person.guest3}', 't', 'plantnotification');
    insert into public.user_submissions (id, user_id, territory_id, media_urls, media_types, comment, location)
      values ('${id.submission}', '${person.guest3}', 'selva', '{${photo}}', '{image}', 'plantsubmission', 'l');
    insert into public.contact_messages (id, user_id, name, email, message) values ('${id.contact}', '${person.guest3}', 'n', '${emailOf('guest3')}', 'plantcontact');
    insert into public.partner_applications (id, user_id, kind, name, email, phone, territory_id, message)
      values ('${id.application}', '${person.stranger}', 'tour_guide', 'n', '${emailOf('stranger')}', '+50279900001', 'selva', 'plantapplication');`;
}
