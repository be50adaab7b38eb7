import { departureDay, id, MONTH_STATEMENT, MONTH_STATEMENT2, newId, userId } from './identities.ts';
import { ALL, type FunctionRules, NOBODY, SIGNED_IN } from './rules.ts';

const HOME = 'staff manager admin';
const API = 'authenticated';
const OPEN = 'anon authenticated';
/** A day on which the driver has a run. */
const MONDAY = `date_trunc('week', current_date + 7)::date`;

const experienceForm = (
  guide: string,
) => `jsonb_build_object('title', 't', 'description', 'd', 'image_urls', '["/art/a.svg"]'::jsonb,
  'booking_type', 'shared', 'shared_price', 1, 'duration', 1, 'min_spots', 1, 'max_spots', 1, 'available_spots', 1,
  'guides', jsonb_build_array('${guide}'), 'timeslots', '[]'::jsonb)`;

/**
 * Rules for functions of a territory's managers, partners, passports and admins: who may execute each, and whose
 * calls succeed.
 */
export const accessFunctions: FunctionRules = {
  // A new experience of the territory, with a form that only permissions can refuse.
  'save_service(text,uuid,text,timestamp with time zone,jsonb)': {
    execute: API,
    calls: {
      home: [`public.save_service('experience', '${newId}', 'rio', null, ${experienceForm(userId.guide)})`, HOME],
      away: [
        `public.save_service('experience', '${newId}', 'lago', null, ${experienceForm(userId.guide2)})`,
        'staff2 manager2 admin',
      ],
    },
  },
  'changes_since(text,text,timestamp with time zone)': {
    execute: API,
    calls: {
      experience: [`count(*) from public.changes_since('services', '${id.experience}', now())`, HOME],
      shuttle: [`count(*) from public.changes_since('services', '${id.transport}', now())`, `shuttle ${HOME}`],
      territory: [`count(*) from public.changes_since('territories', 'rio', now())`, HOME],
      away: [`count(*) from public.changes_since('services', '${id.experience2}', now())`, 'staff2 manager2 admin'],
    },
  },
  // A shuttle manager copies only shuttles.
  'duplicate_service(uuid,uuid)': {
    execute: API,
    calls: {
      experience: [`public.duplicate_service('${id.experience}', '${newId}')`, HOME],
      transport: [`public.duplicate_service('${id.transport}', '${newId}')`, `shuttle ${HOME}`],
      hidden: [`public.duplicate_service('${id.hiddenTransport}', '${newId}')`, HOME],
      away: [`public.duplicate_service('${id.experience2}', '${newId}')`, 'staff2 manager2 admin'],
    },
  },
  'set_featured_experiences(text,uuid[],uuid[])': {
    execute: API,
    calls: {
      home: [`public.set_featured_experiences('rio', '{${id.experience}}')`, HOME],
      away: [`public.set_featured_experiences('lago', '{${id.experience2}}')`, 'staff2 manager2 admin'],
    },
  },
  'service_departures(uuid,date,date)': {
    execute: API,
    calls: {
      home: [`count(*) from public.service_departures('${id.experience}', current_date, current_date + 7)`, HOME],
      ride: [
        `count(*) from public.service_departures('${id.transport}', current_date, current_date + 7)`,
        `shuttle ${HOME}`,
      ],
      away: [
        `count(*) from public.service_departures('${id.transport2}', current_date, current_date + 7)`,
        'shuttle2 staff2 manager2 admin',
      ],
    },
  },
  'sold_times(uuid)': {
    execute: API,
    calls: {
      home: [`count(*) from public.sold_times('${id.experience}')`, HOME],
      ride: [`count(*) from public.sold_times('${id.transport}')`, `shuttle ${HOME}`],
      away: [`count(*) from public.sold_times('${id.transport2}')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'close_service_date(uuid,date,boolean)': {
    execute: API,
    calls: {
      home: [`public.close_service_date('${id.experience}', current_date + 30)`, HOME],
      ride: [`public.close_service_date('${id.transport}', current_date + 30)`, `shuttle ${HOME}`],
      away: [`public.close_service_date('${id.transport2}', current_date + 30)`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'list_services(text,text,text,integer,text,uuid,integer)': {
    execute: API,
    calls: {
      home: [`* from public.list_services('rio', 'experience')`, HOME],
      away: [`* from public.list_services('lago', 'transport')`, 'staff2 manager2 admin'],
      nowhere: [`* from public.list_services(null, 'transport')`, NOBODY],
    },
  },
  'list_pickup_locations(text,text,text,text,integer)': {
    execute: API,
    calls: {
      home: [`* from public.list_pickup_locations('rio')`, HOME],
      away: [`count(*) from public.list_pickup_locations('lago')`, 'staff2 manager2 admin'],
      nowhere: [`* from public.list_pickup_locations(null)`, NOBODY],
    },
  },
  'add_territory(text,jsonb,text,text)': {
    execute: API,
    calls: {
      any: [
        `public.add_territory('nuevo', '{"name": "Nuevo", "description": "d", "country": "GT", "visible": false, "image_urls": [], "video_urls": []}')`,
        'admin',
      ],
    },
  },
  'first_steps(text)': {
    execute: API,
    calls: {
      home: [`public.first_steps('rio')`, HOME],
      away: [`public.first_steps('lago')`, 'staff2 manager2 admin'],
    },
  },
  'hide_first_steps(text,boolean)': {
    execute: API,
    calls: {
      home: [`public.hide_first_steps('rio', true)`, HOME],
      away: [`public.hide_first_steps('lago', true)`, 'staff2 manager2 admin'],
    },
  },
  'open_territory(text)': {
    execute: API,
    calls: {
      home: [`public.open_territory('rio')`, 'manager admin'],
      away: [`public.open_territory('lago')`, 'manager2 admin'],
    },
  },
  'upcoming_bookings(text,text,text)': {
    execute: API,
    calls: {
      home: [`public.upcoming_bookings('rio', 'territory', 'rio')`, HOME],
      drivers: [`public.upcoming_bookings('rio', 'driver', null)`, `shuttle ${HOME}`],
      away: [`public.upcoming_bookings('lago', 'territory', 'lago')`, 'staff2 manager2 admin'],
    },
  },
  'territory_counts(text)': {
    execute: API,
    calls: {
      home: [`public.territory_counts('rio')`, HOME],
      away: [`public.territory_counts('lago')`, 'staff2 manager2 admin'],
      nowhere: [`public.territory_counts(null)`, 'admin'],
    },
  },
  'shuttle_counts(text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.shuttle_counts('rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.shuttle_counts('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'shuttle_services(text,uuid,text,uuid,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.shuttle_services('rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.shuttle_services('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'list_drivers(text,text,text,uuid,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.list_drivers('rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.list_drivers('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'list_driver_schedules(text,integer,text,uuid,integer,text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.list_driver_schedules('rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.list_driver_schedules('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'remove_driver(uuid)': {
    execute: API,
    calls: { home: [`public.remove_driver('${id.driverRow}')`, 'shuttle manager admin'] },
  },
  'driver_invites(text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.driver_invites('rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.driver_invites('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'day_departures(text,text,date,date,uuid,date,time without time zone,uuid,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.day_departures('shuttle_manager', 'rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.day_departures('shuttle_manager', 'lago')`, 'shuttle2 staff2 manager2 admin'],
      guide: [`count(*) from public.day_departures('tour_guide')`, 'guide guide2'],
      driver: [`count(*) from public.day_departures('shuttle_driver')`, 'driver'],
      team: [`count(*) from public.day_departures('territory_staff', 'rio')`, HOME],
    },
  },
  'departure_passengers(uuid,date,boolean)': {
    execute: API,
    calls: {
      // Drivers can't see a departure that is weeks away.
      home: [`* from public.departure_passengers('${id.transport}', '${departureDay}')`, `shuttle ${HOME}`],
      away: [
        `* from public.departure_passengers('${id.transport2}', '${departureDay}')`,
        'shuttle2 staff2 manager2 admin',
      ],
      // transfers/holder-money.test.ts tests which guests a guide sees.
      guided: [`count(*) from public.departure_passengers('${id.slot}', '${departureDay}')`, 'guide'],
      team: [`count(*) from public.departure_passengers('${id.slot}', '${departureDay}', true)`, `guide ${HOME}`],
    },
  },
  'lookup_referral_link(text)': { execute: OPEN, calls: { any: [`public.lookup_referral_link('hotel1')`, ALL] } },
  'register_referral(text)': { execute: API, calls: { any: [`public.register_referral('HOTEL1')`, SIGNED_IN] } },
  'delete_territory(text)': {
    execute: API,
    calls: {
      sold: [`public.delete_territory('rio')`, 'admin'],
      unsold: [`public.delete_territory('oculto')`, 'admin'],
    },
  },
  'has_upload_room(numeric)': { execute: API, calls: { any: ['public.has_upload_room(0)', SIGNED_IN] } },
  'open_passport(uuid,integer)': {
    execute: API,
    calls: { home: [`public.open_passport('${id.booking}', 1)`, 'tourist guide staff manager'] },
  },
  'remove_passport(uuid,integer)': {
    execute: API,
    calls: { own: [`public.remove_passport('${id.booking}', 1)`, 'tourist'] },
  },
  'discard_passport(text)': {
    execute: API,
    calls: { own: [`public.discard_passport('${userId.tourist}/unused.jpg')`, 'tourist'] },
  },
  'service.allow_passport_upload(uuid)': {
    execute: 'service_role',
    calls: { own: [`service.allow_passport_upload('${userId.tourist}')`, NOBODY] },
  },
  'service.passports_deleted(text[])': {
    execute: 'service_role',
    calls: { any: [`service.passports_deleted('{x}')`, NOBODY] },
  },
  'service.abandoned_media(text,integer)': {
    execute: 'service_role',
    calls: { any: ['service.abandoned_media()', NOBODY] },
  },
  'all_regions(date,date)': {
    execute: API,
    calls: { any: ['public.all_regions(current_date, current_date)', 'admin'] },
  },
  'admin_counts()': { execute: API, calls: { any: ['public.admin_counts()', 'admin'] } },
  'list_people(text,text,text,timestamp with time zone,uuid,integer)': {
    execute: API,
    calls: { any: ['* from public.list_people()', 'admin'] },
  },
  'list_audit(text,text,text,timestamp with time zone,timestamp with time zone,text,timestamp with time zone,bigint,integer)':
    { execute: API, calls: { any: ['count(*) from public.list_audit()', 'admin'] } },
  'audit_search_cut(text,text)': { execute: API, calls: { any: [`public.audit_search_cut('a', 'b')`, 'admin'] } },
  'audit_actions()': { execute: API, calls: { any: ['public.audit_actions()', 'admin'] } },
  'territory_contents(text)': { execute: API, calls: { home: [`public.territory_contents('rio')`, 'admin'] } },
  'territory_bookings(text,date,date,text,text,uuid,uuid,text,text,date,time without time zone,uuid,uuid,integer,text)':
    {
      execute: API,
      calls: {
        home: [`* from public.territory_bookings('rio')`, HOME],
        away: [`* from public.territory_bookings('lago')`, 'staff2 manager2 admin'],
      },
    },
  'territory_week(text,date,boolean,text,text,uuid,integer,text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_week('rio', current_date)`, HOME],
      away: [`count(*) from public.territory_week('lago', current_date)`, 'staff2 manager2 admin'],
    },
  },
  'territory_week_days(text,date)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_week_days('rio', current_date)`, HOME],
      away: [`count(*) from public.territory_week_days('lago', current_date)`, 'staff2 manager2 admin'],
    },
  },
  'territory_sales(text,uuid[])': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_sales('rio', '{}')`, HOME],
      away: [`count(*) from public.territory_sales('lago', '{}')`, 'staff2 manager2 admin'],
    },
  },
  'territory_departure(uuid,uuid,date)': {
    execute: API,
    calls: {
      home: [`public.territory_departure('${id.transport}', null, current_date + 30)`, HOME],
      away: [`public.territory_departure('${id.transport2}', null, current_date + 30)`, 'staff2 manager2 admin'],
    },
  },
  'booking_choices(text)': {
    execute: API,
    calls: {
      home: [`public.booking_choices('rio')`, HOME],
      away: [`public.booking_choices('lago')`, 'staff2 manager2 admin'],
    },
  },
  'cancellation_totals(text,uuid[])': {
    execute: API,
    calls: {
      home: [`* from public.cancellation_totals('rio', '{${id.booking}}')`, HOME],
      away: [`* from public.cancellation_totals('lago', '{${id.booking2}}')`, 'staff2 manager2 admin'],
    },
  },
  'message_bookings(uuid[],text,uuid)': {
    execute: API,
    calls: {
      home: [`public.message_bookings('{${id.booking}}', 'Hello', gen_random_uuid())`, 'guide staff manager'],
      away: [`public.message_bookings('{${id.booking2}}', 'Hello', gen_random_uuid())`, 'guide2 staff2 manager2'],
    },
  },
  'territory_day(text)': {
    execute: API,
    calls: {
      home: [`* from public.territory_day('rio')`, HOME],
      away: [`* from public.territory_day('lago')`, 'staff2 manager2 admin'],
    },
  },
  'territory_booking_totals(text,date,date,text,text,uuid,uuid,text,text)': {
    execute: API,
    calls: {
      home: [`* from public.territory_booking_totals('rio')`, HOME],
      away: [`* from public.territory_booking_totals('lago')`, 'staff2 manager2 admin'],
    },
  },
  'territory_revenue(text,date,date,text,text,uuid,uuid,text,text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_revenue('rio')`, 'manager admin'],
      away: [`count(*) from public.territory_revenue('lago')`, 'manager2 admin'],
    },
  },
  'my_earnings(text,timestamp with time zone,uuid,integer,date,date,text,text,uuid,uuid,text,text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.my_earnings('rio')`, 'manager admin'],
      away: [`count(*) from public.my_earnings('lago')`, 'manager2 admin'],
    },
  },
  'payees_to_pay(text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.payees_to_pay('rio')`, 'manager admin'],
      away: [`count(*) from public.payees_to_pay('lago')`, 'manager2 admin'],
    },
  },
  'export_payees(text)': {
    execute: API,
    calls: {
      home: [`public.export_payees('rio')`, 'manager admin'],
      away: [`public.export_payees('lago')`, 'manager2 admin'],
    },
  },
  'payee_lines(text,text,text,text,date,time without time zone,bigint,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.payee_lines('rio', 'operator:', 'GTQ')`, 'manager admin'],
      away: [`count(*) from public.payee_lines('lago', 'operator:', 'GTQ')`, 'manager2 admin'],
    },
  },
  'territory_payouts(text,timestamp with time zone,uuid,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_payouts('rio')`, 'manager admin'],
      away: [`count(*) from public.territory_payouts('lago')`, 'manager2 admin'],
    },
  },
  'territory_card_movements(text,date,date,timestamp with time zone,text,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_card_movements('rio', current_date - 30, current_date)`, 'manager admin'],
      away: [
        `count(*) from public.territory_card_movements('lago', current_date - 30, current_date)`,
        'manager2 admin',
      ],
    },
  },
  'territory_months(text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_months('rio')`, 'manager admin'],
      away: [`count(*) from public.territory_months('lago')`, 'manager2 admin'],
    },
  },
  'month_payees(text,date)': {
    execute: API,
    calls: {
      home: [`count(*) from public.month_payees('rio', '2026-01-01')`, 'manager admin'],
      away: [`count(*) from public.month_payees('lago', '2026-01-01')`, 'manager2 admin'],
    },
  },
  // What is closed, and who reads it: tests/database/payouts/month-closings.test.ts. The months of the world were closed before.
  'close_month(text,date,text)': {
    execute: API,
    calls: {
      home: [`public.close_month('rio', '2020-01-01', '0.0')`, 'manager admin'],
      away: [`public.close_month('lago', '2020-01-01', '0.0')`, 'manager2 admin'],
    },
  },
  'my_month_statements(date,bigint,integer)': {
    execute: API,
    calls: { any: ['count(*) from public.my_month_statements()', SIGNED_IN] },
  },
  'month_statement_lines(bigint,bigint,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.month_statement_lines(${MONTH_STATEMENT})`, 'partner manager admin'],
      away: [`count(*) from public.month_statement_lines(${MONTH_STATEMENT2})`, 'partner2 manager2 admin'],
    },
  },
  'territory_chargebacks(text,timestamp with time zone,text,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.territory_chargebacks('rio')`, 'manager admin'],
      away: [`count(*) from public.territory_chargebacks('lago')`, 'manager2 admin'],
    },
  },
  // What it returns, and to whom: tests/database/booking/disputes.test.ts.
  'chargeback_evidence(text,uuid)': {
    execute: API,
    calls: { unknown: [`public.chargeback_evidence('dp_unknown')`, NOBODY] },
  },
  'my_payouts(timestamp with time zone,uuid,integer)': {
    execute: API,
    calls: { any: ['count(*) from public.my_payouts()', SIGNED_IN] },
  },
  'my_payout_totals()': { execute: API, calls: { any: ['count(*) from public.my_payout_totals()', SIGNED_IN] } },
  'payout_statement(uuid)': {
    execute: API,
    calls: {
      home: [`public.payout_statement('${id.payout}')`, 'partner manager admin'],
      away: [`public.payout_statement('${id.payout2}')`, 'partner2 manager2 admin'],
    },
  },
  'payout_statement_lines(uuid,bigint,integer)': {
    execute: API,
    calls: {
      home: [`count(*) from public.payout_statement_lines('${id.payout}')`, 'partner manager admin'],
      away: [`count(*) from public.payout_statement_lines('${id.payout2}')`, 'partner2 manager2 admin'],
    },
  },
  'pay_out(text,jsonb,date,text,uuid)': {
    execute: API,
    calls: {
      home: [
        `public.pay_out('rio', '[{"payee": "operator:nobody", "currency": "GTQ", "as_of": "2026-01-01"}]'::jsonb, current_date - 1, 'Transfer', gen_random_uuid())`,
        'manager admin',
      ],
      away: [
        `public.pay_out('lago', '[{"payee": "operator:nobody", "currency": "GTQ", "as_of": "2026-01-01"}]'::jsonb, current_date - 1, 'Transfer', gen_random_uuid())`,
        'manager2 admin',
      ],
    },
  },
  'reverse_payout(uuid,text)': {
    execute: API,
    calls: {
      home: [`public.reverse_payout('${id.payout}', 'A mistake')`, 'manager admin'],
      away: [`public.reverse_payout('${id.payout2}', 'A mistake')`, 'manager2 admin'],
    },
  },
  'my_earning_totals(text,date,date,text,text,uuid,uuid,text,text)': {
    execute: API,
    calls: { home: [`count(*) from public.my_earning_totals('rio')`, 'manager admin'] },
  },
  'guide_days(date,date)': {
    execute: API,
    calls: { any: ['count(*) from public.guide_days(current_date, current_date + 30)', 'guide guide2'] },
  },
  'decline_date(uuid,date,boolean)': {
    execute: API,
    calls: { home: [`public.decline_date('${id.slot}', current_date + 30)`, 'guide'] },
  },
  'set_departure_drivers(uuid,date,uuid[],uuid[])': {
    execute: API,
    calls: {
      home: [`public.set_departure_drivers('${id.transport}', current_date + 30, '{}', '{}')`, `shuttle ${HOME}`],
    },
  },
  'answer_run(uuid,date,boolean)': {
    execute: API,
    calls: { home: [`public.answer_run('${id.transport}', ${MONDAY}, false)`, 'driver'] },
  },
  'copy_driver_week(text,date)': {
    execute: API,
    calls: {
      home: [`public.copy_driver_week('rio', current_date)`, `shuttle ${HOME}`],
      away: [`public.copy_driver_week('lago', current_date)`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'driver_plan(text,date)': {
    execute: API,
    calls: {
      home: [`count(*) from public.driver_plan('rio', current_date)`, `shuttle ${HOME}`],
      away: [`count(*) from public.driver_plan('lago', current_date)`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'driver_gaps(text)': {
    execute: API,
    calls: {
      home: [`count(*) from public.driver_gaps('rio')`, `shuttle ${HOME}`],
      away: [`count(*) from public.driver_gaps('lago')`, 'shuttle2 staff2 manager2 admin'],
    },
  },
  'my_runs()': {
    execute: API,
    calls: { any: ['count(*) from public.my_runs()', 'driver'] },
  },
  'set_pickup_order(uuid,text[],text[])': {
    execute: API,
    calls: { home: [`public.set_pickup_order('${id.transport}', '{Hotel}', '{}')`, `shuttle ${HOME}`] },
  },
  'set_pickup_time(uuid,text,integer,integer)': {
    execute: API,
    calls: { home: [`public.set_pickup_time('${id.transport}', 'Hotel', 20, null)`, `shuttle ${HOME}`] },
  },
  'guide_pauses()': {
    execute: API,
    calls: { any: ['count(*) from public.guide_pauses()', 'guide guide2'] },
  },
  'guide_timeslots()': {
    execute: API,
    calls: { any: ['count(*) from public.guide_timeslots()', 'guide guide2'] },
  },
  'send_group_message(uuid,text,uuid)': {
    execute: API,
    calls: {
      home: [`public.send_group_message('${id.departure}', 'Hello', gen_random_uuid())`, 'guide staff manager'],
      away: [`public.send_group_message('${id.departure2}', 'Hello', gen_random_uuid())`, 'guide2 staff2 manager2'],
      ride: [
        `public.send_group_message('${id.transportDeparture}', 'Hello', gen_random_uuid())`,
        'shuttle staff manager',
      ],
    },
  },
  'service.expired_passports(integer)': {
    execute: 'service_role',
    calls: { any: ['service.expired_passports()', NOBODY] },
  },
};
