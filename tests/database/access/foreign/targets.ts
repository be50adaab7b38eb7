import { id as known, newId } from '../identities.ts';
import {
  codeOf,
  INVITE_CODE,
  id,
  LINK_CODE,
  MONTH_STATEMENT,
  OFFER_TOKEN,
  OUTBOX_ROW,
  passportOf,
  person,
  STAFF_INVITE_CODE,
  TRIPS,
} from './world.ts';

/**
 * Something that doesn't belong to the caller. `value`: the SQL of the argument; `also`: further arguments by name.
 * `own`: it belongs to one of the callers, so that only the answer matters.
 */
export type Target = { name: string; value: string; also?: Record<string, string>; own?: true };

const quoted = (text: string) => `'${text}'`;
const one = (name: string, value: string): Target => ({ name, value: quoted(value) });

const holdForm = (passport: string) => `jsonb_build_object('idempotency_key', gen_random_uuid(), 'kind', 'experience',
  'service_id', '${known.experience}', 'slot_id', '${known.slot}', 'service_date', current_date + 30, 'booking_type', 'shared', 'num_people', 1,
  'payment_method', 'cash', 'whatsapp_number', '+50255555555', 'country', 'GT', 'speaks_spanish', false, 'waiver_version', '1',
  'passport_images', array['${passport}'])`;

const experienceForm = (
  guide: string,
) => `jsonb_build_object('title', 't', 'description', 'd', 'image_urls', '["/art/a.svg"]'::jsonb,
  'booking_type', 'shared', 'shared_price', 1, 'duration', 1, 'min_spots', 1, 'max_spots', 1, 'available_spots', 1,
  'guides', jsonb_build_array('${guide}'), 'timeslots', '[]'::jsonb)`;

const services: Target[] = [
  {
    name: 'experience of selva',
    value: quoted(id.experience),
    also: { p_slot_id: quoted(id.slot), p_date: 'current_date + 20' },
  },
  {
    name: 'transport of selva',
    value: quoted(id.transport),
    also: { p_slot_id: quoted(id.transport), p_date: 'current_date + 20' },
  },
];

/** The bookings with their kind and their ticket's code, which someone may have photographed. */
const bookings: Target[] = TRIPS.map((trip) => ({
  name: trip.row,
  value: quoted(id[trip.row]),
  also: { p_kind: quoted(trip.kind), p_code: quoted(codeOf(trip.row)) },
}));

/** What an argument can take that belongs to another person. */
export const TARGETS = {
  /**
   * People without a connection to the caller, people of another territory and their guest, and a person who left.
   */
  person: [
    one('stranger', person.stranger),
    one('guide of selva', person.guide3),
    one('guest of selva', person.guest3),
    one('left', person.left),
  ],
  /**
   * Includes the callers' own territories. Then the answer contains the caller's data, but nothing of other people.
   */
  territory: [
    one('selva', 'selva'),
    one('oculto', 'oculto'),
    { ...one('rio', 'rio'), own: true },
    { ...one('lago', 'lago'), own: true },
  ],
  booking: bookings,
  bookings: bookings.map(({ name, value }) => ({ name, value: `array[${value}]::uuid[]` })),
  ticket: bookings.map(({ name, also }) => ({ name, value: also?.p_code ?? 'null' })),
  passport: TRIPS.map((trip) => one(trip.row, passportOf(trip))),
  service: services,
  experience: [one('of selva', id.experience)],
  experiences: [{ name: 'of selva', value: `'{${id.experience}}'` }],
  transport: [one('of selva', id.transport)],
  departure: [
    { name: 'of selva', value: quoted(id.departure) },
    { name: 'ride of selva', value: quoted(id.transportDeparture) },
    { name: 'of rio, past', value: quoted(id.pastDeparture) },
  ],
  departures: [{ name: 'of selva', value: `array['${id.departure}', '${id.transportDeparture}']::uuid[]` }],
  /** The bookings that a cancellation request selects. */
  selection: [
    {
      name: 'departure of selva',
      value: `jsonb_build_object('departures', jsonb_build_array(jsonb_build_object('service_id', '${id.experience}',
        'slot_id', '${id.slot}', 'service_date', current_date + 20)))`,
    },
    {
      name: 'all of selva',
      value: `jsonb_build_object('territory_id', 'selva', 'from', current_date + 1, 'to', current_date + 3)`,
    },
  ],
  condition: [one('of selva', id.condition)],
  cancellation: [one('of selva', id.cancellation)],
  offer: [one('of selva', id.offer)],
  note: [one('of selva', id.note), one('at home', id.homeNote)],
  offerToken: [one('of selva', OFFER_TOKEN)],
  payout: [one('of selva', id.payout)],
  hold: [one('of selva', id.hold), one('at home', id.homeHold)],
  invite: [one('of selva', id.invite), one('of a colleague to be', id.staffInvite)],
  inviteCode: [one('of selva', INVITE_CODE), one('of a colleague to be', STAFF_INVITE_CODE)],
  roleRequest: [one('of selva', id.request), one('of a stranger', id.strangersRequest)],
  post: [one('of selva', id.post)],
  report: [one('of selva', id.report)],
  review: [one('of selva', id.review)],
  link: [one('of selva', id.link)],
  linkCode: [one('of selva', LINK_CODE)],
  notifications: [{ name: 'of selva', value: `'{${id.notification}}'` }],
  queueItem: [
    { name: 'submission of selva', value: quoted(id.submission), also: { p_queue: `'submission'` } },
    { name: 'application of selva', value: quoted(id.application), also: { p_queue: `'application'` } },
    { name: 'contact', value: quoted(id.contact), also: { p_queue: `'contact'` } },
  ],
  driver: [one('of selva', id.driverRow)],
  letter: [{ name: 'of selva', value: String(OUTBOX_ROW) }],
  monthStatement: [{ name: 'of selva', value: String(MONTH_STATEMENT) }],
  /** Another person's passport in a booking form. */
  holdForm: TRIPS.map((trip) => ({ name: trip.row, value: holdForm(passportOf(trip)) })),
  /** An experience of the home territory with a guide from elsewhere. */
  experienceForm: [
    { name: 'stranger guides', value: experienceForm(person.stranger) },
    { name: 'guide of selva guides', value: experienceForm(person.guide3) },
    { name: 'left guides', value: experienceForm(person.left) },
  ],
  /** A file uploaded by another person. */
  media: [
    {
      name: 'of stranger',
      value: `array['/storage/v1/object/public/media/user-submissions/${person.stranger}/p.webp']`,
      also: { p_media_types: `'{image}'` },
    },
  ],
  /** A row that does not exist yet, in a foreign place that another argument names. */
  nothing: [one('new', newId)],
} satisfies Record<string, Target[]>;

export type Kind = keyof typeof TARGETS;

/** Values for arguments with these names in every function. Exceptions are in the function's line. */
export const ARGUMENTS: Record<string, Kind> = {
  p_user_id: 'person',
  p_territory_id: 'territory',
  p_booking_id: 'booking',
  p_booking_ids: 'bookings',
  p_service_id: 'service',
  p_experience_id: 'experience',
  p_transport_id: 'transport',
  p_departure_id: 'departure',
  p_hold_id: 'hold',
  p_invite_id: 'invite',
  p_request_id: 'roleRequest',
  p_message_id: 'post',
  p_report_id: 'report',
  p_review_id: 'review',
  p_link_id: 'link',
};

/** Arguments that name no row: page keys, and request keys. */
export const PLAIN: Record<string, string> = {
  p_after_id: 'null',
  p_before_id: 'null',
  p_idempotency_key: 'gen_random_uuid()',
  p_position: '1',
};
