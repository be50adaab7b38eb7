import { booking, database, departures, type Mutant } from './mutant.ts';

const catalogue = (...names: string[]) => database(...names.map((name) => `catalogue/${name}`));

const slots = [
  ...catalogue('timeslots', 'saving', 'form-saves', 'kept-times'),
  ...departures('several-times'),
  ...database('refusals'),
];
const services = [...database('access/catalogue-rules'), ...catalogue('saving', 'drafts', 'transport-terms')];
const dates = [...catalogue('timeslots'), ...booking('seats', 'cash-and-departures')];
const minimums = departures('go-no-go');

export const SERVICES: Mutant[] = [
  {
    name: 'slots: one with bookings is removed',
    in: 'private.save_slots',
    change: ['if private.slot_is_taken(s.id) then', 'if false then'],
    suites: slots,
  },
  {
    name: 'slots: seats being paid for do not keep one',
    in: 'private.slot_is_taken',
    change: ['d.held + d.sold > 0', 'd.sold > 0'],
    suites: slots,
  },
  {
    name: 'slots: trips that are over keep one',
    in: 'private.slot_is_taken',
    change: [' and d.service_date >= (now() at time zone t.time_zone)::date', ''],
    suites: slots,
  },
  {
    name: 'slots: one that was sold is deleted',
    in: 'private.archive_slot',
    change: ['exists (select 1 from public.departures d where d.slot_id = old.id)', 'false'],
    suites: slots,
  },
  {
    name: 'slots: a form changes one of another service',
    in: 'private.save_slot',
    change: ['s.service_id <> p_service_id or ', ''],
    suites: slots,
  },
  {
    name: 'slots: a form changes an archived one',
    in: 'private.save_slot',
    change: [' or s.archived_at is not null', ''],
    suites: slots,
  },
  {
    name: 'slots: two at the same time on the same day',
    in: 'private.check_slots',
    change: ['b.days_of_week && a.days_of_week', 'false'],
    suites: slots,
  },
  {
    name: 'slots: archived ones take the time of others',
    in: 'private.check_slots',
    change: ['a.archived_at is null and b.archived_at is null', 'true'],
    suites: slots,
  },
  {
    name: 'slots: more spots in the form than its service has',
    in: 'private.check_slots',
    change: ['s.available_spots > p_max_spots', 'false'],
    suites: slots,
  },
  {
    name: 'slots: one in the form twice',
    in: 'private.read_slot',
    change: ['s.id is null or s.id = any (p_taken)', 's.id is null'],
    suites: slots,
  },
  {
    name: 'slots: one without a day',
    in: 'private.read_slot',
    change: ['if cardinality(v_days) = 0 then', 'if false then'],
    suites: slots,
  },
  {
    name: 'slots: any number of them',
    in: 'private.save_slots',
    change: [' or jsonb_array_length(p) > 30', ''],
    suites: slots,
  },
  {
    name: 'slots: one ends when it starts',
    in: 'private.check_slot',
    change: ['new.end_time = new.start_time', 'false'],
    suites: slots,
  },
  {
    name: 'slots: a shuttle leaves at no time',
    in: 'private.check_slot',
    change: ["new.start_time is null and s.transport_type_id <> 'car'", 'false'],
    suites: [...catalogue('transport-terms', 'transport-days'), ...slots],
  },
  {
    name: 'slots: a date takes fewer seats than it has sold',
    in: 'public.set_departure_capacity',
    change: [' and held + sold <= p_capacity', ''],
    suites: dates,
  },
  {
    name: 'slots: the seats of a date go back to those of its slot',
    in: 'private.sync_departure_capacity',
    change: ['and not capacity_fixed and', 'and'],
    suites: catalogue('timeslots'),
  },
  {
    name: 'slots: a date that has begun is changed',
    in: 'private.departure_for_staff',
    change: ['if v_past then', 'if false then'],
    suites: dates,
  },
  {
    name: 'services: a guide of another territory leads',
    in: 'private.check_experience_guide',
    change: ["not private.user_has_role(new.guide_id, 'tour_guide', new.territory_id)", 'false'],
    suites: services,
  },
  {
    name: 'services: a guide of another territory is ranked',
    in: 'private.check_ranked_guide',
    change: ['not private.is_trusted_caller() and not', 'false and not'],
    suites: services,
  },
  {
    name: 'services: a draft is shown',
    in: 'private.keep_draft_hidden',
    change: ['not private.has_guide(new)', 'false'],
    suites: catalogue('drafts'),
  },
  {
    name: 'services: the guides of another territory show a draft',
    in: 'private.has_guide',
    change: [' and g.territory_id = e.territory_id', ''],
    suites: catalogue('drafts'),
  },
  {
    name: 'services: one that was sold is deleted',
    in: 'private.archive_service',
    change: ['exists (select 1 from public.departures d where d.service_id = old.id)', 'false'],
    suites: [...services, ...booking('holds')],
  },
  {
    name: 'services: the tag of another territory',
    in: 'private.check_experience_tag',
    change: ['t.territory_id = e.territory_id', 'true'],
    suites: services,
  },
  {
    name: 'services: the pickup location of another territory',
    in: 'private.check_pickup_location',
    change: [' and p.territory_id = new.territory_id', ''],
    suites: services,
  },
  {
    name: 'services: a price of a tenth of a cent',
    in: 'private.check_service_numbers',
    change: ['new.shared_price <> round(new.shared_price, 2)', 'false'],
    suites: database('plain-texts'),
  },
  {
    name: 'services: a new minimum is set over a colleague’s',
    in: 'public.set_run_minimum',
    change: ['if p_seen_decide_at is not null and', 'if false and'],
    suites: minimums,
  },
  {
    name: 'services: a minimum that no departure can reach',
    in: 'public.set_run_minimum',
    change: ['p_min_to_run > private.most_seats(p_service_id)', 'false'],
    suites: minimums,
  },
];
