import { userId } from '../identities.ts';
import type { Line, Lines } from './lines.ts';
import { id } from './world.ts';

const ALL = 'all';
const SIGNED_IN = 'signed-in';
const ROLES = [`'tour_guide'`, `'shuttle_driver'`, `'territory_staff'`, `'admin'`];

const experienceForm = `jsonb_build_object('title', 't', 'description', 'd', 'image_urls', '["/art/a.svg"]'::jsonb, 'booking_type', 'shared',
  'shared_price', 1, 'duration', 1, 'min_spots', 1, 'max_spots', 1, 'available_spots', 1, 'guides', jsonb_build_array('${userId.guide}'),
  'timeslots', '[]'::jsonb)`;

/** Returns the people with access to a booking through their work. */
const bookings = (experience: string, transport: string, away: string, past = experience): Record<string, string> => ({
  futureBooking: experience,
  pastBooking: past,
  futureTransportBooking: transport,
  pastTransportBooking: transport,
  '*': away,
});
const HOME = 'staff manager admin';
/** The hosts. The guide of the past trip has left. */
const BY_HOSTS = bookings('guide staff manager', 'shuttle staff manager', '', 'staff manager');
const BY_STAFF = bookings(HOME, HOME, 'admin');
const BY_MANAGER = bookings('manager admin', 'manager admin', 'admin');

/** Weeks before and days after the trip, these are refused for hosts as well. */
const ARRIVALS = [`'checked_in'`, `'no_show'`];
const arrival: Line = { args: { p_action: ARRIVALS }, conflict: BY_HOSTS };
const TOO_EARLY = { futureBooking: HOME, futureTransportBooking: HOME, booking: 'admin', transportBooking: 'admin' };
const ADMIN: Line = { may: 'admin' };
/** Lists of the bookings of a territory, of one of its services or of one of its guides. */
const LISTED = { oculto: '', '*': 'admin' };
const OF_SERVICE = { 'selva + experience of selva': 'admin', 'selva + transport of selva': 'admin' };
const OF_GUIDE = { 'selva + guide of selva': 'admin' };
const NOBODY: Line = {};

/** The foreign targets that each function callable from a browser takes, and who may use them anyway. */
export const foreignFunctions: Lines = {
  accept_invite: NOBODY,
  account_deletion_terms: NOBODY,
  // Anyone can request a role in a visible territory, but people who have the role have nothing to request.
  add_my_role: {
    args: { p_role: ROLES },
    may: {
      selva: SIGNED_IN,
      "oculto | 'tour_guide'": 'guide guide2',
      "oculto | 'shuttle_driver'": 'driver',
      "oculto | 'territory_staff'": 'staff staff2',
      "oculto | 'admin'": 'admin',
      "selva | 'admin'": 'admin',
    },
  },
  admin_counts: NOBODY,
  all_regions: { args: { p_from: ['current_date'], p_to: ['current_date + 30'] }, may: 'admin' },
  answer_departure_offer: { args: { p_offer_id: 'offer', p_answer: [`'refund'`] }, conflict: 'admin' },
  // Anyone with the link gets an answer. This offer was undone.
  answer_offer_by_link: { args: { p_token: 'offerToken', p_answer: [`'refund'`] }, conflict: ALL },
  audit_actions: NOBODY,
  audit_search_cut: NOBODY,
  book_cash: NOBODY,
  booking_calendar: NOBODY,
  booking_choices: { may: { oculto: '', '*': 'admin' } },
  booking_receipt: NOBODY,
  cancel_booking: NOBODY,
  cancel_departures: {
    args: {
      p_selection: 'selection',
      p_reason: [`'weather'`],
      p_message: ['null'],
      p_key: ['gen_random_uuid()'],
      p_proposed_service_id: ['null'],
    },
    may: 'admin',
  },
  cancellation_totals: {
    may: {
      'rio + futureBooking': HOME,
      'rio + pastBooking': HOME,
      'rio + futureTransportBooking': HOME,
      'rio + pastTransportBooking': HOME,
      'selva + booking': 'admin',
      'selva + transportBooking': 'admin',
    },
  },
  change_booking: {
    args: {
      p_steps: [`'[{"step": "party", "people": 1000}]'`],
      p_key: ['gen_random_uuid()'],
      p_shown: [`'{"refund_amount": 0, "booking": {}}'`],
      p_desk: [`'{"reason": "Asked by phone", "waived": true}'`],
    },
    conflict: BY_STAFF,
  },
  change_booking_details: {
    args: {
      p_details: [`'{}'`],
      p_reason: [`'Asked by phone'`],
      p_seen: [`'{}'`],
    },
    may: TOO_EARLY,
    conflict: { pastBooking: HOME, pastTransportBooking: HOME },
  },
  add_booking_note: { args: { p_note_id: ['gen_random_uuid()'], p_text: [`'A note'`] }, may: BY_STAFF },
  delete_booking_note: { args: { p_note_id: 'note' }, may: { 'at home': 'manager admin', 'of selva': 'admin' } },
  set_booking_tag: { args: { p_tag: [`'VIP'`], p_on: ['true'] }, may: BY_STAFF },
  suggested_booking_tags: { may: LISTED },
  booking_emails: { may: BY_STAFF },
  send_booking_email: { args: { p_key: ['gen_random_uuid()'] }, may: BY_STAFF },
  withdraw_change: { args: { p_hold_id: ['gen_random_uuid()'] }, conflict: BY_STAFF },
  // The difference between two invented prices can be a third one.
  change_options: { args: { p_desk: ['true'] }, may: BY_STAFF, reads: ['price of transportBooking'] },
  quote_change: {
    args: {
      p_steps: [`'[{"step": "date"}]'`],
      p_desk: [`'{"waived": true}'`],
    },
    may: BY_STAFF,
    reads: ['price of transportBooking'],
  },
  changes_since: [
    // No one has changed these services.
    { args: { p_kind: [`'services'`], p_id: 'service', p_since: [`'-infinity'`] } },
    { args: { p_kind: [`'territories'`], p_id: [`'selva'`], p_since: [`'-infinity'`] } },
  ],
  chargeback_evidence: { args: { p_id: [`'dp_a'`] } },
  check_in: arrival,
  check_in_listed: arrival,
  check_invariants_now: NOBODY,
  cash_share: NOBODY,
  choose_territory: NOBODY,
  confirm_booking: { may: BY_STAFF },
  correct_phone: { args: { p_id: 'booking', p_number: [`'+502'`], p_correct: [`'+50255123480'`] }, conflict: BY_STAFF },
  claim_account: NOBODY,
  close_departure: ADMIN,
  close_service_date: ADMIN,
  commission_limits: NOBODY,
  commission_rules: ADMIN,
  condition_departures: {
    args: {
      p_condition: [
        `jsonb_build_object('touches_all', true, 'ends_at', to_char(now() + interval '1 day', 'YYYY-MM-DD"T"HH24:MI'))`,
      ],
    },
    may: LISTED,
  },

  ticket_transfer: NOBODY,
  passenger_tickets: NOBODY,
  add_wallet_pass: { args: { p_google: ['false'], p_language: ['null'] } },
  share_passenger_ticket: { args: { p_passenger: ['1'] } },
  revoke_passenger_ticket: { args: { p_code: [`'x'`] } },
  passenger_ticket: { args: { p_code: [`'x'`], p_language: ['null'] } },
  start_ticket_transfer: { args: { p_email: [`'ana@example.org'`], p_full_name: [`'Ana'`] } },
  withdraw_ticket_transfer: { args: { p_transfer_id: ['gen_random_uuid()'] } },
  ticket_transfer_by_link: { args: { p_token: [`'x'`], p_language: ['null'] } },
  accept_ticket_transfer: { args: { p_token: [`'x'`], p: [`'{}'`] } },
  my_ticket_transfers: NOBODY,
  departure_answers: NOBODY,
  dock_conflicts: NOBODY,
  // Returns only the caller's own departures.
  dock_tickets: NOBODY,
  reopen_dock_conflict: { args: { p_id: ['gen_random_uuid()'] } },
  decide_dock_conflict: { args: { p_id: ['gen_random_uuid()'], p_decision: [`'noted'`] } },
  decide_departure: {
    args: { p_decision: [`'run'`] },
    // The past departure has no live booking, so its former guide has nothing to decide. The others have no minimum
    // (tests/database/departures/go-no-go.test.ts).
    conflict: { 'of rio, past': 'staff manager admin', '*': 'admin' },
  },
  set_departure_delay: {
    args: { p_minutes: ['15'], p_key: ['gen_random_uuid()'] },
    // As for decide_departure. None of these leaves today.
    conflict: { 'of rio, past': 'staff manager admin', '*': 'admin' },
  },
  guests_without_account: NOBODY,
  my_delays: NOBODY,
  my_pickups: NOBODY,
  departure_minimum: { may: ALL },
  departure_offer: { args: { p_offer_id: 'offer' }, may: 'admin' },
  // Only covers departures that are cancelled or have a minimum, and none of these does. See
  // tests/database/departures/states.test.ts.
  departure_states: { args: { p_departures: 'departures' } },
  departure_offer_by_link: { args: { p_token: 'offerToken' }, may: ALL },
  my_departure_offers: NOBODY,
  join_waitlist: { args: { p: [`'{"num_people": 1}'`] } },
  leave_waitlist: { args: { p_entry_id: ['gen_random_uuid()'] } },
  my_waitlist: NOBODY,
  raise_capacity_for_waitlist: { may: { 'of rio, past': HOME, '*': 'admin' } },
  // Only covers departures with a waitlist, and none of these has one. See
  // tests/database/waitlist/rights.test.ts.
  departure_waitlist: { args: { p_departures: 'departures' } },
  preview_departure_cancellation: { args: { p_selection: 'selection' }, may: 'admin' },
  save_condition: {
    args: {
      p_id: 'condition',
      p_expected_revision: ['1'],
      p_condition: [
        `jsonb_build_object('subject', 'road', 'state', 'open', 'text', 'x', 'touches_all', true, 'ends_at', to_char(now() + interval '1 day', 'YYYY-MM-DD"T"HH24:MI'))`,
      ],
      p_tell: ['true'],
      p_cancel: ['null'],
    },
    // Works only with the name of its own territory.
    may: { 'of selva + selva': 'admin' },
  },
  search_regions: { args: { p_text: [`'selva'`] }, may: ALL },
  set_run_minimum: { args: { p_min_to_run: ['4'] }, may: 'admin' },
  undo_departure_cancellation: { args: { p_cancellation_id: 'cancellation' } },
  create_hold: { args: { p: 'holdForm' } },
  create_invite: {
    args: { p_email: [`'x@example.test'`], p_roles: ROLES.map((role) => `array[${role}]`) },
    may: 'admin',
  },
  duplicate_service: { args: { p_id: 'service', p_copy_id: ['gen_random_uuid()'] }, may: 'admin' },
  end_condition: { args: { p_id: 'condition' }, may: 'admin' },
  edit_review: { args: { p_rating: ['5'] } },
  delete_review: NOBODY,
  edit_message: { args: { p_message: [`'x'`] } },
  delete_message: NOBODY,
  create_review: { args: { p_rating: ['5'] } },
  // Decides for the requested territory or not at all.
  decide_role_request: {
    args: { p_approve: ['true', 'false'], p_reason: ['null'] },
    may: { 'of selva + oculto': '', 'of selva + rio': '', 'of selva + lago': '', '*': 'admin' },
  },
  decline_invite: NOBODY,
  delete_referral_link: NOBODY,
  add_territory: {
    args: {
      p_id: [`'nuevo'`],
      p: [
        `'{"name": "Nuevo", "description": "d", "country": "GT", "visible": false, "image_urls": [], "video_urls": []}'`,
      ],
    },
    may: 'admin',
  },
  first_steps: ADMIN,
  // Admins may call it, but no admin has hidden the first steps in these rows.
  hide_first_steps: { args: { p_hidden: ['true'] } },
  open_territory: { conflict: 'admin' },
  delete_territory: ADMIN,
  day_departures: {
    args: {
      p_role: [`'tour_guide'`, `'shuttle_driver'`, `'shuttle_manager'`, `'territory_staff'`],
      p_slot_id: 'transport',
    },
    may: {
      "selva + of selva | 'shuttle_manager'": 'admin',
      "selva + of selva | 'territory_staff'": 'admin',
    },
  },
  departure_passengers: {
    args: { p_slot_id: 'transport', p_date: ['current_date + 20'], p_team: ['true', 'false'] },
    may: 'admin',
  },
  discard_outbox: { args: { p_id: 'letter' }, may: 'admin' },
  discard_passport: { args: { p_name: 'passport' } },
  driver_invites: NOBODY,
  // A ticket's code reveals its booking and nothing else, not even whether the caller could check it in.
  find_check_in: {
    args: { p_code: 'ticket' },
    may: 'guide guide2 shuttle shuttle2 driver staff staff2 manager manager2',
  },
  get_check_in: { may: BY_HOSTS },
  experiences_on: { args: { p_date: ['current_date + 7'], p_people: ['2'] }, may: { oculto: '', '*': ALL } },
  get_departures: { args: { p_from: ['current_date'], p_to: ['current_date + 7'] }, may: ALL },
  get_hold: NOBODY,
  grant_role: [
    { args: { p_role: [`'admin'`] }, may: 'admin' },
    { args: { p_role: [`'tour_guide'`, `'territory_manager'`] } },
  ],
  guide_days: { args: { p_from: ['current_date - 30'], p_to: ['current_date + 30'] } },
  decline_date: { args: { p_slot_id: [`'${id.slot}'`], p_date: ['current_date + 20'], p_declined: ['true'] } },
  guide_numbers: NOBODY,
  guide_pauses: NOBODY,
  guide_timeslots: NOBODY,
  hide_message: ADMIN,
  hide_review: ADMIN,
  latest_invariant_report: NOBODY,
  impossible_phones: NOBODY,
  list_audit: { may: { oculto: '', '*': 'admin' } },
  list_driver_schedules: { may: { oculto: '', '*': 'admin' } },
  answer_run: {
    args: { p_slot_id: [`'${id.transport}'`], p_date: ['current_date + 20'], p_confirmed: ['true', 'false'] },
  },
  copy_driver_week: { args: { p_from: ['current_date'] }, may: 'admin' },
  set_departure_drivers: {
    args: {
      p_slot_id: [`'${id.transport}'`],
      p_date: ['current_date + 20'],
      p_drivers: [`'{}'`, `'{${userId.driver}}'`],
      p_expected: ['null', `'{${userId.driver}}'`],
    },
    may: 'admin',
  },
  driver_gaps: { may: { oculto: '', '*': 'admin' } },
  driver_plan: { args: { p_from: ['current_date'] }, may: { oculto: '', '*': 'admin' } },
  my_runs: NOBODY,
  list_drivers: { may: { oculto: '', '*': 'admin' } },
  list_members: {
    args: { p_id: 'person' },
    may: { 'guide of selva + selva': 'admin', 'selva + guide of selva': 'admin' },
  },
  list_outbox: NOBODY,
  list_people: { may: { oculto: '', '*': 'admin' } },
  list_pickup_locations: ADMIN,
  list_services: { args: { p_kind: [`'experience'`, `'transport'`] }, may: { oculto: '', '*': 'admin' } },
  list_troubles: { args: { p_after_key: [`'a'`] }, may: 'admin' },
  has_upload_room: { args: { p_bytes: ['1'] } },
  letters_stopped: { args: { p_token: [`'x'`], p_template: [`'message'`] }, may: ALL },
  // The code of an open invitation reveals the invited person.
  lookup_invite: { args: { p_code: 'inviteCode' }, may: ALL, reads: ['invited'] },
  lookup_referral_link: { args: { p_code: 'linkCode' }, may: ALL },
  mark_conversation_read: NOBODY,
  message_bookings: { args: { p_message: [`'x'`] }, may: BY_HOSTS },
  save_push_subscription: {
    args: { p_endpoint: [`'https://fcm.googleapis.com/x'`], p_p256dh: [`'x'`], p_auth: [`'x'`] },
  },
  delete_push_subscription: { args: { p_endpoint: [`'https://fcm.googleapis.com/x'`] } },
  mark_notifications_read: { args: { p_ids: 'notifications' } },
  my_activity: NOBODY,
  // Returns the caller's own bookings, wherever the next trip is.
  my_booking_details: { may: 'tourist otherTourist' },
  my_data: NOBODY,
  my_earning_totals: { args: { p_service_id: ['null'], p_guide_id: ['null'] } },
  my_earnings: { args: { p_service_id: ['null'], p_guide_id: ['null'] } },
  my_guide_number: NOBODY,
  my_payee_account: NOBODY,
  save_payee_account: { args: { p_account: [`'{"holder": "Plant"}'::jsonb`] } },
  delete_payee_account: NOBODY,
  my_payouts: NOBODY,
  my_payout_totals: NOBODY,
  my_invites: NOBODY,
  my_ticket_money: NOBODY,
  tickets_to_sign: NOBODY,
  my_reviews: NOBODY,
  my_review_rights: ADMIN,
  my_work_territories: NOBODY,
  open_passport: { may: BY_HOSTS },
  outbox_counts: NOBODY,
  partner_activity: NOBODY,
  partner_funnel: NOBODY,
  partner_links: NOBODY,
  partner_months: NOBODY,
  partner_terms: NOBODY,
  partner_totals: NOBODY,
  preview_currency: { args: { p_currency_code: [`'JPY'`] }, may: 'admin' },
  preview_booking_status: { args: { p_status: [`'confirmed'`, `'cancelled'`] }, may: BY_STAFF },
  quote_booking: { args: { p_booking_type: [`'shared'`], p_num_people: ['1'] }, may: ALL },
  quote_cancellation: NOBODY,
  dock_departures: { args: { p_date: ['current_date + 3'] } },
  find_guests: { args: { p_search: [`'plantname'`] }, may: LISTED },
  sell_at_dock: { args: { p: [`'{}'`] } },
  dock_sale: { args: { p_sale_id: ['gen_random_uuid()'] } },
  my_dock_sales: NOBODY,
  undo_dock_sale: { args: { p_sale_id: ['gen_random_uuid()'] } },
  renew_dock_link: { args: { p_sale_id: ['gen_random_uuid()'] } },
  send_dock_ticket: { args: { p_sale_id: ['gen_random_uuid()'], p_email: [`'ana@example.org'`] } },
  dock_ticket: { args: { p_token: [`'x'`], p_language: ['null'] } },
  my_seat_reserves: NOBODY,
  keep_seats: { args: { p: [`'{}'`] } },
  give_seats_back: { args: { p_phone: ['gen_random_uuid()'], p_reserve_id: ['gen_random_uuid()'] } },
  sell_reserved: { args: { p: [`'{}'`] } },
  new_pay_link: { args: { p_sale_id: ['gen_random_uuid()'] } },
  dock_payment: { args: { p_token: [`'x'`] } },
  my_cash_book: NOBODY,
  cash_books: NOBODY,
  cash_book_of: NOBODY,
  hand_over_cash: { args: { p_currency_code: [`'GTQ'`], p_amount: ['40'] } },
  withdraw_handover: { args: { p_handover_id: ['gen_random_uuid()'] } },
  confirm_handover: { args: { p_handover_id: ['gen_random_uuid()'], p_counted: ['1'], p_reason: ['null'] } },
  reverse_handover: { args: { p_handover_id: ['gen_random_uuid()'], p_reason: [`'x'`] } },
  receive_cash: { args: { p_amount: ['1'] }, conflict: BY_HOSTS },
  reconciler_report: NOBODY,
  // dock-conflicts.test.ts tests who may report them.
  report_arrivals: { args: { p_reports: [`'[]'`] } },
  redeem_invite: { args: { p_code: 'inviteCode' } },
  refund_booking: { args: { p_amount: ['1'], p_left: ['1'] }, conflict: BY_STAFF },
  register_referral: { args: { p_code: 'linkCode' }, may: SIGNED_IN },
  release_hold: NOBODY,
  remove_driver: { args: { p_id: 'driver' }, may: 'admin' },
  remove_my_role: { args: { p_role: ROLES } },
  remove_passport: NOBODY,
  reply_review: { args: { p_reply: [`'x'`] }, may: 'admin' },
  report_message: { may: SIGNED_IN },
  report_review: { may: SIGNED_IN },
  reported_reviews: { args: { p_at: [`'2020-01-01'`], p_id: ['null'] } },
  request_booking_email: { may: BY_STAFF },
  retry_outbox: { args: { p_id: 'letter' }, may: 'admin' },
  retry_trouble: { args: { p_kind: [`'media'`], p_item: [`'plant.webp'`] }, may: 'admin' },
  review_queue_item: { args: { p_id: 'queueItem', p_status: [`'pending'`] }, may: 'admin' },
  review_report: { args: { p_uphold: ['true', 'false'] }, may: 'admin' },
  revoke_role: { args: { p_role: ROLES }, may: 'admin' },
  own_save: { args: { p_key: ['gen_random_uuid()'] } },
  save_cash_share: { args: { p_percent: ['40'], p_expected: ['50'] }, may: 'admin' },
  save_commission_limits: {
    args: { p_ceiling: ['25'], p_operator_floor: ['55'], p_expected_ceiling: ['30'], p_expected_floor: ['50'] },
    may: 'admin',
  },
  save_service: [
    {
      args: {
        p_kind: ["'experience'"],
        p_id: 'experience',
        p_expected_version: ['null', 'now()'],
        p: [experienceForm],
      },
      conflict: 'admin',
    },
    {
      args: { p_kind: ["'experience'"], p_id: 'nothing', p_expected_version: ['null'], p: 'experienceForm' },
      may: { 'new + selva + guide of selva guides': 'admin' },
    },
  ],
  save_guide: {
    args: { p_expected_version: ['now()'], p_paused: ['true'] },
    conflict: { 'guide of selva + selva': 'admin' },
  },
  save_guide_number: { args: { p_number: [`'+50255555555'`] } },
  save_member: { args: { p_expected_version: ['now()'] } },
  search_transport: {
    args: { p_from: [`'selva'`, `'oculto'`], p_to: ['null'], p_date: ['current_date + 7'], p_people: ['2'] },
    may: ALL,
  },
  send_group_message: { args: { p_message: [`'x'`] }, may: { 'of rio, past': 'staff manager' } },
  send_message: { args: { p_message: [`'x'`] }, may: BY_HOSTS },
  service_departures: { args: { p_from: ['current_date'], p_to: ['current_date + 30'] }, may: 'admin' },
  set_booking_status: [
    { args: { p_status: [`'confirmed'`, `'cancelled'`, `'refunded'`], p_from: [`'paid'`] }, may: BY_STAFF },
    { args: { p_status: ARRIVALS, p_from: [`'paid'`] }, conflict: TOO_EARLY },
    {
      args: { p_status: ARRIVALS, p_from: [`'paid'`], p_reason: [`'The list came late'`] },
      conflict: TOO_EARLY,
      may: { pastBooking: HOME, pastTransportBooking: HOME },
    },
  ],
  set_pickup_order: { args: { p_places: [`'{planthotel-transportBooking}'`], p_expected: [`'{}'`] }, may: 'admin' },
  set_pickup_time: {
    args: { p_place: [`'planthotel-transportBooking'`], p_minutes: ['20'], p_expected: ['null::int'] },
    may: 'admin',
  },
  set_departure_capacity: { args: { p_capacity: ['4'] }, may: 'admin' },
  set_featured_experiences: {
    args: { p_ids: 'experiences', p_expected: ['null::uuid[]'] },
    may: { 'selva + of selva': 'admin' },
  },
  close_month: {
    args: { p_month: [`'2020-01-01'`], p_version: [`'0.0'`] },
    may: { oculto: '', '*': 'admin' },
    conflict: { oculto: 'admin', '*': '' },
  },
  month_payees: { args: { p_month: [`'2020-01-01'`] }, may: { oculto: '', '*': 'admin' } },
  month_statement_lines: { args: { p_statement_id: 'monthStatement' }, may: 'admin' },
  my_month_statements: NOBODY,
  territory_months: { may: { oculto: '', '*': 'admin' } },
  // The world has none: tests/functions/card-movements.test.ts.
  territory_card_movements: { args: { p_from: [`'2020-01-01'`], p_to: [`'2099-01-01'`] } },
  // Each export is recorded, also one of a region that owes nothing.
  export_payees: { may: 'admin' },
  payees_to_pay: { may: { oculto: '', '*': 'admin' } },
  // These payees are not people of this test.
  payee_lines: { args: { p_payee: [`'operator:${userId.guide}'`], p_currency: [`'GTQ'`], p_what: [`'due'`] } },
  pay_out: {
    args: {
      p_selection: [`'[{"payee": "operator:nobody", "currency": "GTQ", "as_of": "2026-01-01"}]'::jsonb`],
      p_paid_on: ['current_date - 1'],
      p_reference: [`'Transfer'`],
      p_key: ['gen_random_uuid()'],
    },
    may: 'admin',
  },
  payout_statement: { args: { p_payout_id: 'payout' }, may: 'admin' },
  payout_statement_lines: { args: { p_payout_id: 'payout' }, may: 'admin' },
  reverse_payout: { args: { p_payout_id: 'payout', p_reason: [`'A mistake'`] }, may: 'admin' },
  // The world has none: tests/database/booking/disputes.test.ts.
  territory_chargebacks: {},
  territory_payouts: { may: { oculto: '', '*': 'admin' } },
  set_payout_status: {
    args: {
      p_party: [`'operator'`, `'territory'`, `'partner'`],
      p_status: [`'cancelled'`],
      p_paid_on: ['null'],
      p_reference: ['null'],
      p_reason: [`'A mistake'`],
    },
    may: BY_MANAGER,
  },
  add_passports: { args: { p_images: [`'{}'`] } },
  show_passports: NOBODY,
  shuttle_counts: { may: { oculto: '', '*': 'admin' } },
  shuttle_services: { args: { p_id: 'transport' }, may: { 'selva + of selva': 'admin' } },
  sold_times: { may: 'admin' },
  staff_cancel_booking: { may: BY_STAFF },
  submit_content: { args: { p_media_urls: 'media', p_comment: [`'x'`], p_location: [`'x'`] } },
  territory_booking: { may: BY_STAFF },
  territory_booking_totals: [
    { args: { p_service_id: ['null'], p_guide_id: ['null'] }, may: LISTED },
    { args: { p_guide_id: ['null'] }, may: OF_SERVICE },
    { args: { p_service_id: ['null'], p_guide_id: 'person' }, may: OF_GUIDE },
  ],
  territory_bookings: [
    { args: { p_service_id: ['null'], p_guide_id: ['null'], p_after_departure_id: ['null'] }, may: LISTED },
    { args: { p_guide_id: ['null'], p_after_departure_id: ['null'] }, may: OF_SERVICE },
    { args: { p_service_id: ['null'], p_guide_id: 'person', p_after_departure_id: ['null'] }, may: OF_GUIDE },
  ],
  territory_contents: { may: { oculto: '', '*': 'admin' } },
  territory_counts: ADMIN,
  upcoming_bookings: { args: { p_kind: [`'territory'`], p_id: [`'selva'`] }, may: { oculto: '', '*': 'admin' } },
  // A day without departures sends nothing.
  territory_day: NOBODY,
  territory_departure: ADMIN,
  territory_rules: ADMIN,
  territory_topic: ADMIN,
  territory_revenue: [
    { args: { p_service_id: ['null'], p_guide_id: ['null'] }, may: LISTED },
    // Nothing was sold for the ride.
    { args: { p_guide_id: ['null'] }, may: { 'selva + experience of selva': 'admin' } },
    { args: { p_service_id: ['null'], p_guide_id: 'person' }, may: OF_GUIDE },
  ],
  territory_sales: { args: { p_services: 'experiences' }, may: { 'selva + of selva': 'admin', '*': '' } },
  territory_week: { args: { p_from: ['current_date + 20'] }, may: { oculto: '', '*': 'admin' } },
  territory_week_days: { args: { p_from: ['current_date + 20'] }, may: 'admin' },
  undo_arrival: { args: { p_key: ['gen_random_uuid()'] }, may: BY_HOSTS },
  withdraw_invite: { may: { 'of a colleague to be': 'manager admin', '*': 'admin' } },
  withdraw_role_request: NOBODY,
};
