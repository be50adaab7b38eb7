import { booking, database, type Mutant } from './mutant.ts';

const invites = 'tests/database/invites/';
const roles = ['tests/database/roles/', ...database('team'), invites];
const invited = [`${invites}redeeming.test.ts`, `${invites}roles.test.ts`, ...roles];
const day = booking('arrival', 'check-in', 'check-in-codes', 'guide-day', 'shuttle-day', 'driver-day');

const parties = booking('party-arrivals');

export const PEOPLE: Mutant[] = [
  {
    name: 'roles: a manager makes managers',
    in: 'private.may_grant',
    change: [
      'private.is_admin() or coalesce(',
      "private.is_admin() or p_role = 'territory_manager' and p_territory_id = any (private.my_territories('manager')) or coalesce(",
    ],
    suites: [...roles, 'tests/database/access/foreign.test.ts'],
  },
  {
    name: 'roles: in any territory',
    in: 'private.may_grant',
    change: [
      "p_territory_id = any (private.my_territories('manager'))",
      "cardinality(private.my_territories('manager')) > 0",
    ],
    suites: [...roles, 'tests/database/access/foreign.test.ts'],
  },
  {
    name: 'roles: staff invite staff',
    in: 'private.person_may_invite',
    change: ["'{tour_guide,travel_partner}'", "'{territory_staff,tour_guide,travel_partner}'"],
    suites: invited,
  },
  {
    name: 'roles: shuttle managers invite shuttle managers',
    in: 'private.person_may_invite',
    change: ["'{shuttle_driver}'", "'{shuttle_driver,shuttle_manager}'"],
    suites: invited,
  },
  {
    name: 'roles: the invitations of somebody who left are open',
    in: 'private.refuse_closed_invite',
    change: ['not private.person_may_invite(i.invited_by, role, i.territory_id)', 'false'],
    suites: invited,
  },
  {
    name: 'roles: an expired invitation',
    in: 'private.refuse_closed_invite',
    change: ['i.expires_at <= now()', 'false'],
    suites: invited,
  },
  {
    name: 'roles: an invitation is used twice',
    in: 'private.refuse_closed_invite',
    change: ['i.redeemed_by is distinct from (select auth.uid())', 'false'],
    suites: invited,
  },
  {
    name: 'roles: the invitation overwrites a name',
    in: 'private.take_invite',
    change: ["and btrim(p.full_name) = '' and", 'and'],
    suites: invited,
  },
  {
    name: 'roles: the last admin goes',
    in: 'private.keep_one_admin',
    change: ['and g.user_id <> p_leaving', ''],
    suites: roles,
  },
  {
    name: 'roles: a revoked role goes on',
    sql: 'create or replace view private.live_grants as select g.* from private.role_grants g where g.dropped_at is null',
    suites: [...roles, 'tests/database/access/matrix.test.ts'],
  },
  {
    name: 'roles: a dropped role goes on',
    sql: 'create or replace view private.live_grants as select g.* from private.role_grants g where g.revoked_at is null',
    suites: [...roles, 'tests/database/access/matrix.test.ts'],
  },
  {
    name: 'commission: above the ceiling',
    in: 'private.check_commission',
    change: ['p_level > highest and', 'false and'],
    suites: [...database('commission', 'team'), invites],
  },
  {
    name: 'commission: below the floor of the operator',
    in: 'private.max_commission',
    change: ["80 - private.limit_value('commission.operator_floor_percent')", '80'],
    suites: database('commission'),
  },
  {
    name: 'commission: staff set one in an invitation',
    in: 'private.check_invited_terms',
    change: ['not private.manages_territory(p_territory_id)', 'false'],
    suites: [...database('commission'), invites],
  },
  {
    name: 'commission: of another territory',
    in: 'private.commission_of',
    change: [' and g.territory_id = p_territory_id', ''],
    suites: [...database('commission'), ...booking('partner')],
  },
  {
    name: 'arrival: three hours too early',
    in: 'private.arrival_window',
    change: ["interval '3 hours'", "interval '6 hours'"],
    suites: day,
  },
  {
    name: 'arrival: a no-show before the start',
    in: 'private.arrival_refusal',
    change: ["p_action = 'no_show' and p_at < w.no_show_from", "p_action = 'no_show' and p_at < w.check_in_from"],
    suites: day,
  },
  {
    name: 'arrival: after the next noon',
    in: 'private.arrival_refusal',
    change: ['p_at >= w.arrival_until', 'false'],
    suites: day,
  },
  {
    name: 'arrival: staff give no reason',
    in: 'public.set_booking_status',
    change: ['v.needs_reason and v_reason is null', 'false'],
    suites: day,
  },
  {
    name: 'arrival: twice',
    in: 'private.mark_arrival',
    change: ['cardinality(v_coming) = 0', 'false'],
    suites: [...day, ...parties],
  },
  {
    name: 'arrival: who came later is not written down',
    in: 'private.mark_arrival',
    change: ["b.check_in_status <> 'pending'", 'false'],
    suites: parties,
  },
  {
    name: 'arrival: of a cancelled booking',
    in: 'private.mark_arrival',
    change: ['not private.is_live(b.status)', 'false'],
    suites: day,
  },
  {
    name: 'arrival: by another guide',
    in: 'private.check_in_role_refusal',
    change: ['b.guide_id = auth.uid()', 'true'],
    suites: day,
  },
  {
    name: 'arrival: by the shuttle manager of another territory',
    in: 'private.check_in_role_refusal',
    change: ["b.territory_id = any (private.my_territories('shuttle'))", "private.has_role('shuttle_manager')"],
    suites: day,
  },
  {
    name: 'arrival: with any code',
    in: 'private.open_check_in',
    change: ['not private.is_ticket_code(b, p_code)', 'false'],
    suites: day,
  },
  {
    name: 'guide numbers: of anybody’s booking',
    in: 'public.guide_numbers',
    change: ['b.tourist_id = (select auth.uid()) and ', ''],
    suites: booking('guide-numbers'),
    tests: 'read by nobody else',
  },
  {
    name: 'guide numbers: of a cancelled booking',
    in: 'public.guide_numbers',
    change: [' and private.is_live(b.status)', ''],
    suites: booking('guide-numbers'),
  },
  {
    name: 'guide numbers: of who guides elsewhere',
    in: 'public.guide_numbers',
    change: ['g.territory_id = b.territory_id', 'true'],
    suites: booking('guide-numbers'),
  },
  {
    name: 'guide numbers: for ever',
    in: 'public.guide_numbers',
    change: ["+ private.limit_value('guide_number.hours_after')", '+ 9999'],
    suites: booking('guide-numbers'),
  },
  {
    name: 'guide numbers: set by who is no guide',
    in: 'public.save_guide_number',
    change: ["g.user_id = caller and g.role = 'tour_guide'", 'true'],
    suites: booking('guide-numbers'),
  },
];
