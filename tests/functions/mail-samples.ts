/** The database's data for each email in the usual case, for tests to vary. */
export const APP = 'https://territorio.example';

const service = {
  kind: 'experience',
  title: 'Castle & hot waterfall',
  booking_date: '2026-12-05',
  start_time: '14:30:00',
  num_people: 2,
  booking_type: 'shared',
  total_price: 1351,
  price_now: 1351,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  territory_name: 'Río Dulce',
  time_zone: 'America/Guatemala',
  full_name: 'Ana López',
};

export const booking = {
  ...service,
  booking_id: '3c104349-8e97-4303-b07b-c182f4040f40',
  service_id: '9a104349-8e97-4303-b07b-c182f4040f41',
  payment_method: 'card',
  payment_status: 'completed',
  status: 'paid',
  ended_by: null as string | null,
  guide_name: 'Elmer Caal',
  hotel_name: 'Hotel Backpackers',
  cancellation_policy: 'moderate',
  meeting_point: 'The blue dock below the bridge in Fronteras',
  meeting_point_link: 'https://maps.example/blue-dock' as string | null,
  pickup_location: null as string | null,
  pickup_directions: null as string | null,
  pickup_map: null as string | null,
  check_in_code: '82a0ea32ce1379c8cf147e1ed66b2fec',
  paid: 1351,
  released: false,
  refund_due: 0,
  refunded: 0,
  calendar: {
    uid: 'experience-3c104349-8e97-4303-b07b-c182f4040f40@territorio',
    sequence: 3,
    status: 'CONFIRMED',
    title: 'Castle & hot waterfall',
    startLocal: '2026-12-05T14:30:00',
    endLocal: '2026-12-05T18:30:00',
    timeZone: 'America/Guatemala',
    location: 'The blue dock below the bridge in Fronteras, Río Dulce',
    numPeople: 2,
    stamp: '2026-11-21T10:46:10Z',
  },
};

/** The data of a departure below its minimum. */
export const minimum = {
  status: 'scheduled',
  min_to_run: 6,
  sold: 4,
  decides_at: '2026-12-05T00:00:00Z',
  time_zone: 'America/Guatemala',
};

export const cancelledBooking = {
  ...booking,
  status: 'cancelled',
  ended_by: 'tourist',
  refund_due: 675.5,
  calendar: { ...booking.calendar, sequence: 4, status: 'CANCELLED' },
};

/** The departure is cancelled, and its guest chose the refund or had no choice. */
export const endedWithDeparture = {
  ...cancelledBooking,
  ended_by: 'departure',
  refund_due: 1351,
  cancelled_departure: { reason: 'road', message: 'The harbour master closed the river.' as string | null },
};

export const ride = {
  ...booking,
  kind: 'transport',
  title: 'Shuttle to Flores',
  start_time: '08:00:00',
  payment_method: 'cash',
  payment_status: 'pending',
  guide_name: null,
  meeting_point: null,
  pickup_location: 'Central park of Antigua',
  pickup_directions: 'In front of the fountain, beside the cathedral',
  pickup_map: 'https://maps.example/antigua',
};

export const payout = {
  id: '6c104349-8e97-4303-b07b-c182f4040f43',
  number: 'P-20261205-6C104349',
  amount: 18300,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  lines: 42,
  paid_on: '2026-12-05',
  reference: 'Transfer BI 88213' as string | null,
  reverses: null as string | null,
  reason: null as string | null,
  payee_name: 'Marta Choc',
  territory_name: 'Río Dulce',
  first_trip: '2026-11-02',
  last_trip: '2026-12-03',
};

export const failedPayment = {
  ...service,
  hold_id: '5c104349-8e97-4303-b07b-c182f4040f42',
  service_id: booking.service_id,
  reason: 'declined',
  held_until: '2026-11-21T20:45:00Z' as string | null,
};

export const message = {
  full_name: 'Ana López',
  user_id: '6c104349-8e97-4303-b07b-c182f4040f43',
  conversation: { kind: 'transport', booking_id: booking.booking_id },
  messages: [
    { text: 'We meet at the blue dock at 2:15.\nBring a towel & some water.', sender_name: 'Marta Choc' },
    { text: 'And good shoes.', sender_name: 'Marta Choc' },
  ],
};

export const invitation = {
  invite_id: '7c104349-8e97-4303-b07b-c182f4040f44',
  code: '82a0ea32ce1379c8cf147e1ed66b2fec82a0ea32ce1379c8cf147e1ed66b2fec',
  full_name: 'Mateo',
  roles: ['tour_guide'],
  territory_name: 'Río Dulce',
  inviter_name: 'Lucía Pop',
  time_zone: 'America/Guatemala',
  expires_at: '2026-12-05T18:00:00Z',
};

export const payeeAccount = {
  full_name: 'Marta Choc',
  deleted: false,
  account_number: '•••• 4821',
  at: '2026-11-21T20:30:00Z',
  time_zone: 'America/Guatemala',
};

export const roleDecided = {
  full_name: 'Mateo',
  role: 'tour_guide',
  approved: true,
  reason: null as string | null,
  territory_name: 'Río Dulce',
};

export const letter = {
  name: 'Ana López',
  email: 'ana@example.test',
  subject: 'Boats',
  message: 'When does the first boat leave?\n\nThank you!',
};

export const teamBookings = {
  user_id: message.user_id,
  territory_id: 'rio-dulce',
  territory_name: 'Río Dulce',
  full_name: 'Lucía Pop',
  count: 1,
  bookings: [{ ...service, what: 'new', id: booking.booking_id }],
};
export const manyTeamBookings = {
  ...teamBookings,
  count: 23,
  bookings: [
    ...teamBookings.bookings,
    {
      ...service,
      kind: 'transport',
      title: 'Boat to Livingston',
      start_time: null,
      what: 'cancelled',
      id: message.user_id,
    },
  ],
};

/** Sent the evening before. The decision is at six in the territory. */
export const goNoGo = {
  departure_id: message.user_id,
  user_id: message.user_id,
  title: 'River Canyon',
  service_date: '2026-12-05',
  start_time: '07:00:00',
  territory_id: 'rio-dulce',
  territory_name: 'Río Dulce',
  time_zone: 'America/Guatemala',
  sold: 4,
  min_to_run: 6,
  decides_at: '2026-12-05T00:00:00Z',
  full_name: 'Elmer Caal',
  roles: ['tour_guide'],
};

const canyon = {
  kind: 'experience',
  service_id: booking.service_id,
  slot_id: message.user_id,
  service_date: '2026-12-05',
  title: 'River Canyon',
  start_time: '07:00:00',
  capacity: 12,
  guests: 9,
  leaders: ['Elmer Caal'],
  unled: false,
  exclusive: false,
  to_collect: [{ currency_code: 'GTQ', currency_symbol: 'Q', amount: 350 }],
};
export const tomorrow = {
  user_id: message.user_id,
  territory_id: 'rio-dulce',
  territory_name: 'Río Dulce',
  full_name: 'Lucía Pop',
  day: '2026-12-05',
  departures: [
    canyon,
    {
      ...canyon,
      kind: 'transport',
      slot_id: message.user_id,
      title: 'Boat to Livingston',
      start_time: null,
      capacity: 8,
      guests: 2,
      leaders: [],
      unled: true,
      to_collect: [],
    },
  ],
  empty: 3,
  requests: 1,
};

const choice = { service_id: 'river', title: booking.title, service_date: '2026-12-06', start_time: '09:00:00' };
export const departureOffer = {
  ...booking,
  code: '0123456789abcdef'.repeat(4),
  offer: {
    service_id: 'river',
    reason: 'road',
    message: 'The harbour master closed the river.',
    expires_at: '2026-12-05T15:00:00Z',
    time_zone: 'America/Guatemala',
    refund_amount: 1351,
    choices: [choice, { ...choice, service_date: '2026-12-07' }],
  },
};

const trip = {
  title: service.title,
  booking_date: service.booking_date,
  start_time: service.start_time,
};
const condition = {
  full_name: 'Ana López',
  code: null as string | null,
  trips: [trip],
  condition: {
    subject: 'river',
    state: 'closed',
    text: 'The harbour master closed the river: the water is too high.',
    source_url: 'https://news.example/river' as string | null,
    ends_at: '2026-12-06T12:00:00Z',
    time_zone: 'America/Guatemala',
    territory_id: 'rio-dulce',
  },
};
export const conditionOf = (state: string) => ({ ...condition, condition: { ...condition.condition, state } });
export const conditionOfMany = {
  ...condition,
  trips: [trip, { ...trip, title: 'Shuttle to Flores', booking_date: '2026-12-06', start_time: '08:00:00' }, trip],
};

export const reminder = {
  ...booking,
  unsubscribe: '0123456789abcdef'.repeat(4),
  territory_id: 'rio-dulce',
  passport_required: true,
  what_to_bring: 'A light rain jacket' as string | null,
  whatsapp_number: '+502 5512-3480' as string | null,
  conditions: [
    {
      subject: 'river',
      state: 'delayed',
      text: 'Rain on the river: please come a little earlier.',
      ends_at: '2026-12-06T12:00:00Z',
    },
  ],
};
export const rideReminder = {
  ...reminder,
  ...ride,
  passport_required: false,
  what_to_bring: null,
  whatsapp_number: null,
  conditions: [],
};

export const seatsFree = {
  entry_id: '3c104349-8e97-4303-b07b-c182f4040f40',
  kind: 'experience',
  service_id: '9a104349-8e97-4303-b07b-c182f4040f41',
  slot_id: '7b104349-8e97-4303-b07b-c182f4040f42',
  title: 'Castle & hot waterfall',
  territory_name: 'Río Dulce',
  full_name: 'Ana López',
  service_date: '2026-12-05',
  start_time: '14:30:00',
  time_zone: 'America/Guatemala',
  booking_type: 'shared',
  num_people: 3,
  expires_at: '2026-12-04T20:30:00Z',
};

export const transferInvite = {
  code: '0123456789abcdef'.repeat(4),
  kind: 'experience',
  title: 'Castle & hot waterfall',
  booking_date: '2026-12-05',
  start_time: '14:30:00',
  num_people: 2,
  booking_type: 'shared',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  territory_name: 'Río Dulce',
  full_name: 'Ana López',
  giver_name: 'Gustavo Pérez',
  meeting_point: 'Municipal dock',
  time_zone: 'America/Guatemala',
  amount_due: null as number | null,
  expires_at: '2026-12-04T20:30:00Z',
};
/** Sent to the giver of a ticket, who paid for it. */
export const givenTicket = {
  ...booking,
  full_name: 'Gustavo Pérez',
  holder_name: 'Ana',
  paid_by_reader: true,
  ended: false,
};

export const late = { ...booking, expected_time: '14:45:00', delay_minutes: 15, leaving: false };

export const otherPickup = {
  ...booking,
  kind: 'transport',
  meeting_point: null,
  guide_name: null,
  pickup_location: 'Central park',
  hotel_name: 'Hotel Isabel',
  pickup_at: '2026-12-05T13:50:00' as string | null,
  pickup_before: '2026-12-05T14:10:00' as string | null,
};

/** Every email, in each of its wordings. */
export const samples: [name: string, template: string, data: unknown][] = [
  ['confirmed', 'booking_confirmation', booking],
  ['confirmed-undecided', 'booking_confirmation', { ...booking, minimum }],
  ['takes-place', 'departure_confirmed', { ...booking, minimum: { ...minimum, status: 'confirmed', sold: 6 } }],
  ['late', 'departure_late', late],
  ['late-pickup', 'departure_late', { ...late, kind: 'transport', hotel_name: 'Hotel Isabel' }],
  [
    'leaving-pickup',
    'departure_late',
    { ...late, kind: 'transport', hotel_name: 'Hotel Isabel', delay_minutes: 0, expected_time: null, leaving: true },
  ],
  ['late-dock', 'departure_late', { ...late, full_name: null, walk_in: true, code: '0123456789abcdef'.repeat(4) }],
  ['on-time-again', 'departure_late', { ...late, delay_minutes: 0, expected_time: null }],
  ['leaving-now', 'departure_late', { ...late, delay_minutes: 0, expected_time: null, leaving: true }],
  ['pickup', 'pickup_changed', otherPickup],
  ['pickup-first', 'pickup_changed', { ...otherPickup, pickup_before: null }],
  ['pickup-none', 'pickup_changed', { ...otherPickup, pickup_at: null }],
  [
    'pickup-dock',
    'pickup_changed',
    { ...otherPickup, full_name: null, walk_in: true, code: '0123456789abcdef'.repeat(4) },
  ],
  ['confirmed-pickup', 'booking_confirmation', otherPickup],
  ['confirmed-ride-cash', 'booking_confirmation', ride],
  ['cancelled-by-tourist', 'booking_cancelled', cancelledBooking],
  ['cancelled-by-staff', 'booking_cancelled', { ...cancelledBooking, ended_by: 'staff', refund_due: 1351 }],
  [
    'cancelled-unpaid',
    'booking_cancelled',
    { ...cancelledBooking, ended_by: 'payment', refund_due: 0, released: true },
  ],
  ['departure-cancelled', 'departure_offer', departureOffer],
  ['departure-ended', 'booking_cancelled', endedWithDeparture],
  [
    'departure-cancelled-unpaid',
    'departure_offer',
    {
      ...departureOffer,
      offer: { ...departureOffer.offer, reason: 'weather', message: null, refund_amount: 0, choices: [] },
    },
  ],
  [
    'departure-cancelled-proposed',
    'departure_offer',
    {
      ...departureOffer,
      offer: {
        ...departureOffer.offer,
        choices: [
          ...departureOffer.offer.choices,
          { ...choice, service_id: 'castle', title: 'Castillo de San Felipe' },
        ],
      },
    },
  ],
  ['moved', 'booking_moved', booking],
  ['fewer-people', 'booking_reduced', booking],
  ['more-people', 'booking_enlarged', booking],
  [
    'changed-by-team',
    'booking_changed',
    {
      ...booking,
      changed: {
        date: { service_date: '2026-12-04', start_time: '08:00:00' },
        people: 3,
        corrected: ['contact', 'hotel', 'names'],
        refund_amount: 175.5,
      },
    },
  ],
  [
    'change-to-pay',
    'booking_changed',
    {
      ...booking,
      changed: {
        due: 49,
        pay_by: '2026-12-01T20:00:00Z',
        moves: true,
        planned: { title: null, service_date: '2026-12-08', start_time: '08:00:00', people: 4, joining: ['Eva Lux'] },
      },
    },
  ],
  [
    'change-withdrawn',
    'booking_changed',
    {
      ...booking,
      changed: {
        withdrawn: true,
        planned: { title: null, service_date: '2026-12-08', start_time: '08:00:00', people: 4, joining: ['Eva Lux'] },
      },
    },
  ],
  ['dock-ticket', 'dock_ticket', { ...booking, full_name: null, code: '0123456789abcdef'.repeat(4) }],
  ['transfer-invite', 'transfer_invite', transferInvite],
  ['transfer-invite-cash', 'transfer_invite', { ...transferInvite, amount_due: 351, giver_name: null }],
  ['transfer-ticket', 'transfer_ticket', { ...booking, paid_by_other: true }],
  ['transfer-accepted', 'transfer_accepted', givenTicket],
  ['transfer-accepted-unpaid', 'transfer_accepted', { ...givenTicket, holder_name: null, paid_by_reader: false }],
  ['transfer-refund', 'transfer_refund', { ...givenTicket, ended: true, amount: 675.5 }],
  ['transfer-refund-part', 'transfer_refund', { ...givenTicket, amount: 175.5 }],
  ['way-closed', 'condition', conditionOf('closed')],
  ['way-delayed', 'condition', conditionOf('delayed')],
  ['way-open', 'condition', conditionOf('open')],
  ['way-closed-many', 'condition', conditionOfMany],
  ['seats-free', 'seats_free', seatsFree],
  ['seat-free-ride', 'seats_free', { ...seatsFree, kind: 'transport', start_time: null, num_people: 1 }],
  ['refunded', 'booking_refunded', { ...cancelledBooking, status: 'refunded', refunded: 675.5 }],
  ['payment-declined', 'payment_failed', failedPayment],
  ['payment-returned', 'payment_failed', { ...failedPayment, reason: 'returned', held_until: null }],
  [
    'payment-of-change-returned',
    'payment_failed',
    { ...failedPayment, reason: 'returned', held_until: null, of_change: true },
  ],
  ['message', 'message', message],
  ['invite', 'invite', invitation],
  ['role-approved', 'role_decided', roleDecided],
  [
    'role-declined',
    'role_decided',
    { ...roleDecided, approved: false, reason: 'We have enough guides until spring. Please ask again in March.' },
  ],
  ['payout', 'payout', payout],
  [
    'payout-taken-back',
    'payout',
    { ...payout, amount: -18300, reverses: booking.booking_id, reason: 'Sent to the wrong account' },
  ],
  ['bank-details-changed', 'payee_account', payeeAccount],
  ['bank-details-deleted', 'payee_account', { ...payeeAccount, deleted: true }],
  ['team-booking', 'team_bookings', teamBookings],
  ['team-bookings', 'team_bookings', manyTeamBookings],
  ['tomorrow', 'tomorrow', tomorrow],
  ['tomorrow-nothing-leaves', 'tomorrow', { ...tomorrow, departures: [], empty: 0 }],
  ['go-no-go', 'go_no_go', goNoGo],
  ['go-no-go-any-time', 'go_no_go', { ...goNoGo, start_time: null, full_name: null, roles: [] }],
  ['contact', 'contact_message', letter],
  ['evening-before', 'reminder_evening', reminder],
  ['evening-before-without-an-hour', 'reminder_evening', { ...reminder, start_time: null }],
  ['evening-before-ride', 'reminder_evening', rideReminder],
  ['two-hours-before', 'reminder_soon', rideReminder],
  ['review', 'review_request', { ...booking, status: 'checked_in' }],
  ['account-deleted', 'account_deleted', { full_name: 'Ana López' }],
];
