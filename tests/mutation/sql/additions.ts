import { changes, database, type Mutant } from './mutant.ts';

const more = changes('more');
const payments = changes('more-payments');
const push = database('push/devices', 'push/pushes');

export const ADDITIONS: Mutant[] = [
  {
    name: 'additions: another price than was shown is taken',
    in: 'private.require_more_people',
    change: ['private.from_minor(v.unit * p_people, b.currency_code) is distinct from p_amount', 'false'],
    suites: more,
  },
  {
    name: 'additions: no deadline ends them',
    in: 'private.plan_more_people',
    change: ['private.starts_at(b)) <= now(), true)', "private.starts_at(b)) <= '-infinity', false)"],
    suites: more,
  },
  {
    name: 'additions: the booking need not stand any more',
    in: 'private.takes_addition',
    change: ['private.is_live(b.status)', 'true'],
    suites: payments,
  },
  {
    name: 'additions: they come to another departure',
    in: 'private.takes_addition',
    change: ['and b.departure_id = coalesce(h.moves_from, h.departure_id)', ''],
    suites: payments,
  },
  {
    name: 'additions: a late payment takes seats that are gone',
    in: 'private.hold_again',
    change: ['and d.held + d.sold + h.num_people <= d.capacity end', 'end'],
    suites: payments,
  },
  {
    name: 'additions: only one charge gives money back',
    in: 'private.refund_charges',
    change: ['exit when v_left <= 0', 'exit when v_left < p_minor'],
    suites: payments,
  },
  {
    name: 'additions: what was paid first goes back first',
    in: 'private.refund_charges',
    change: ['x.adds_to is null, x.created_at desc', 'x.adds_to is not null, x.created_at'],
    suites: payments,
  },
  {
    name: 'additions: the books do not have the charge',
    in: 'private.apply_addition',
    change: ["perform private.write_sale(b, 'added:' || v_number, h.total_price)", 'perform 1'],
    suites: more,
  },
  {
    name: 'pushes: another forgets one’s browser',
    in: 'private.delete_push_subscription',
    change: [' and s.user_id = caller', ''],
    suites: push,
  },
  {
    name: 'pushes: any address is asked',
    in: 'private.save_push_subscription',
    change: ['not private.is_push_endpoint(p_endpoint)', 'false'],
    suites: push,
  },
  {
    name: 'pushes: what was read wakes all the same',
    in: 'private.push_is_obsolete',
    change: ['when n.read then', 'when false then'],
    suites: push,
  },
  {
    name: 'pushes: who has signed out is woken',
    in: 'private.push_session_lives',
    change: ['s.session_id is null or', 'true or'],
    suites: push,
  },
];
