import { booking, database, type Mutant } from './mutant.ts';

const promised = booking('promised-refunds', 'status-changes');
const floods = booking('booking-floods');
const payouts = database('payouts/floods');

export const PROMISES: Mutant[] = [
  {
    name: 'promises: what a guest cancelled comes back before their money does',
    in: 'private.plan_status',
    change: ["v.seats = 'take' and private.awaits_refund(b, p)", 'false'],
    suites: promised,
  },
  {
    name: 'promises: a block on the card is called off',
    in: 'private.awaits_refund',
    change: ["p.status not in ('succeeded', 'canceled') or ", ''],
    suites: promised,
  },
  {
    name: 'promises: cash that went back before counts for what was promised',
    in: 'private.awaits_refund',
    change: ['l.created_at >= v_end.at', 'true'],
    suites: promised,
  },
  {
    name: 'promises: the deadline ends what was promised before',
    in: 'private.cancellation_terms',
    change: ['greatest(v_minor, v_promised)', 'v_minor'],
    suites: promised,
  },
  {
    name: 'promises: staff end it for less',
    in: 'public.staff_cancel_booking',
    change: ['v_minor < least(private.promised_minor(b), private.refundable_of(p))', 'false'],
    suites: promised,
  },
  {
    name: 'promises: no amount is any amount',
    in: 'public.set_booking_status',
    change: ['p_amount is null and v_amount <> 0', 'false'],
    suites: promised,
  },
  {
    name: 'floods: staff set a status without end',
    in: 'public.set_booking_status',
    change: ['perform private.limit_booking_changes(p_booking_id);', ''],
    suites: floods,
  },
  {
    name: 'floods: letters about one booking leave one after another',
    in: 'private.mail_booking_event',
    change: ["set next_attempt_at = x.last_sent + interval '5 minutes'", 'set next_attempt_at = o.next_attempt_at'],
    suites: floods,
  },
  {
    name: 'floods: payouts are taken back without end',
    in: 'private.write_reversal',
    change: ['perform private.limit_payee_entries(p.territory_id, p.payee_id);', 'null;'],
    suites: payouts,
  },
  {
    name: 'floods: a letter of a payout that was taken back',
    in: 'private.tell_of_payout',
    change: [' and not private.drop_payout_mail(p)', ''],
    suites: payouts,
  },
  {
    name: 'payouts: one mark while a refund is on its way',
    in: 'private.pay_one_share',
    change: ['if v_share.held then', 'if false then'],
    suites: payouts,
  },
];
