import { changes, database, departures, type Mutant } from './mutant.ts';

const more = changes('more');
const payments = changes('more-payments');
const dearer = changes('dearer');
const dearerPayments = changes('dearer-payments');
const push = database('push/devices', 'push/pushes');

export const ADDITIONS: Mutant[] = [
  {
    name: 'additions: another price than was shown is taken',
    in: 'private.require_change',
    change: [
      "coalesce(p_shown -> 'extra_amount', '0') is distinct from to_jsonb(private.from_minor(greatest(c.difference, 0), b.currency_code))",
      'false',
    ],
    suites: more,
  },
  {
    name: 'additions: no deadline ends them',
    in: 'private.time_refusal',
    change: ['private.free_until(b, v_start) <= now(), true)', "private.free_until(b, v_start) <= '-infinity', false)"],
    suites: more,
  },
  {
    name: 'additions: the booking need not stand any more',
    in: 'private.fits_addition',
    change: ['private.is_live(b.status)', 'true'],
    suites: payments,
  },
  {
    name: 'additions: they come to another departure',
    in: 'private.fits_addition',
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
    change: ['not x.of_change, x.created_at desc', 'x.of_change, x.created_at'],
    suites: payments,
  },
  {
    name: 'additions: the books do not have the charge',
    in: 'private.change_price',
    change: ["perform private.write_sale(b, 'added:' ||", "perform concat(b.id, 'added:' ||"],
    suites: more,
  },
  {
    name: 'dearer dates: another price than was shown is taken',
    in: 'private.require_change',
    change: ["coalesce(p_shown -> 'extra_amount', '0') is distinct from to_jsonb(", "'null'::jsonb = to_jsonb("],
    suites: dearer,
  },
  {
    name: 'dearer dates: nothing is to be paid',
    in: 'private.plan_change',
    change: ['c.at_once := c.difference <= 0 or p.id is null', 'c.at_once := true'],
    suites: dearer,
  },
  {
    name: 'dearer dates: cash that was collected pays by card',
    in: 'private.pays_by_hand',
    change: ["b.payment_method <> 'card' or not private.is_at_stripe(p) or", 'false or'],
    suites: dearer,
  },
  {
    name: 'dearer dates: fewer people than it is paid for move',
    in: 'private.fits_addition',
    change: [
      `and b.num_people = (h.form ->> 'people_before')::int
    and not exists (select 1 from private.booking_changes c where c.booking_id = b.id and c.created_at > h.created_at)`,
      '',
    ],
    suites: dearerPayments,
  },
  {
    name: 'dearer dates: who has arrived moves',
    in: 'private.fits_addition',
    change: ["and (h.moves_from is null or b.check_in_status = 'pending') end", 'end'],
    suites: dearerPayments,
  },
  {
    name: 'dearer dates: a card is charged for what does not take place',
    in: 'private.fits_addition',
    change: [' and not private.is_cancelled_departure(h.departure_id)', ''],
    suites: dearerPayments,
  },
  {
    name: 'dearer dates: the price stays as it was',
    in: 'private.change_price',
    change: [
      'update public.bookings x set total_price = v_price where',
      'update public.bookings x set total_price = b.total_price where',
    ],
    suites: dearer,
  },
  {
    name: 'dearer dates: what was offered there stays kept beside them',
    in: 'private.exchange_holds',
    change: [' or (h.moves_from is not null and o.offered and o.departure_id = h.departure_id)', ''],
    suites: dearer,
  },
  {
    name: 'dearer dates: two are paid for at once',
    in: 'private.check_no_addition_paid',
    change: ["p.status in ('processing', 'requires_capture')", 'false'],
    suites: [...dearer, ...payments],
  },
  {
    name: 'additions: the date changes while the card is being charged',
    in: 'private.check_no_addition_paid',
    change: ["p.status in ('processing', 'requires_capture')", "p.status = 'processing'"],
    suites: payments,
  },
  {
    name: 'additions: some drop out while the card is being charged',
    in: 'public.change_booking',
    change: ['perform private.check_no_addition_paid(b);', 'perform 1 where c.people >= b.num_people;'],
    suites: payments,
  },
  {
    name: 'the desk: no reason is asked for',
    in: 'private.require_change',
    change: ["c.maker = 'desk' and c.reason is null", 'false'],
    suites: changes('desk'),
  },
  {
    name: 'the desk: what was waived is refunded',
    in: 'private.price_change',
    change: ['if c.waived then', 'if false then'],
    suites: changes('desk'),
  },
  {
    name: 'dearer offers: one that has ended is paid for',
    in: 'private.fits_addition',
    change: ["and o.state = 'open' and o.opens_at <= now())", ')'],
    suites: departures('dearer-offers', 'dearer-concurrency'),
  },
  {
    name: 'additions: a booking that has ended keeps the seats of its change',
    in: 'private.end_addition_of',
    change: ["x.state = 'held'", 'false'],
    suites: payments,
  },
  {
    name: 'pushes: another forgets one’s browser',
    in: 'public.delete_push_subscription',
    change: [' and s.user_id = caller', ''],
    suites: push,
  },
  {
    name: 'pushes: any address is asked',
    in: 'public.save_push_subscription',
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
