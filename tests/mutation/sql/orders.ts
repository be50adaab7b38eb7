import type { Mutant } from './mutant.ts';

const suites = ['tests/database/changes/orders.test.ts'];

export const ORDERS: Mutant[] = [
  {
    name: 'orders: a change is paid with another order',
    in: 'private.hold_addition',
    change: ['h.order_id := (private.payment_of(b.id)).order_id;', ''],
    suites,
  },
  {
    name: 'orders: two calls at once make two payments',
    in: 'private.begin_payment_of',
    change: ['perform 1 from private.orders o where o.id = h.order_id for no key update;', ''],
    suites,
  },
  {
    name: 'orders: the limit counts holds',
    in: 'private.check_hold_limits',
    change: ['count(distinct h.order_id)', 'count(*)'],
    suites,
  },
  {
    name: 'orders: one that is booked in cash is not written',
    in: 'private.consume_hold',
    change: ['perform private.open_order(h);', ''],
    suites,
  },
];
