/** One rule of the database, broken: in a function (`in`, `change`) or by a statement (`sql`). `suites` must notice it. */
export type Mutant = {
  name: string;
  in?: string;
  /** What stands once in the function, and what stands there instead. */
  change?: [string, string];
  sql?: string;
  suites: string[];
};

const booking = (...names: string[]) => names.map((name) => `tests/database/booking/${name}.test.ts`);
const seats = booking('seats', 'holds', 'concurrency');
const money = booking('money', 'payments', 'rare-money', 'returned-refunds');
const cancelling = booking('cancelling', 'life', 'transitions');

export const MUTANTS: Mutant[] = [
  // Seats
  {
    name: 'seats: one more than the capacity is held',
    in: 'private.take_seats',
    change: ['held + sold + h.num_people <= capacity', 'held + sold + h.num_people <= capacity + 1'],
    suites: seats,
  },
  {
    name: 'seats: the last seat cannot be held',
    in: 'private.take_seats',
    change: ['held + sold + h.num_people <= capacity', 'held + sold + h.num_people < capacity'],
    suites: seats,
  },
  {
    name: 'seats: a private group beside sold seats',
    in: 'private.take_seats',
    change: ['held + sold = 0 and capacity > 0', 'held = 0 and capacity > 0'],
    suites: seats,
  },
  {
    name: 'seats: a private group beside held seats',
    in: 'private.take_seats',
    change: ['held + sold = 0 and capacity > 0', 'sold = 0 and capacity > 0'],
    suites: seats,
  },
  {
    name: 'seats: somebody joins a private group',
    in: 'private.take_seats',
    change: ['not exclusive and held + sold', 'held + sold'],
    suites: seats,
  },
  {
    name: 'seats: a closed departure is sold',
    in: 'private.take_seats',
    change: [' and not closed', ''],
    suites: seats,
  },
  {
    name: 'seats: a late payment oversells',
    in: 'private.sell_free_seats',
    change: ['held + sold + p_seats <= capacity', 'sold + p_seats <= capacity'],
    suites: [...seats, ...money],
  },
  {
    name: 'seats: a revived private booking beside others',
    in: 'private.sell_free_seats',
    change: ['held + sold = 0 and capacity > 0', 'capacity > 0'],
    suites: [...seats, ...cancelling],
  },
  {
    name: 'seats: freed seats stay exclusive',
    in: 'private.free_seats',
    change: ['exclusive and held + sold - p_seats > 0', 'exclusive'],
    suites: [...seats, ...cancelling],
  },
  {
    name: 'seats: cancelled seats are not sold again',
    in: 'private.free_seats',
    change: ["when p_from = 'sold' then p_seats", "when p_from = 'sold' then 0"],
    suites: [...seats, ...cancelling],
  },
  {
    name: 'seats: a smaller capacity cuts off what is sold',
    in: 'private.sync_departure_capacity',
    change: ['set capacity = greatest(v_capacity, held + sold)', 'set capacity = greatest(v_capacity, held)'],
    suites: booking('seats', 'cash-and-departures'),
  },
  // Prices
  {
    name: 'prices: a private group pays per person',
    in: 'private.price_lines',
    change: ["case when p_booking_type = 'private' then 1 else p_num_people end", 'p_num_people'],
    suites: booking('prices', 'holds', 'money'),
  },
  {
    name: 'prices: the shared price for a private group',
    in: 'private.unit_price',
    change: ['then p_service.private_price', 'then p_service.shared_price'],
    suites: booking('prices', 'holds', 'money'),
  },
  {
    name: 'prices: never less than a coin',
    in: 'private.unit_price',
    change: ['greatest(', 'least('],
    suites: booking('prices', 'holds', 'money'),
  },
  {
    name: 'prices: people are not counted',
    in: 'private.read_hold',
    change: ['then 1 else h.num_people end', 'then 1 else 1 end'],
    suites: booking('holds', 'money'),
  },
  {
    name: 'prices: a date in the past',
    in: 'private.read_occurrence',
    change: ['v.service_date < v_now::date then', 'false then'],
    suites: booking('holds-form', 'holds'),
  },
  {
    name: 'prices: a departure that has left today',
    in: 'private.read_occurrence',
    change: ['v.service_date + v.start_time <= v_now', 'false'],
    suites: booking('holds-form', 'holds'),
  },
  {
    name: 'prices: a weekday on which it does not run',
    in: 'private.read_occurrence',
    change: ['<> all (v_days)', '= all (v_days)'],
    suites: booking('holds-form', 'holds'),
  },
  // Shares
  {
    name: 'money: the app takes eleven percent',
    in: 'private.split_amount',
    change: ['app := round(p_total * 0.10, e)', 'app := round(p_total * 0.11, e)'],
    suites: money,
  },
  {
    name: 'money: shares do not add up',
    in: 'private.split_amount',
    change: ['operator := p_total - territory - app - partner', 'operator := round(p_total * 0.8, e) - partner'],
    suites: money,
  },
  {
    name: 'money: a sale is written twice',
    in: 'private.record_sale',
    change: ['elsif v_sales > 0 then', 'elsif false then'],
    suites: money,
  },
  {
    name: 'money: a PaymentIntent of another hold is taken for ours',
    in: 'private.attach_payment_intent',
    change: ["perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'duplicate');", ''],
    suites: money,
  },
  {
    name: 'money: somebody else pays a hold',
    in: 'private.begin_payment',
    change: [' and user_id = p_user_id', ''],
    suites: money,
  },
  {
    name: 'money: a rejected payment keeps the money',
    in: 'private.reject_payment',
    change: ['perform private.queue_refund(p.id, p.captured_minor, p_reason)', 'perform 1'],
    suites: money,
  },
  {
    name: 'money: a void hold comes back to life',
    in: 'private.reject_payment',
    change: ["update private.holds set state = 'void' where id = h.id", 'perform 1'],
    suites: money,
  },
  // Refunds
  {
    name: 'refunds: more than is left',
    in: 'private.queue_refund',
    change: ['least(p_minor, private.refundable_minor(p))', 'p_minor'],
    suites: [...money, ...cancelling],
  },
  {
    name: 'refunds: what is on its way goes back again',
    in: 'private.refundable_minor',
    change: ["and o.state = 'queued'", 'and false'],
    suites: [...money, ...cancelling],
  },
  {
    name: 'refunds: a refused refund is asked for beside itself',
    in: 'private.queue_refund',
    change: ["and x.state = 'failed'", 'and false'],
    suites: money,
  },
  {
    name: 'refunds: staff refund what another has refunded',
    in: 'private.refund_booking',
    change: ['p_left is distinct from private.from_minor(v_left, b.currency_code)', 'false'],
    suites: [...money, ...cancelling],
  },
  {
    name: 'refunds: all until a day before, whatever the policy',
    in: 'private.refund_steps',
    change: ["('moderate', 100, 72)", "('moderate', 100, 24)"],
    suites: cancelling,
  },
  {
    name: 'refunds: the hour itself is too late',
    in: 'private.refund_percent',
    change: ['p_before >= s.hours', 'p_before > s.hours'],
    suites: cancelling,
  },
  {
    name: 'refunds: cancelling after the start',
    in: 'private.cancellation_terms',
    change: ["b.check_in_status = 'pending' and v_start > now()", "b.check_in_status = 'pending'"],
    suites: cancelling,
  },
  {
    name: 'refunds: another amount than the page showed',
    in: 'private.cancel_booking',
    change: ['p_refund_amount is not null and p_refund_amount <> v_refund', 'false'],
    suites: cancelling,
  },
  {
    name: 'refunds: a cancelled booking keeps its seats',
    in: 'private.cancel_booking',
    change: ["perform private.free_seats(b.departure_id, b.seats, 'sold');", ''],
    suites: cancelling,
  },
  {
    name: 'refunds: somebody else cancels',
    in: 'private.own_booking',
    change: [' or b.tourist_id is distinct from auth.uid()', ''],
    suites: cancelling,
  },
];
