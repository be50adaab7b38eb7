import { booking, database, type Mutant } from './mutant.ts';

const ACCESS = ['tests/database/access/matrix.test.ts', 'tests/database/access', 'tests/database/trust'];

/**
 * Returns a policy that allows too much. The pinned texts are left out, because they detect the change, not the
 * leak.
 */
const opened = (table: string, policy: string, using: string): Mutant => ({
  name: `policies: ${policy} where ${using}`,
  sql: `alter policy ${policy} on ${table} using (${using})`,
  suites: ACCESS,
  tests: '^(?!.*as reviewed)',
});

export const POLICIES: Mutant[] = [
  opened('public.bookings', 'bookings_select', 'true'),
  opened(
    'public.bookings',
    'bookings_select',
    `tourist_id = (select auth.uid()) or (select private.has_role('tour_guide'))`,
  ),
  opened(
    'public.bookings',
    'bookings_select',
    `(select private.has_role('shuttle_driver')) or tourist_id = (select auth.uid())`,
  ),
  opened('public.booking_codes', 'booking_codes_select', `cardinality((select private.my_territories('staff'))) > 0`),
  opened(
    'public.profiles',
    'profiles_select',
    `id = (select auth.uid()) or cardinality((select private.my_territories('staff'))) > 0`,
  ),
  opened('public.profile_cards', 'profile_cards_select', 'true'),
  opened('public.messages', 'messages_select', 'true'),
  opened('public.notifications', 'notifications_select', 'true'),
  opened('private.ledger', 'ledger_select', `territory_id = any ((select private.my_territories('staff'))::text[])`),
  opened('public.commissions', 'commissions_select', `(select private.has_role('travel_partner'))`),
  opened('public.contact_messages', 'contact_messages_select', 'true'),
  opened('public.audit_log', 'audit_log_select', `cardinality((select private.my_territories('manager'))) > 0`),
  {
    name: 'policies: the next name of a territory’s topic is joined before it is given',
    in: 'private.may_join_territory',
    change: ['p_topic = private.topic_of(t.id)', 'true'],
    suites: ['tests/database/access/territory-topics.test.ts'],
  },
  {
    name: 'policies: a guide moves an answer to another time slot',
    sql: 'drop trigger guide_timeslot_responses_stay on public.guide_timeslot_responses',
    suites: booking('answers-stay'),
  },
  {
    name: 'policies: the passport of a cancelled booking',
    in: 'public.open_passport',
    change: [`side = 'host' and not private.is_live(status)`, 'false'],
    suites: database('passports'),
  },
  {
    name: 'policies: another picture where a photo was',
    in: 'private.may_put_media',
    change: ['and not private.is_judged_photo(caller, p_name)', ''],
    suites: database('media-in-use'),
  },
  {
    name: 'policies: a place that is called as another region',
    in: 'private.transport_offers',
    change: ["'pickup_location', p_from) and (select private.is_place_name(p_from))", "'pickup_location', p_from)"],
    suites: ['tests/database/catalogue/search.test.ts'],
  },
  {
    name: 'policies: an order of pickups overwrites a colleague’s',
    in: 'public.set_pickup_order',
    change: ['is distinct from private.only_in(v_expected, v_all)', 'is null'],
    suites: ['tests/database/booking/shuttle-day.test.ts'],
  },
  {
    name: 'policies: a pickup time overwrites a colleague’s',
    in: 'public.set_pickup_time',
    change: ['elsif v_now is distinct from p_expected then', 'elsif false then'],
    suites: ['tests/database/departures/pickup-times.test.ts'],
  },
  {
    name: 'policies: a pickup time is set in another region',
    in: 'public.set_pickup_time',
    change: ['or not coalesce(private.runs_drivers(t.territory_id), false)', ''],
    suites: ['tests/database/departures/pickup-times.test.ts'],
  },
  {
    name: 'policies: an order of pickups names a place that no booking has',
    in: 'public.set_pickup_order',
    change: ['elsif exists (', 'elsif false and exists ('],
    suites: ['tests/database/booking/shuttle-day.test.ts'],
  },
];
