import { booking, changes, database, type Mutant } from './mutant.ts';

const guide = booking('guide-day');
const shuttle = booking('shuttle-day');
const driver = booking('driver-day');
const all = booking('guide-day', 'shuttle-day', 'driver-day', 'night-tours');
const unpaid = changes('unpaid-change');
const desk = changes('desk');

/** The lists of a day of work, changes that wait for their payment, and changes by the desk. */
export const WORK_DAY: Mutant[] = [
  {
    name: 'day: a guide has the departures of others',
    in: 'public.day_departures',
    change: ['b.guide_id = v_guide and b.territory_id', 'b.territory_id'],
    suites: guide,
  },
  {
    name: 'day: someone who no longer guides there keeps their departures',
    in: 'public.day_departures',
    change: ['and b.territory_id = any (v_places)', ''],
    suites: guide,
  },
  {
    name: 'day: shuttle managers have the experiences',
    in: 'public.day_departures',
    change: ["and (v_team or b.kind = 'transport')", ''],
    suites: shuttle,
  },
  {
    name: 'day: shuttle managers have another territory',
    in: 'public.day_departures',
    change: ['b.territory_id = p_territory_id and', ''],
    suites: shuttle,
  },
  {
    name: 'day: anyone has the departures of a territory',
    in: 'public.day_departures',
    change: ['perform private.require_driver_manager(p_territory_id)', 'perform 1'],
    suites: shuttle,
  },
  {
    name: 'day: a departure is listed once for each driver',
    in: 'private.driver_runs',
    change: ['c.driver_id = p_driver_id and c.active', 'c.active'],
    suites: driver,
  },
  {
    name: 'day: a departure is listed once for each schedule',
    in: 'private.driver_runs',
    change: ['c.day_of_week = private.weekday(d.day)', 'true'],
    suites: driver,
  },
  {
    name: 'day: a driver has yesterday too',
    in: 'public.day_departures',
    change: ['private.departure_is_near(w.day, h.leaves, r.time_zone, 1)', 'true'],
    suites: driver,
  },
  {
    name: 'day: a driver has closed departures without passengers',
    in: 'public.day_departures',
    change: [' and d.closed is not true', ''],
    suites: driver,
  },
  {
    name: 'day: a cancelled departure disappears',
    in: 'public.day_departures',
    change: ["(d.status = 'cancelled' and w.day >= h.clock::date)", 'false'],
    suites: all,
  },
  {
    name: 'day: a trip over midnight disappears before it ends',
    in: 'public.day_departures',
    change: [
      "private.departure_moment(w.day, h.leaves, r.time_zone) + e.duration_hours * interval '1 hour' > now()",
      'false',
    ],
    suites: all,
  },
  {
    name: 'day: a page repeats the last row of the one before',
    in: 'public.day_departures',
    change: ['> (p_after_date, coalesce(', '>= (p_after_date, coalesce('],
    suites: all,
  },
  {
    name: 'day: the guests of other guides are counted',
    in: 'private.departure_numbers',
    change: ['(p_guide_id is null or b.guide_id = p_guide_id)', 'true'],
    suites: guide,
  },
  {
    name: 'day: people of cancelled bookings are counted',
    in: 'private.departure_numbers',
    change: ['sum(b.num_people) filter (where c.live), 0)', 'sum(b.num_people), 0)'],
    suites: all,
  },
  {
    name: 'day: no-shows are not counted',
    in: 'private.departure_numbers',
    change: ["c.live and b.check_in_status = 'no_show'", 'false'],
    suites: shuttle,
  },
  {
    name: 'day: amounts of two currencies are added up',
    in: 'private.departure_numbers',
    change: ['= 1 then sum(c.due)', '>= 1 then sum(c.due)'],
    suites: booking('own-currency'),
  },
  {
    name: 'day: drivers read email addresses of guests',
    in: 'public.departure_passengers',
    change: ['case when v_manages then c.email end', 'c.email'],
    suites: driver,
  },
  {
    name: 'day: drivers read email addresses of passengers',
    in: 'public.departure_passengers',
    change: ["case when v_manages then p.one else p.one - 'email' end", 'p.one'],
    suites: driver,
  },
  {
    name: 'day: drivers look at passports',
    in: 'public.departure_passengers',
    change: ["case when v_leads or v_manages or v_team then b.passports else '{}' end", 'b.passports'],
    suites: driver,
  },
  {
    name: 'day: guides see the guests of other guides',
    in: 'public.departure_passengers',
    change: [' and (not v_leads or b.guide_id = caller)', ''],
    suites: guide,
  },
  {
    name: 'day: the guests of cancelled bookings are listed',
    in: 'public.departure_passengers',
    change: ['private.is_live(b.status) and', ''],
    suites: all,
  },
  {
    name: 'unpaid changes: guests read the reason of the desk in their list',
    in: 'public.my_ticket_money',
    change: ["private.unpaid_change(b) - 'reason'", 'private.unpaid_change(b)'],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: guests read the reason of the desk on the page of the change',
    in: 'public.change_options',
    change: ["else private.unpaid_change(b) - 'reason' end", 'else private.unpaid_change(b) end'],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: one whose time is over still waits',
    in: 'private.open_addition',
    change: ['h.expires_at > now() or', 'true or'],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: the answer to a cancelled departure is a change of the desk',
    in: 'private.unpaid_change',
    change: ['where h.answers is null', 'where true'],
    suites: database('departures/dearer-offers'),
  },
  {
    name: 'unpaid changes: people who stay are left out of the number',
    in: 'private.unpaid_change',
    change: ['case when h.moves_from is null then b.num_people else 0 end', '0'],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: another one than was shown is withdrawn',
    in: 'public.withdraw_change',
    change: [" or (v_waiting ->> 'hold_id')::uuid is distinct from p_hold_id", ''],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: one that is being paid is withdrawn',
    in: 'public.withdraw_change',
    change: ['perform private.check_no_addition_paid(b);', ''],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: a withdrawn one keeps its seats',
    in: 'public.withdraw_change',
    change: ['perform private.abandon_hold(p_hold_id);', ''],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: the guest has a quarter of an hour to open the email',
    in: 'private.hold_addition',
    change: ["case when c.maker = 'desk' then", 'case when false then'],
    suites: unpaid,
  },
  {
    name: 'unpaid changes: the guest is not asked to pay',
    in: 'private.tell_to_pay',
    change: ["if c.maker = 'desk' then", 'if false then'],
    suites: desk,
  },
  {
    name: 'the desk: a trip becomes a ride',
    in: 'private.read_change',
    change: ['s.kind = b.kind and', ''],
    suites: desk,
  },
  {
    name: 'the desk: a booking moves to another territory',
    in: 'private.read_change',
    change: ['and s.territory_id = b.territory_id', ''],
    suites: desk,
  },
  {
    name: 'the desk: another date is told as another trip',
    in: 'private.moved_from_data',
    change: [' and d.service_id <> b.service_id', ''],
    suites: desk,
  },
  {
    name: 'cash differences: guests settle them by themselves',
    in: 'private.settles_in_cash',
    change: ["c.maker = 'desk' and", ''],
    suites: desk,
  },
  {
    name: 'cash differences: two people have paid for one ticket',
    in: 'private.settles_in_cash',
    change: ['(c.difference <= 0 or not b.paid_by_other)', 'true'],
    suites: desk,
  },
  {
    name: 'cash differences: the cash book does not have them',
    in: 'private.take_cash_difference',
    change: ["perform private.write_cash_entry(b, 'taken', auth.uid(), ", 'perform abs('],
    suites: desk,
  },
  {
    name: 'cash differences: the first payment alone is undone',
    in: 'private.sale_to_undo',
    change: ["x.kind like 'added%' and", 'false and'],
    suites: desk,
  },
];
