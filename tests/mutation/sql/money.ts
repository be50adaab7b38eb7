import { booking, changes, database, type Mutant } from './mutant.ts';

const money = booking('money', 'payments', 'rare-money', 'returned-refunds');
const cancelling = booking('cancelling', 'life', 'transitions');
const refunds = [...database('refunds-and-earnings'), ...money, ...cancelling];

export const MONEY: Mutant[] = [
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
    in: 'service.attach_payment_intent',
    change: ["perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'duplicate');", ''],
    suites: money,
  },
  {
    name: 'money: somebody else pays a hold',
    in: 'service.begin_payment',
    change: [' and user_id = p_user_id', ''],
    suites: money,
  },
  {
    name: 'money: a rejected payment keeps the money',
    in: 'private.reject_payment',
    change: ['perform private.queue_refund(p.line_id, p.captured_minor, p_reason)', 'perform 1'],
    suites: money,
  },
  {
    name: 'money: a void hold comes back to life',
    in: 'private.reject_payment',
    change: ["update private.holds set state = 'void' where id = h.id", 'perform 1'],
    suites: money,
  },
  {
    name: 'money: a payment makes the bookings that it can',
    in: 'private.book_lines',
    change: ["raise exception 'seats_gone' using errcode = 'TR001'", 'continue'],
    suites: booking('several-bookings'),
  },
  {
    name: 'money: a card is charged while one of its bookings waits',
    in: 'private.awaits_decision',
    change: ['l.payment_id = p.id and', 'l.id = p.line_id and'],
    suites: booking('several-bookings'),
  },
  {
    name: 'money: cancelling one booking releases the card of both',
    in: 'private.return_money',
    change: ['and x.id <> b.id', 'and false'],
    suites: booking('several-bookings'),
  },
  // Refunds
  {
    name: 'refunds: one made at Stripe is not for the booking that it names',
    in: 'private.divide_among_lines',
    change: ['case when l.named then p_minor else (', 'case when false then p_minor else ('],
    suites: booking('several-bookings'),
  },
  {
    name: 'refunds: one made at Stripe does not keep a promise first',
    in: 'private.divide_among_lines',
    change: ["o.state = 'failed'", 'false'],
    suites: booking('several-bookings'),
  },
  {
    name: 'refunds: a bank that gave the money back is taken for one that keeps it',
    in: 'service.finish_stripe_op',
    change: ["d.status = 'lost'", "d.status in ('lost', 'won')"],
    suites: booking('disputes'),
  },
  {
    name: 'refunds: a bank that keeps the money is asked again and again',
    in: 'service.finish_stripe_op',
    change: ["d.status = 'lost'", 'false'],
    suites: booking('disputes'),
  },
  {
    name: 'refunds: more than is left',
    in: 'private.queue_refund',
    change: ['least(p_minor, private.refundable_minor(p))', 'p_minor'],
    suites: refunds,
  },
  {
    name: 'refunds: what is on its way goes back again',
    in: 'private.refundable_minor',
    change: ["and o.state = 'queued'", 'and false'],
    suites: refunds,
  },
  {
    name: 'refunds: a refused refund is asked for beside itself',
    in: 'private.queue_refund',
    change: ["and x.state = 'failed'", 'and false'],
    suites: money,
  },
  {
    name: 'refunds: staff refund what another has refunded',
    in: 'public.refund_booking',
    change: ['p_left is distinct from private.from_minor(v_left, b.currency_code)', 'false'],
    suites: refunds,
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
    change: ['>= s.hours *', '> s.hours *'],
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
    in: 'public.cancel_booking',
    change: ['p_refund_amount is not null and p_refund_amount <> v_refund', 'false'],
    suites: cancelling,
  },
  {
    name: 'refunds: a cancelled booking keeps its seats',
    in: 'public.cancel_booking',
    change: ["perform private.free_seats(b.departure_id, b.seats, 'sold');", ''],
    suites: cancelling,
  },
  {
    name: 'refunds: somebody else cancels',
    in: 'private.own_booking',
    change: [' or b.tourist_id is distinct from v_user', ''],
    suites: cancelling,
  },
  {
    name: 'own bookings: a transferred ticket is no longer one’s own',
    in: 'private.is_own_booking',
    change: ['private.was_booking_of(b, auth.uid())', 'coalesce(b.tourist_id = auth.uid(), false)'],
    suites: booking('transferred-own-bookings'),
  },
  {
    name: 'own bookings: their departure is cancelled by their guest',
    in: 'private.has_own_booking_on',
    change: ['private.is_own_booking(b)', 'false'],
    suites: booking('transferred-own-bookings'),
  },
  {
    name: 'own commissions: staff decide about what they earn from',
    in: 'private.refuse_own_commission',
    change: ['if private.earns_commission(p_booking_id)', 'if false'],
    suites: changes('own-commission'),
  },
  {
    name: 'own commissions: a partner receives the cash that earns them one',
    in: 'private.take_cash',
    change: ['private.earns_commission(b.id)', 'false'],
    suites: changes('own-commission'),
  },
  {
    name: 'own commissions: a manager pays out their own',
    in: 'private.refuse_own_payout',
    change: ['private.is_own_commission(p_partner_id, p_territory_id)', 'false'],
    suites: changes('own-commission'),
  },
];
