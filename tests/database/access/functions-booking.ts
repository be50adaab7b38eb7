import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { departureDay, id, OUTBOX_ROW, userId } from './identities.ts';
import { ALL, type FunctionRules, NOBODY, SIGNED_IN } from './rules.ts';

const API = 'authenticated';
const OPEN = 'anon authenticated';
const SERVER = 'service_role';
const nobody = (call: string) => ({ execute: SERVER, calls: { any: [call, NOBODY] as [string, string] } });

const hold = `jsonb_build_object('idempotency_key', gen_random_uuid(), 'kind', 'experience', 'service_id', '${id.experience}',
  'slot_id', '${id.slot}', 'service_date', current_date + 30, 'booking_type', 'shared', 'num_people', 1, 'payment_method', 'cash',
  'whatsapp_number', '+50255555555', 'country', 'GT', 'speaks_spanish', false, 'waiver_version', '${waiverVersion}')`;

/** The road is closed until tomorrow. */
const condition = `jsonb_build_object('subject', 'road', 'state', 'closed', 'text', 'A landslide', 'touches_all', true,
  'ends_at', to_char(now() + interval '1 day', 'YYYY-MM-DD"T"HH24:MI'))`;
const departures = `jsonb_build_object('departures', jsonb_build_array(jsonb_build_object('kind', 'experience', 'service_id', '${id.experience}',
  'slot_id', '${id.slot}', 'service_date', current_date + 30)))`;
const rides = `jsonb_build_object('departures', jsonb_build_array(jsonb_build_object('kind', 'transport', 'service_id', '${id.transport}',
  'service_date', date '${departureDay}' + 1)))`;

/** Who can call the functions of the booking core. What they do is tested elsewhere. */
export const bookingFunctions: FunctionRules = {
  'search_regions(text)': {
    execute: OPEN,
    calls: { open: [`count(*) from public.search_regions('rio')`, ALL] },
  },
  'get_departures(uuid,date,date)': {
    execute: OPEN,
    calls: {
      open: [`count(*) from public.get_departures('${id.experience}', current_date, current_date + 7)`, ALL],
      ride: [`count(*) from public.get_departures('${id.transport}', current_date, current_date + 7)`, ALL],
    },
  },
  'search_transport(text,text,date,integer)': {
    execute: OPEN,
    calls: { open: [`public.search_transport('rio', null, current_date + 1, 2)`, ALL] },
  },
  'experiences_on(text,date,integer)': {
    execute: OPEN,
    calls: { open: [`count(*) from public.experiences_on('rio', current_date + 1, 2)`, ALL] },
  },
  'quote_booking(uuid,text,integer)': {
    execute: OPEN,
    calls: {
      open: [`public.quote_booking('${id.experience}', 'shared', 2)`, ALL],
      hidden: [`public.quote_booking('${id.hiddenExperience}', 'shared', 2)`, NOBODY],
    },
  },
  'create_hold(jsonb)': { execute: OPEN, calls: { any: [`public.create_hold(${hold})`, SIGNED_IN] } },
  'get_hold(uuid)': { execute: API, calls: { own: [`public.get_hold('${id.hold}')`, 'tourist'] } },
  'release_hold(uuid)': { execute: API, calls: {} },
  'book_cash(uuid)': { execute: API, calls: {} },
  'get_check_in(uuid,text)': {
    execute: OPEN,
    calls: {
      home: [
        `1 from public.get_check_in('${id.booking}', repeat('a', 32)) as answer where answer ? 'kind'`,
        'guide staff manager',
      ],
    },
  },
  'check_in(uuid,text,text,numeric,integer[])': { execute: OPEN, calls: {} },
  'check_in_listed(uuid,text,numeric,integer[])': { execute: OPEN, calls: {} },
  'receive_cash(uuid,numeric)': { execute: API, calls: {} },
  // Nothing was set: callers with permission get the booking unchanged.
  'undo_arrival(uuid,uuid)': {
    execute: API,
    calls: { home: [`public.undo_arrival('${id.booking}')`, 'guide staff manager'] },
  },
  'report_arrivals(jsonb)': {
    execute: API,
    calls: {
      home: [
        `1 from jsonb_array_elements(public.report_arrivals(jsonb_build_array(jsonb_build_object('key', gen_random_uuid(), 'action', 'undo',
          'kind', 'experience', 'booking_id', '${id.booking}', 'at', now())))) as answer where answer ->> 'result' <> 'refused'`,
        'guide staff manager',
      ],
    },
  },
  'dock_conflicts(text,boolean,integer,timestamp with time zone,uuid,integer)': { execute: API, calls: {} },
  'decide_dock_conflict(uuid,text)': {
    execute: API,
    calls: { any: [`public.decide_dock_conflict(gen_random_uuid(), 'noted')`, NOBODY] },
  },
  'reopen_dock_conflict(uuid)': {
    execute: API,
    calls: { any: [`public.reopen_dock_conflict(gen_random_uuid())`, NOBODY] },
  },
  'dock_tickets()': {
    execute: API,
    calls: { any: [`1 from public.dock_tickets()`, NOBODY] },
  },
  // tests/database/dock-sales tests who can sell and count cash.
  'dock_departures(date)': {
    execute: API,
    calls: { any: ['count(*) from public.dock_departures()', SIGNED_IN] },
  },
  'find_guests(text,text)': {
    execute: API,
    calls: { home: [`count(*) from public.find_guests('rio', 'ana')`, 'staff manager admin'] },
  },
  'sell_at_dock(jsonb)': {
    execute: API,
    calls: {
      none: [
        `public.sell_at_dock(jsonb_build_object('kind', 'experience', 'idempotency_key', gen_random_uuid()))`,
        NOBODY,
      ],
    },
  },
  'dock_sale(uuid)': { execute: API, calls: { none: [`public.dock_sale(gen_random_uuid())`, NOBODY] } },
  'my_dock_sales()': { execute: API, calls: { any: ['count(*) from public.my_dock_sales()', SIGNED_IN] } },
  'undo_dock_sale(uuid)': { execute: API, calls: { none: [`public.undo_dock_sale(gen_random_uuid())`, NOBODY] } },
  'renew_dock_link(uuid)': {
    execute: API,
    calls: { none: [`public.renew_dock_link(gen_random_uuid())`, NOBODY] },
  },
  'send_dock_ticket(uuid,text,text)': {
    execute: API,
    calls: { none: [`public.send_dock_ticket(gen_random_uuid(), 'ana@example.org')`, NOBODY] },
  },
  'dock_ticket(text,text)': { execute: OPEN, calls: { none: [`public.dock_ticket('x')`, NOBODY] } },
  'service.dock_sale_to_sign(text)': nobody(`count(*) from service.dock_sale_to_sign('x')`),
  'new_pay_link(uuid)': { execute: API, calls: { none: [`public.new_pay_link(gen_random_uuid())`, NOBODY] } },
  'dock_payment(text)': { execute: OPEN, calls: { none: [`public.dock_payment('x')`, NOBODY] } },
  'service.begin_dock_payment(text)': nobody(`service.begin_dock_payment('x')`),
  'service.begin_offer_payment(text,uuid)': nobody(`service.begin_offer_payment('x', gen_random_uuid())`),
  'service.payment_of_offer_hold(text,uuid)': nobody(`service.payment_of_offer_hold('x', gen_random_uuid())`),
  'service.payment_of_dock_link(text)': nobody(`service.payment_of_dock_link('x')`),
  'service.payment_of_dock_sale(uuid)': nobody(`service.payment_of_dock_sale(gen_random_uuid())`),
  'my_seat_reserves()': { execute: API, calls: { any: ['count(*) from public.my_seat_reserves()', SIGNED_IN] } },
  'keep_seats(jsonb)': {
    execute: API,
    calls: {
      none: [
        `public.keep_seats(jsonb_build_object('kind', 'experience', 'phone', gen_random_uuid(), 'idempotency_key', gen_random_uuid()))`,
        NOBODY,
      ],
    },
  },
  'give_seats_back(uuid,uuid)': {
    execute: API,
    calls: { any: [`public.give_seats_back(gen_random_uuid())`, SIGNED_IN] },
  },
  'sell_reserved(jsonb)': {
    execute: API,
    calls: { none: [`public.sell_reserved(jsonb_build_object('idempotency_key', gen_random_uuid()))`, NOBODY] },
  },
  'my_cash_book(integer)': { execute: API, calls: { any: ['public.my_cash_book()', SIGNED_IN] } },
  'cash_books(text)': {
    execute: API,
    calls: {
      home: [`public.cash_books('rio')`, 'shuttle staff manager admin'],
      away: [`public.cash_books('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'cash_book_of(text,uuid,integer)': {
    execute: API,
    calls: { home: [`public.cash_book_of('rio', '${userId.guide}')`, 'staff manager admin'] },
  },
  'hand_over_cash(text,text,numeric,uuid)': { execute: API, calls: {} },
  'withdraw_handover(uuid)': { execute: API, calls: { none: [`public.withdraw_handover(gen_random_uuid())`, NOBODY] } },
  'confirm_handover(uuid,numeric,text)': {
    execute: API,
    calls: { home: [`public.confirm_handover('${id.handover}', 100)`, 'staff manager admin'] },
  },
  'reverse_handover(uuid,text)': {
    execute: API,
    calls: { none: [`public.reverse_handover(gen_random_uuid(), 'x')`, NOBODY] },
  },
  'find_check_in(text)': {
    execute: OPEN,
    calls: {
      any: [
        `1 from public.find_check_in(repeat('a', 32)) as answer where answer ? 'booking_id'`,
        'guide guide2 shuttle shuttle2 driver staff staff2 manager manager2',
      ],
    },
  },
  'save_condition(uuid,text,integer,jsonb,boolean,jsonb)': {
    execute: API,
    calls: {
      home: [`public.save_condition(gen_random_uuid(), 'rio', null, ${condition})`, 'staff manager admin'],
      away: [`public.save_condition(gen_random_uuid(), 'lago', null, ${condition})`, 'staff2 manager2 admin'],
      'under the name of another': [`public.save_condition('${id.condition2}', 'rio', 1, ${condition})`, NOBODY],
    },
  },
  'end_condition(uuid)': {
    execute: API,
    calls: {
      home: [`public.end_condition('${id.condition}')`, 'staff manager admin'],
      away: [`public.end_condition('${id.condition2}')`, 'staff2 manager2 admin'],
    },
  },
  'condition_departures(text,jsonb)': {
    execute: API,
    calls: {
      home: [`count(*) from public.condition_departures('rio', ${condition})`, 'staff manager admin'],
      away: [`count(*) from public.condition_departures('lago', ${condition})`, 'staff2 manager2 admin'],
    },
  },
  'service.conditions_feed(text,text)': {
    execute: 'service_role',
    calls: { any: [`service.conditions_feed('rio', 'en')`, NOBODY] },
  },
  'close_departure(uuid,uuid,date,boolean)': {
    execute: API,
    calls: {
      home: [`public.close_departure('${id.experience}', '${id.slot}', current_date + 30)`, 'staff manager admin'],
      ride: [`public.close_departure('${id.transport}', null, current_date + 30)`, 'shuttle staff manager admin'],
      away: [`public.close_departure('${id.transport2}', null, current_date + 30)`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'set_departure_capacity(uuid,uuid,date,integer,integer)': {
    execute: API,
    calls: {
      home: [
        `public.set_departure_capacity('${id.experience}', '${id.slot}', current_date + 30, 4)`,
        'staff manager admin',
      ],
      ride: [
        `public.set_departure_capacity('${id.transport}', null, current_date + 30, 4)`,
        'shuttle staff manager admin',
      ],
    },
  },
  'preview_departure_cancellation(jsonb)': {
    execute: API,
    calls: {
      home: [`public.preview_departure_cancellation(${departures})`, 'guide staff manager admin'],
      ride: [`public.preview_departure_cancellation(${rides})`, 'shuttle staff manager admin'],
    },
  },
  'cancel_departures(jsonb,text,text,uuid,uuid,boolean)': {
    execute: API,
    calls: {
      home: [
        `public.cancel_departures(${departures}, 'weather', null, gen_random_uuid())`,
        'guide staff manager admin',
      ],
      ride: [`public.cancel_departures(${rides}, 'weather', null, gen_random_uuid())`, 'shuttle staff manager admin'],
    },
  },
  // tests/database/departures tests who can read them, and what they do.
  'undo_departure_cancellation(uuid)': {
    execute: API,
    calls: { none: [`public.undo_departure_cancellation(gen_random_uuid())`, NOBODY] },
  },
  'departure_minimum(uuid,uuid,date)': {
    execute: OPEN,
    calls: {
      open: [
        `1 from public.departure_minimum('${id.experience}', '${id.slot}', current_date + 30) m where m is not null`,
        ALL,
      ],
      hidden: [
        `1 from public.departure_minimum('${id.hiddenExperience}', null, current_date + 30) m where m is not null`,
        NOBODY,
      ],
    },
  },
  'set_run_minimum(uuid,integer,time without time zone,integer,time without time zone)': {
    execute: API,
    calls: {
      home: [`public.set_run_minimum('${id.experience}', 4)`, 'staff manager admin'],
      away: [`public.set_run_minimum('${id.experience2}', 4)`, 'staff2 manager2 admin'],
    },
  },
  'decide_departure(uuid,text)': {
    execute: API,
    calls: {
      home: [`public.decide_departure('${id.departure}', 'run')`, 'guide staff manager admin'],
      // This departure is weeks away, so its driver can't read its passengers and can't decide yet.
      ride: [`public.decide_departure('${id.transportDeparture}', 'run')`, 'shuttle staff manager admin'],
    },
  },
  'set_departure_delay(uuid,integer,uuid)': {
    execute: API,
    calls: {
      home: [`public.set_departure_delay('${id.departure}', 15, gen_random_uuid())`, 'guide staff manager admin'],
      ride: [
        `public.set_departure_delay('${id.transportDeparture}', 15, gen_random_uuid())`,
        'shuttle staff manager admin',
      ],
    },
  },
  'my_delays(uuid[])': {
    execute: API,
    calls: { any: [`count(*) from public.my_delays(array['${id.booking}']::uuid[])`, SIGNED_IN] },
  },
  'my_pickups(uuid[])': {
    execute: API,
    calls: { any: [`count(*) from public.my_pickups(array['${id.transportBooking}']::uuid[])`, SIGNED_IN] },
  },
  'guests_without_account(uuid)': {
    execute: API,
    calls: {
      home: [`count(*) from public.guests_without_account('${id.departure}')`, 'guide staff manager admin'],
      ride: [`count(*) from public.guests_without_account('${id.transportDeparture}')`, 'shuttle staff manager admin'],
    },
  },
  'my_departure_offers()': { execute: API, calls: { any: ['count(*) from public.my_departure_offers()', SIGNED_IN] } },
  'departure_answers(uuid)': {
    execute: API,
    calls: { home: [`count(*) from public.departure_answers('${id.departure}')`, 'guide staff manager admin'] },
  },
  'departure_states(uuid[])': {
    execute: API,
    calls: { home: [`count(*) from public.departure_states(array['${id.departure}']::uuid[])`, SIGNED_IN] },
  },
  'departure_offer(uuid)': {
    execute: API,
    calls: { none: [`public.departure_offer(gen_random_uuid())`, NOBODY] },
  },
  'answer_departure_offer(uuid,text,uuid,uuid,date,numeric)': {
    execute: API,
    calls: { none: [`public.answer_departure_offer(gen_random_uuid(), 'refund')`, NOBODY] },
  },
  // tests/database/changes tests who can read it, and what it does.
  'change_options(uuid,boolean)': {
    execute: API,
    calls: { own: [`public.change_options('${id.booking}')`, 'tourist'] },
  },
  'quote_change(uuid,jsonb,jsonb)': {
    execute: API,
    calls: { own: [`public.quote_change('${id.booking}', '[{"step": "date"}]')`, 'tourist'] },
  },
  'change_booking(uuid,jsonb,uuid,jsonb,jsonb)': {
    execute: API,
    calls: {
      none: [`public.change_booking(gen_random_uuid(), '[{"step": "date"}]', gen_random_uuid(), '{}')`, NOBODY],
    },
  },
  'change_booking_details(uuid,jsonb,text,jsonb)': {
    execute: API,
    calls: { none: [`public.change_booking_details(gen_random_uuid(), '{}', 'A reason', '{}')`, NOBODY] },
  },
  'add_booking_note(uuid,uuid,text,boolean)': {
    execute: API,
    calls: { home: [`public.add_booking_note('${id.booking}', gen_random_uuid(), 'A note')`, 'staff manager admin'] },
  },
  'delete_booking_note(uuid)': {
    execute: API,
    calls: { none: [`public.delete_booking_note(gen_random_uuid())`, NOBODY] },
  },
  'set_booking_tag(uuid,text,boolean)': {
    execute: API,
    calls: { home: [`public.set_booking_tag('${id.booking}', 'VIP', true)`, 'staff manager admin'] },
  },
  'booking_emails(uuid)': {
    execute: API,
    calls: { home: [`public.booking_emails('${id.booking}')`, 'staff manager admin'] },
  },
  'send_booking_email(uuid,uuid,bigint)': {
    execute: API,
    calls: { home: [`public.send_booking_email('${id.booking}', gen_random_uuid())`, 'staff manager admin'] },
  },
  'suggested_booking_tags(text)': {
    execute: API,
    calls: {
      home: [`public.suggested_booking_tags('rio')`, 'staff manager admin'],
      away: [`public.suggested_booking_tags('lago')`, 'staff2 manager2 admin'],
    },
  },
  'withdraw_change(uuid,uuid)': {
    execute: API,
    calls: { none: [`public.withdraw_change(gen_random_uuid(), gen_random_uuid())`, NOBODY] },
  },
  'passenger_tickets(uuid)': {
    execute: API,
    calls: { own: [`public.passenger_tickets('${id.booking}')`, 'tourist'] },
  },
  'share_passenger_ticket(uuid,integer)': {
    execute: API,
    calls: { none: [`public.share_passenger_ticket(gen_random_uuid(), 1)`, NOBODY] },
  },
  'revoke_passenger_ticket(uuid,text)': {
    execute: API,
    calls: { none: [`public.revoke_passenger_ticket(gen_random_uuid(), 'x')`, NOBODY] },
  },
  'service.passenger_to_sign(text)': nobody(`count(*) from service.passenger_to_sign('x')`),
  'passenger_ticket(text,text)': { execute: OPEN, calls: { none: [`public.passenger_ticket('x')`, NOBODY] } },
  'ticket_transfer(uuid)': {
    execute: API,
    calls: { own: [`public.ticket_transfer('${id.booking}')`, 'tourist'] },
  },
  'start_ticket_transfer(uuid,text,text)': {
    execute: API,
    calls: {
      none: [`public.start_ticket_transfer(gen_random_uuid(), 'ana@example.org', 'Ana')`, NOBODY],
    },
  },
  'withdraw_ticket_transfer(uuid)': {
    execute: API,
    calls: { none: [`public.withdraw_ticket_transfer(gen_random_uuid())`, NOBODY] },
  },
  'ticket_transfer_by_link(text,text)': {
    execute: OPEN,
    calls: { none: [`public.ticket_transfer_by_link('x')`, NOBODY] },
  },
  'accept_ticket_transfer(text,jsonb)': {
    execute: API,
    calls: { none: [`public.accept_ticket_transfer('x', '{}')`, NOBODY] },
  },
  'my_ticket_transfers()': {
    execute: API,
    calls: { any: ['count(*) from public.my_ticket_transfers()', SIGNED_IN] },
  },
  'departure_offer_by_link(text)': {
    execute: OPEN,
    calls: { none: [`public.departure_offer_by_link('x')`, NOBODY] },
  },
  'answer_offer_by_link(text,text,uuid,uuid,date,numeric)': {
    execute: OPEN,
    calls: { none: [`public.answer_offer_by_link('x', 'refund')`, NOBODY] },
  },
  'join_waitlist(jsonb)': {
    execute: API,
    calls: { none: [`public.join_waitlist('{"kind": "experience"}')`, NOBODY] },
  },
  'leave_waitlist(uuid)': {
    execute: API,
    calls: { none: [`public.leave_waitlist(gen_random_uuid())`, NOBODY] },
  },
  'my_waitlist()': { execute: API, calls: { any: ['count(*) from public.my_waitlist()', SIGNED_IN] } },
  'raise_capacity_for_waitlist(uuid)': {
    execute: API,
    calls: { home: [`public.raise_capacity_for_waitlist('${id.departure}')`, 'staff manager admin'] },
  },
  'departure_waitlist(uuid[])': {
    execute: API,
    calls: { home: [`count(*) from public.departure_waitlist(array['${id.departure}']::uuid[])`, SIGNED_IN] },
  },
  'service.run_departures()': nobody('service.run_departures()'),
  'request_booking_email(text,uuid)': {
    execute: API,
    calls: { home: [`public.request_booking_email('experience', '${id.booking}')`, 'tourist staff manager admin'] },
  },
  'preview_currency(text,text)': {
    execute: API,
    calls: { home: [`public.preview_currency('rio', 'USD')`, 'manager admin'] },
  },
  'preview_booking_status(uuid,text)': {
    execute: API,
    calls: {
      home: [`public.preview_booking_status('${id.booking}', 'confirmed')`, 'staff manager admin'],
      away: [`public.preview_booking_status('${id.booking2}', 'confirmed')`, 'staff2 manager2 admin'],
    },
  },
  'set_booking_status(uuid,text,text,text,numeric)': {
    execute: API,
    calls: {
      home: [`public.set_booking_status('${id.booking}', 'confirmed', null, 'ordered')`, 'staff manager admin'],
      away: [`public.set_booking_status('${id.booking2}', 'confirmed', null, 'ordered')`, 'staff2 manager2 admin'],
    },
  },
  'add_passports(uuid,text[])': {
    execute: API,
    calls: { none: [`public.add_passports(gen_random_uuid(), '{}')`, NOBODY] },
  },
  'show_passports(uuid)': {
    execute: API,
    calls: { own: [`public.show_passports('${id.booking}')`, 'tourist'] },
  },
  'quote_cancellation(uuid)': {
    execute: API,
    calls: { own: [`public.quote_cancellation('${id.booking}')`, 'tourist'] },
  },
  // With this seed data these answer 409, because it is too late to cancel or there is nothing to refund. The
  // conflict shows that the caller had permission.
  'cancel_booking(uuid,numeric)': {
    execute: API,
    calls: { own: [`public.cancel_booking('${id.booking}')`, 'tourist'] },
  },
  'staff_cancel_booking(uuid,numeric,text)': {
    execute: API,
    calls: {
      home: [`public.staff_cancel_booking('${id.booking}', 1)`, 'staff manager admin'],
      away: [`public.staff_cancel_booking('${id.booking2}', 1)`, 'staff2 manager2 admin'],
    },
  },
  'confirm_booking(uuid)': {
    execute: API,
    calls: {
      home: [`public.confirm_booking('${id.booking}')`, 'staff manager admin'],
      away: [`public.confirm_booking('${id.booking2}')`, 'staff2 manager2 admin'],
    },
  },
  'impossible_phones(text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.impossible_phones('rio')`, 'staff manager admin'],
      away: [`count(*) from public.impossible_phones('lago')`, 'staff2 manager2 admin'],
      any: ['count(*) from public.impossible_phones()', 'admin'],
    },
  },
  // No stored number can be corrected, so callers with permission get this error.
  'correct_phone(uuid,text,text)': {
    execute: API,
    calls: {
      home: [`public.correct_phone('${id.booking}', '+502', '+50255123480')`, 'staff manager admin'],
      away: [`public.correct_phone('${id.booking2}', '+502', '+50255123480')`, 'staff2 manager2 admin'],
    },
  },
  'territory_booking(uuid)': {
    execute: API,
    calls: {
      home: [`public.territory_booking('${id.booking}')`, 'staff manager admin'],
      away: [`public.territory_booking('${id.booking2}')`, 'staff2 manager2 admin'],
    },
  },
  // Also answers 409, because nothing was paid. The shown remaining amount doesn't affect permission.
  'refund_booking(uuid,numeric,numeric)': {
    execute: API,
    calls: {
      home: [`public.refund_booking('${id.booking}', 1, 1)`, 'staff manager admin'],
      away: [`public.refund_booking('${id.booking2}', 1, 1)`, 'staff2 manager2 admin'],
    },
  },
  'booking_calendar(uuid,text)': {
    execute: API,
    calls: { own: [`public.booking_calendar('${id.booking}')`, 'tourist'] },
  },
  'booking_receipt(uuid)': {
    execute: API,
    calls: { own: [`public.booking_receipt('${id.booking}')`, 'tourist'] },
  },
  // Each caller only gets an answer about themselves (cancelling.test.ts).
  'my_ticket_money(uuid[])': {
    execute: API,
    calls: { any: [`count(*) from public.my_ticket_money(array['${id.booking}']::uuid[])`, SIGNED_IN] },
  },
  // Each caller only gets an answer about themselves (sign-tickets.test.ts).
  'tickets_to_sign(uuid[])': {
    execute: API,
    calls: { any: [`count(*) from public.tickets_to_sign(array['${id.booking}']::uuid[])`, SIGNED_IN] },
  },
  'service.ticket_key_id(text)': {
    execute: 'service_role',
    calls: { any: [`service.ticket_key_id(repeat('a', 43))`, NOBODY] },
  },
  // Each caller only gets an answer about themselves (guide-numbers.test.ts).
  'guide_numbers(uuid[])': {
    execute: API,
    calls: { any: [`count(*) from public.guide_numbers(array['${id.booking}']::uuid[])`, SIGNED_IN] },
  },
  'set_payout_status(uuid,text,text,date,text,text)': {
    execute: API,
    calls: {
      home: [
        `public.set_payout_status('${id.booking}', 'operator', 'cancelled', null, null, 'Agreed')`,
        'manager admin',
      ],
      away: [
        `public.set_payout_status('${id.booking2}', 'operator', 'cancelled', null, null, 'Agreed')`,
        'manager2 admin',
      ],
    },
  },
  'service.release_expired()': nobody('service.release_expired()'),
  'service.check_invariants(timestamp with time zone)': nobody('service.check_invariants()'),
  'service.check_invariants_if_due()': nobody('service.check_invariants_if_due()'),
  'check_invariants_now()': { execute: API, calls: { all: ['public.check_invariants_now()', 'admin'] } },
  'latest_invariant_report()': { execute: API, calls: { all: ['public.latest_invariant_report()', 'admin'] } },
  'service.reconciler_health()': nobody('service.reconciler_health()'),
  'service.record_reconciler_run(jsonb)': nobody(`service.record_reconciler_run('{}')`),
  'service.record_payment_lookup(text,boolean)': nobody(`service.record_payment_lookup('pi_x', true)`),
  'reconciler_report()': { execute: API, calls: { all: ['public.reconciler_report()', 'admin'] } },
  'service.begin_payment(uuid,uuid)': nobody(`service.begin_payment('${id.hold}', null)`),
  'service.attach_payment_intent(uuid,text,text)': nobody(
    `service.attach_payment_intent('${id.hold}', 'pi_x', 'processing')`,
  ),
  'service.apply_payment_intent(text,text,bigint,bigint,text,text,text,uuid,text,jsonb,jsonb,timestamp with time zone,text)':
    nobody(`service.apply_payment_intent('pi_x', 'succeeded', 1, 1, 'gtq')`),
  'service.recent_broken_rows()': nobody('service.recent_broken_rows()'),
  'service.record_trouble(text,text,text)': nobody(`service.record_trouble('payment', 'pi_x', 'no')`),
  'service.clear_trouble(text,text)': nobody(`service.clear_trouble('payment', 'pi_x')`),
  'service.troubled_items(text)': nobody(`service.troubled_items('payment')`),
  'list_troubles(boolean,timestamp with time zone,text,integer)': {
    execute: API,
    calls: { all: ['public.list_troubles()', 'admin'] },
  },
  'retry_trouble(text,text)': { execute: API, calls: { one: [`public.retry_trouble('payment', 'pi_1')`, 'admin'] } },
  'service.record_stripe_op_error(bigint,text)': nobody(`service.record_stripe_op_error(1, 'no')`),
  'service.unprocessed_stripe_events(text[])': nobody(`service.unprocessed_stripe_events('{evt_x}')`),
  'service.record_stripe_payout(text,jsonb,text,text)': nobody(
    `service.record_stripe_payout('po_x', '[]', 'evt_x', 'payout.reconciliation_completed')`,
  ),
  'service.stripe_events_due()': nobody('service.stripe_events_due()'),
  'service.record_stripe_events_read(timestamp with time zone)': nobody('service.record_stripe_events_read(now())'),
  'service.payment_of_hold(uuid,uuid)': nobody(`service.payment_of_hold('${id.hold}', null)`),
  'service.claim_stripe_ops(integer,text)': nobody('service.claim_stripe_ops(1)'),
  'service.finish_stripe_op(bigint,text,text,text)': nobody(`service.finish_stripe_op(1, 'done')`),
  'service.claim_outbox(integer,text)': nobody('service.claim_outbox()'),
  'service.finish_outbox(bigint,text,text)': nobody(`service.finish_outbox(1, 'sent')`),
  'add_wallet_pass(uuid,boolean,text)': {
    execute: API,
    calls: { own: [`public.add_wallet_pass('${id.booking}', false)`, 'tourist'] },
  },
  'service.wallet_pass(uuid)': nobody(`service.wallet_pass('${id.booking}')`),
  'service.wallet_serials(text)': nobody(`service.wallet_serials('device-1')`),
  'service.register_wallet_device(uuid,text,text)': nobody(
    `service.register_wallet_device('${id.booking}', 'device-1', repeat('a', 64))`,
  ),
  'service.forget_wallet_device(uuid,text)': nobody(`service.forget_wallet_device('${id.booking}', 'device-1')`),
  'service.queue_pickup_changes(timestamp with time zone)': nobody('service.queue_pickup_changes()'),
  'service.queue_reminders(timestamp with time zone)': nobody('service.queue_reminders()'),
  'service.stop_letters(text,text)': nobody(`service.stop_letters('x', 'message')`),
  'letters_stopped(text,text)': {
    execute: OPEN,
    calls: { any: [`public.letters_stopped('x', 'message')`, ALL] },
  },
  'service.queue_review_requests()': nobody('service.queue_review_requests()'),
  'service.queue_tomorrow_letters(timestamp with time zone)': nobody('service.queue_tomorrow_letters()'),
  'outbox_counts()': { execute: API, calls: { all: ['public.outbox_counts()', 'admin'] } },
  'list_outbox(text,bigint,integer)': {
    execute: API,
    calls: { dead: [`public.list_outbox('dead')`, 'admin'] },
  },
  'retry_outbox(bigint)': { execute: API, calls: { one: [`public.retry_outbox(${OUTBOX_ROW})`, 'admin'] } },
  'discard_outbox(bigint)': { execute: API, calls: { one: [`public.discard_outbox(${OUTBOX_ROW})`, 'admin'] } },
};
