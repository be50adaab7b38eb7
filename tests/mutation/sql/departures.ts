import { booking, changes, departures, type Mutant } from './mutant.ts';

const cancelling = departures('cancelling');
const offers = departures('offers', 'offer-money', 'offer-answers');

export const DEPARTURES: Mutant[] = [
  {
    name: 'departures: a cancelled one is held',
    in: 'private.take_seats',
    change: [" and status <> 'cancelled'", ''],
    suites: cancelling,
  },
  {
    name: 'departures: a cancelled one is sold to a hold from before',
    in: 'private.consume_hold',
    change: [" and status <> 'cancelled'", ''],
    suites: cancelling,
  },
  {
    name: 'departures: a cancelled one is sold to who comes back or moves',
    in: 'private.sell_free_seats',
    change: [" and status <> 'cancelled'", ''],
    suites: [...cancelling, ...departures('concurrency')],
  },
  {
    name: 'departures: a payment is begun for a cancelled one',
    in: 'private.begin_payment_of',
    change: ["= 'cancelled' then", "= 'gone' then"],
    suites: cancelling,
  },
  {
    name: 'departures: seats of a cancelled one are changed',
    in: 'private.departure_for_staff',
    change: ["= 'cancelled' then", "= 'gone' then"],
    suites: cancelling,
  },
  {
    name: 'departures: arrivals at a cancelled one',
    in: 'private.arrival_refusal',
    change: ['if private.is_cancelled_departure(b.departure_id) then', 'if false then'],
    suites: cancelling,
  },
  {
    name: 'departures: any guide of the territory cancels',
    in: 'private.may_cancel_departure',
    change: [
      'or private.guide_of(p_service_id, p_timeslot_id, null, p_date) is not distinct from auth.uid()',
      'or true',
    ],
    suites: cancelling,
  },
  {
    name: 'departures: any driver cancels',
    in: 'private.may_cancel_departure',
    change: ['or private.drives(p_service_id, p_date)', "or private.has_role('shuttle_driver')"],
    suites: cancelling,
  },
  {
    name: 'departures: a key is no key',
    in: 'private.cancel_departures',
    change: ['and x.idempotency_key = p_key', 'and false'],
    suites: cancelling,
  },
  {
    name: 'departures: undone when the guests have been told',
    in: 'private.undo_departure_cancellation',
    change: ['clock_timestamp() >= c.undo_until', 'false'],
    suites: cancelling,
  },
  {
    name: 'departures: letters leave before the two minutes are over',
    in: 'private.make_offer',
    change: ["'code', v_token), v_opens", "'code', v_token), now()"],
    suites: cancelling,
  },
  {
    name: 'departures: an undone letter leaves all the same',
    in: 'private.discard_offers',
    change: ["set state = 'discarded'", "set state = 'queued'"],
    suites: cancelling,
  },
  {
    name: 'departures: staff give less than was offered',
    in: 'private.promised_minor',
    change: ['then private.whole_refund(b)', 'then 0'],
    suites: cancelling,
  },
  {
    name: 'go/no-go: confirmed below the minimum',
    in: 'private.go_or_no_go',
    change: ['d.sold >= m.min_to_run', 'd.sold + 1 >= m.min_to_run'],
    suites: departures('go-no-go'),
  },
  {
    name: 'go/no-go: cancelled unasked',
    in: 'private.go_or_no_go',
    change: ['elsif v_asked and now()', 'elsif now()'],
    suites: departures('go-no-go'),
  },
  {
    name: 'go/no-go: asked too late to decide',
    in: 'private.go_or_no_go',
    change: ["and greatest(m.decides_at, now() + interval '1 hour') < v_leaves", ''],
    suites: departures('go-no-go'),
  },
  {
    name: 'go/no-go: one that has left is cancelled',
    in: 'private.go_or_no_go',
    change: ['or v_leaves <= now()', ''],
    suites: departures('go-no-go'),
  },
  {
    name: 'go/no-go: decided on the clocks of the server',
    in: 'private.minimum_of',
    change: ['at time zone t.time_zone', "at time zone 'UTC'"],
    suites: departures('go-no-go'),
  },
  {
    name: 'offers: an answer is not asked for again under the lock',
    in: 'private.answer_offer',
    change: ['select * into o from private.departure_offers x where x.id = o.id for update;', ''],
    suites: [...offers, ...departures('concurrency')],
  },
  {
    name: 'offers: one moves for a higher price',
    in: 'private.offer_choices',
    change: ['v.saved >= 0', 'true'],
    suites: offers,
  },
  {
    name: 'offers: the old seats stay sold',
    in: 'private.change_seats',
    change: ["private.free_seats(b.departure_id, b.seats, 'sold')", "private.free_seats(b.departure_id, 0, 'sold')"],
    suites: offers,
  },
  {
    name: 'offers: the ticket keeps its code',
    in: 'private.renew_ticket_code',
    change: ['set code = md5(gen_random_uuid()::text || gen_random_uuid()::text)', 'set code = code'],
    suites: offers,
  },
  {
    name: 'offers: what is cheaper is not given back',
    in: 'private.return_difference',
    change: ["private.refund_charges(p.id, p_minor, 'moved')", "private.refund_charges(p.id, 0, 'moved')"],
    suites: offers,
  },
  {
    name: 'offers: refunded, the seats stay sold',
    in: 'private.refund_offer',
    change: ["private.free_seats(b.departure_id, b.seats, 'sold')", "private.free_seats(b.departure_id, 0, 'sold')"],
    suites: offers,
  },
  {
    name: 'offers: refunded, the card keeps its charge',
    in: 'private.refund_offer',
    change: ["if b.payment_method = 'card' then", 'if false then'],
    suites: offers,
  },
  {
    name: 'offers: nobody who is silent gets the money',
    in: 'private.expire_departure_offers',
    change: ['x.expires_at <= now()', "x.expires_at <= now() - interval '10 years'"],
    suites: offers,
  },
  {
    name: 'offers: an offer outlives its departure',
    in: 'private.make_offer',
    change: [
      "least(v_opens + v_hours * interval '1 hour', private.starts_at(b))",
      "v_opens + v_hours * interval '1 hour'",
    ],
    suites: offers,
  },
  {
    name: 'offers: a link answers before its time',
    in: 'private.linked_offer',
    change: ['and x.opens_at <= now()', ''],
    suites: offers,
  },
  {
    name: 'offers: a booking that ended otherwise keeps its offer',
    sql: 'drop trigger bookings_close_offer on public.bookings',
    suites: [...cancelling, ...booking('cancelling')],
  },
  {
    name: 'changes: no deadline ends them',
    in: 'private.plan_date_change',
    change: ['private.starts_at(b)) <= now(), true)', "private.starts_at(b)) <= '-infinity', false)"],
    suites: changes('date'),
  },
  {
    name: 'changes: cash to pay on the day waits for the deadline of cards',
    in: 'private.free_until',
    change: ["when b.payment_method = 'cash' and", 'when false and'],
    suites: changes('date'),
  },
  {
    name: 'changes: nothing is asked again under the lock',
    in: 'private.change_date',
    change: [
      'v := private.require_date_change(b, p_refund_amount, p_extra_amount);',
      'select 0::bigint as difference, 0::bigint as returned, true as at_once into v;',
    ],
    suites: changes('date-money', 'concurrency'),
  },
  {
    name: 'changes: guests whom nobody knows gather seats for cash',
    in: 'private.change_date',
    change: ["if b.payment_method = 'cash' and", 'if false and'],
    suites: changes('date'),
  },
  {
    name: 'changes: what the lower price gave back is given back again',
    in: 'private.worth_minor',
    change: ['sum(c.reduced_minor)', 'sum(0)'],
    suites: changes('date-money'),
  },
  {
    name: 'changes: the history does not say that it has moved',
    in: 'private.move_detail',
    change: ["'moved_to', d.id, ", ''],
    suites: changes('reminders'),
  },
  {
    name: 'changes: an old code is a wrong code',
    in: 'private.moved_ticket',
    change: ['if d.id is null then', 'if true then'],
    suites: changes('old-code'),
  },
];
