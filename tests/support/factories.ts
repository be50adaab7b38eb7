import type { Profile } from '@/features/account/profile/queries';
import type { Hold } from '@/features/booking/checkout/dto';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import type { Service } from '@/features/booking/checkout/service';
import type { ChangeOptions } from '@/features/booking/tickets/changes/queries';
import type { TicketRow } from '@/features/booking/tickets/pages';
import type { Condition } from '@/features/catalogue/conditions/queries';
import type { Territory } from '@/features/catalogue/territories/queries';
import type { BookingDetail } from '@/features/management/bookings/booking/queries';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import type { FirstSteps } from '@/features/management/first-steps/queries';
import type { Service as ShuttleService } from '@/features/management/shuttle/queries';
import type { WeekDeparture, WeekService } from '@/features/management/week/queries';
import type { ReferralLink } from '@/features/referrals/dashboard/queries';
import type { CheckInBooking } from '../../src/features/dock/check-in/queries';
import type { QueuedSale } from '../../src/features/dock/offline/sale';

/** Returns a signed-in person, by default a guest from Guatemala. */
export function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    id: 'me',
    email: 'me@example.test',
    full_name: 'Me Myself',
    avatar_url: null,
    roles: ['tourist'],
    country: 'GT',
    bio: null,
    territory_id: null,
    hotel_name: null,
    language: 'en',
    ...changes,
  };
}

/** Returns a shared shuttle of a territory. */
export function aShuttleService(changes: Partial<ShuttleService> = {}): ShuttleService {
  return {
    id: 's1',
    title: 'Coast shuttle',
    sort_title: 'coast shuttle',
    description: 'Air conditioned',
    image_urls: [],
    transport_type_id: 'shuttle',
    type_name: 'Shuttle',
    booking_type: 'shared',
    shared_price: 185.5,
    private_price: null,
    min_spots: 1,
    max_spots: 10,
    available_spots: 10,
    pickup_location: 'Dock',
    pickup_location_id: 'pu_1',
    slots: [{ id: 'slot', start_time: '13:00:00', end_time: null, days_of_week: ['monday'], available_spots: 10 }],
    duration_hours: 4.5,
    visible: true,
    updated_at: '2026-11-21T00:00:00Z',
    language: 'en',
    translations: {},
    ...changes,
  };
}

/** Returns a partner's link in a hotel lobby, with its results. */
export function aReferralLink(changes: Partial<ReferralLink> = {}): ReferralLink {
  return {
    id: 'l1',
    name: 'Lobby',
    code: 'LOBBY1',
    active: true,
    created_at: '2026-11-01T00:00:00+00:00',
    visits: 3,
    registrations: 2,
    bookings: 1,
    ...changes,
  };
}

/** Returns the booked service: a shared experience of eight seats. */
export const aService = (changes: Partial<Service> = {}): Service => ({
  kind: 'experience',
  id: '5a0b1c2d-0000-4000-8000-000000000001',
  territoryId: 'rio-dulce',
  title: 'Hot Waterfall',
  bookingType: 'shared',
  sharedPrice: 385,
  privatePrice: null,
  currencySymbol: 'Q',
  timeZone: 'America/Guatemala',
  minSpots: 1,
  maxSpots: 8,
  minPrivateGuests: 1,
  maxPrivateGuests: 1,
  passportRequired: false,
  cashAllowed: false,
  cancellationPolicy: 'moderate',
  ...changes,
});

/** Returns two of its seats, held for a card payment. */
export const aHold = (changes: Partial<Hold> = {}): Hold => ({
  id: '5a0b1c2d-0000-4000-8000-0000000000aa',
  state: 'held',
  expiresAt: '2026-10-14T12:15:00Z',
  slotId: 'slot',
  serviceDate: '2026-10-20',
  startTime: '07:00:00',
  bookingType: 'shared',
  paymentMethod: 'card',
  numPeople: 2,
  totalPrice: 770,
  currencyCode: 'GTQ',
  currencySymbol: 'Q',
  lines: [{ code: 'per_person', unitPrice: 385, quantity: 2, amount: 770 }],
  bookingId: null,
  keepsSeats: true,
  tookOver: false,
  elsewhere: null,
  cancellationPolicy: 'moderate',
  ...changes,
});

/** Returns that booking's filled form. */
export const aBookingForm = (changes: Partial<BookingForm> = {}): BookingForm => ({
  serviceDate: '2099-10-20',
  slotId: 'slot',
  bookingType: 'shared',
  numPeople: 2,
  paymentMethod: 'card',
  whatsappNumber: '+50255123480',
  country: 'DE',
  hotelName: '',
  speaksSpanish: false,
  waiverAccepted: true,
  passports: [],
  passengers: [],
  booker: { name: '', email: '' },
  ...changes,
});

/** Returns the changes of a booking of two by card: another date, and more or fewer people as the tests set. */
export function aChange(changes: Partial<ChangeOptions> = {}): ChangeOptions {
  const sums = { refusal: null, refund_amount: 0, reduced_amount: 0, fee_amount: 0, extra_amount: 0, at_once: true };
  return {
    kind: 'experience',
    booking_id: 'b1',
    service_id: 'e1',
    booking_type: 'shared',
    title: 'Hot Waterfall',
    service_date: '2026-12-04',
    start_time: '09:00:00',
    num_people: 2,
    time_zone: 'America/Guatemala',
    payment_method: 'card',
    payment_status: 'completed',
    paid_by_other: false,
    currency_symbol: 'Q',
    passengers: [],
    passports: 0,
    passport_required: false,
    date: { ...sums, refund_at_most: null, choices: [] },
    fewer: { refusal: null, min_to_run: null, choices: [] },
    more: {
      refusal: null,
      fewest: 1,
      most: 3,
      choices: [1, 2, 3].map((people) => ({ people, extra_amount: 385 * people, at_once: false })),
    },
    hold: null,
    ...changes,
  };
}

/** Returns a booking of two people, paid by card, as its territory's team sees it. */
export function aBookingDetail(changes: Partial<BookingDetail> = {}): BookingDetail {
  return {
    kind: 'experience',
    id: 'b1',
    territory_id: 'rio',
    title: 'Hot Waterfall',
    booking_date: '2026-12-12',
    start_time: '09:00:00',
    num_people: 2,
    booking_type: 'shared',
    status: 'paid',
    payment_status: 'completed',
    check_in_status: 'pending',
    total_price: 680,
    currency_code: 'GTQ',
    payment_method: 'card',
    live: true,
    paid_amount: 680,
    card_amount: 680,
    amount_due: null,
    refunded_amount: 0,
    disputed_amount: 0,
    on_its_way_amount: 0,
    refund_delayed: false,
    refundable_amount: 680,
    fees_amount: 0,
    credit_amount: 0,
    authorised: false,
    tourist: { full_name: 'Anna Keller', email: 'anna@example.test' },
    payer: null,
    whatsapp_number: '+50255123480',
    country: 'DE',
    speaks_spanish: false,
    hotel_name: null,
    passengers: [],
    passport_required: false,
    passports: [],
    guide_name: null,
    time_zone: 'America/Guatemala',
    notes: [],
    tags: [],
    history: [],
    ...changes,
  };
}

/** Returns a referred private booking, paid in cash and checked in, in its territory's list. */
export function aTerritoryBooking(changes: Partial<TerritoryBooking> = {}): TerritoryBooking {
  return {
    kind: 'experience',
    id: 'b1',
    booking_date: '2026-10-14',
    start_time: '09:00:00',
    service_id: 'e1',
    title: 'Castle',
    booking_type: 'private',
    num_people: 3,
    tourist_name: 'Ana',
    tourist_email: 'ana@example.test',
    hotel_name: null,
    paid_on: '2026-10-14',
    refunded_on: null,
    payment_intent_id: null,
    charge_id: null,
    stripe_payout_id: null,
    not_collected: 0,
    currency_code: 'GTQ',
    total_price: 351,
    refunded_amount: 0,
    payment_method: 'cash',
    payment_status: 'completed',
    status: 'checked_in',
    check_in_status: 'checked_in',
    operator_name: 'Elmer Caal',
    operator_amount: 245.7,
    territory_amount: 35.1,
    app_amount: 35.1,
    partner_amount: 35.1,
    partner_name: 'Hotel',
    operator_status: 'paid',
    territory_status: 'pending',
    partner_status: 'cancelled',
    commission_amount: 35.1,
    commission_status: 'pending',
    updated_at: '2026-10-14T00:00:00Z',
    whatsapp_number: '+50255128840',
    checked_in_at: null,
    arrived: null,
    walk_in: false,
    departure_id: '7de0f6a1-0000-4000-8000-000000000001',
    departure: null,
    ...changes,
  };
}

/** Returns an unsent offline sale. */
export const aQueuedSale = (userId: string): Omit<QueuedSale, 'seq'> => ({
  userId,
  sale: {
    service_id: 'e1',
    slot_id: 's1',
    service_date: '2126-11-22',
    booking_type: 'shared',
    num_people: 2,
    payment_method: 'cash',
    amount: 440,
    language: 'en',
    waiver_version: '2026-01',
    arrived: false,
    idempotency_key: '70c971b7-0000-4000-8000-000000000000',
    reserve_id: 'r1',
    sold_at: '2126-11-22T13:05:00Z',
  },
  shown: {
    title: 'River Canyon',
    territory_id: 'rio',
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    start_time: '09:30:00',
    time_zone: 'America/Guatemala',
  },
  state: 'waiting',
});

/** The data of a partner's invitation. */
export const aPartnerInvite = {
  role: 'travel_partner',
  territoryId: 'rio',
  email: 'luz@example.test',
  fullName: 'Luz',
  businessName: 'Hotel Luna',
  commission: 7.5,
} as const;

/** Returns a paid booking as My Bookings lists it. */
export const aTicket = (change: Partial<TicketRow> = {}): TicketRow => ({
  kind: 'experience',
  id: '5a0b1c2d-0000-4000-8000-00000000000a',
  booking_date: '2026-11-25',
  slot_id: 'slot',
  start_time: '07:00:00',
  num_people: 2,
  total_price: 770,
  unpaid_change: null,
  paid: 770,
  booking_type: 'shared',
  status: 'paid',
  payment_method: 'card',
  payment_status: 'completed',
  paid_by_other: false,
  check_in_status: 'pending',
  checked_in_at: null,
  vehicle: null,
  territory: null,
  currency: { symbol: 'Q' },
  service: {
    id: 'e1',
    title: 'Hot Waterfall',
    image_urls: [],
    place: 'Blue pier',
    directions: null,
    mapLink: null,
    goesTo: null,
    hours: null,
  },
  guide: { full_name: 'Marta Choc', avatar_url: null },
  code: 'e3bd20f1aaaaaaaaaaaaaaaaaaaaaaaa',
  ticketVersion: 1,
  statement: null,
  review: null,
  review_deleted_at: null,
  reviewRefusal: null,
  passports: [],
  cancellation_policy: 'moderate',
  passport_removed_by: null,
  passport_closed_at: null,
  refund: null,
  guideNumber: null,
  ...change,
});

/** Returns a departure on Wednesday, October 14, 2026 at seven, with two of eight seats sold. */
export const aWeekDeparture = (changes: Partial<WeekDeparture> = {}): WeekDeparture => ({
  slot_id: '6f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d',
  departure_id: 'd0000000-0000-4000-8000-000000000001',
  service_date: '2026-10-14',
  start_time: '07:00:00',
  capacity: 8,
  held: 0,
  sold: 2,
  closed: false,
  exclusive: false,
  offered: true,
  past: false,
  delay_minutes: 0,
  cancel_reason: null,
  leaders: ['Elmer Caal'],
  unled: false,
  ...changes,
});

export const aWeekService = (changes: Partial<WeekService> = {}): WeekService => ({
  kind: 'experience',
  service_id: '7f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d',
  title: 'River Canyon by Lancha',
  type_id: null,
  type_name: null,
  image: null,
  visible: true,
  departures: [aWeekDeparture()],
  sort_group: '',
  sort_title: 'river canyon by lancha',
  ...changes,
});

/** Returns the first steps of a territory with a draft, waiting for its guide. */
/** Unfinished steps are required by default. */
export const firstSteps = (change: Partial<FirstSteps> = {}): FirstSteps => ({
  needs: ['guide', 'slots', 'pickup'],
  lacks: change.needs ?? ['guide', 'slots', 'pickup'],
  open: false,
  done: false,
  hidden: false,
  manages: true,
  guide: null,
  awaited: { email: 'marta@example.test', full_name: 'Marta Xol', sent_at: '2026-11-23T14:05:00Z', undelivered: false },
  experience: { id: 'pools', title: 'Semuc Pools', price: 195, visible: false, led: false },
  experiences: 1,
  transports: 0,
  territory: {
    name: 'Semuc Champey',
    description: 'Pools.',
    summary: null,
    image: null,
    visible: false,
    country: 'GT',
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    time_zone: 'America/Guatemala',
  },
  ...change,
});

/** Returns the same as the database: with names in each language. */
export const firstStepsAnswer = (change: Partial<FirstSteps> = {}) => {
  const steps = firstSteps(change);
  return {
    ...steps,
    experience: steps.experience && { ...steps.experience, titles: { en: steps.experience.title } },
    territory: { ...steps.territory, names: { en: steps.territory.name } },
  };
};

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Returns a paid booking for two of a departure boarding now, as check-in shows it. */
export const aCheckInBooking = (changes: Partial<CheckInBooking> = {}): CheckInBooking =>
  ({
    kind: 'experience',
    booking_id: 'b1',
    title: 'Castle',
    service_date: new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(new Date()),
    start_time: null,
    time_zone: 'America/Guatemala',
    num_people: 2,
    booking_type: 'shared',
    status: 'paid',
    payment_status: 'completed',
    payment_method: 'card',
    total_price: 100,
    amount_due: null,
    currency_symbol: 'Q',
    check_in_from: hoursFromNow(-3),
    no_show_from: hoursFromNow(0.1),
    arrival_until: hoursFromNow(20),
    check_in_status: 'pending',
    tourist: { full_name: 'Ana Cruz' },
    ...changes,
  }) as CheckInBooking;

/** Returns a territory without pictures and meeting place. */
export const aTerritory = (changes: Partial<Territory> = {}): Territory & { time_zone: string } => ({
  id: 'rio',
  name: 'Río Dulce',
  summary: null,
  description: 'A river.',
  country: 'GT',
  visible: true,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  time_zone: 'America/Guatemala',
  image_urls: [],
  video_urls: [],
  meeting_point: null,
  meeting_point_link: null,
  ...changes,
});

/** Returns a closed river that affects one experience of Río Dulce. */
export const aCondition = (changes: Partial<Condition> = {}): Condition => ({
  id: 'c1',
  territory_id: 'rio',
  subject: 'river',
  state: 'closed',
  text: 'The harbour master closed the river.',
  source_url: null,
  touches_all: false,
  starts_at: '2026-11-27T12:00:00Z',
  ends_at: '2126-11-28T12:00:00Z',
  changed_at: '2026-11-27T12:05:00Z',
  poster: { full_name: 'Marta Choc' },
  territory: { time_zone: 'America/Guatemala' },
  services: [{ service_id: 'e1' }],
  ...changes,
});
