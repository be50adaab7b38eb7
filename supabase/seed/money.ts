import { orderId, type SeededBooking } from './bookings.ts';
import { uuidOf } from './ids.ts';
import { recordPayouts } from './payouts.ts';
import { insertRows, type Row, type Sql, toJson } from './rows.ts';

/** Quetzales have two decimals. */
const minor = (amount: number) => Math.round(amount * 100);
const isRefunded = (booking: SeededBooking) => booking.status === 'refunded';
const paymentId = (booking: SeededBooking) => uuidOf(`payment/${booking.name}`);
const intentOf = (booking: SeededBooking) => `pi_seed_${paymentId(booking).replaceAll('-', '').slice(0, 24)}`;
const lineId = (booking: SeededBooking) => uuidOf(`payment-line/${booking.name}`);

type Paid = SeededBooking & { paidAt: Date };
const isPaid = (booking: SeededBooking): booking is Paid => booking.paidAt !== null;

/** Returns a settled payment. None is in progress, so Stripe is never polled about them. */
const paymentRow = (booking: Paid): Row => ({
  id: paymentId(booking),
  order_id: orderId(booking),
  method: booking.method,
  payment_intent_id: booking.method === 'card' ? intentOf(booking) : null,
  // As the emulator names them when it imports the payment.
  charge_id: booking.method === 'card' ? intentOf(booking).replace(/^pi/, 'ch') : null,
  captured_at: booking.method === 'card' ? booking.paidAt : null,
  currency: 'gtq',
  status: 'succeeded',
  created_at: booking.madeAt,
  updated_at: booking.endedAt ?? booking.paidAt,
});

const lineRow = (booking: Paid): Row => ({
  id: lineId(booking),
  payment_id: paymentId(booking),
  hold_id: booking.holdId,
  booking_id: booking.id,
  amount_minor: minor(booking.total),
  captured_minor: minor(booking.total),
  refunded_minor: isRefunded(booking) ? minor(booking.total) : 0,
});

/** Returns Stripe operations, all of them completed. */
function operationRows(booking: Paid): Row[] {
  if (booking.method === 'cash') return [];
  const done = (op: string, at: Date, amount: number | null, reason: string | null, refund: string | null = null) => ({
    payment_intent_id: intentOf(booking),
    op,
    line_id: op === 'capture' ? null : lineId(booking),
    amount_minor: amount,
    reason,
    state: 'done',
    stripe_id: refund,
    attempts: 1,
    created_at: at,
    done_at: at,
  });
  const capture = done('capture', booking.paidAt, null, null);
  if (!isRefunded(booking)) return [capture];
  const refund = intentOf(booking).replace(/^pi/, 're');
  const at = booking.endedAt ?? booking.paidAt;
  return [capture, done('refund:1', at, minor(booking.total), 'requested_by_customer', refund)];
}

/** Records each paid booking's sale, split by the database's own function and dated when it was paid. */
async function recordSales(sql: Sql, paid: readonly Paid[]): Promise<void> {
  const sales = paid.map((booking) => ({
    booking_id: booking.id,
    territory_id: booking.departure.offer.territory,
    guide_id: booking.departure.offer.guideId,
    partner_id: booking.link?.partnerId ?? null,
    rate: booking.link?.rate ?? 0,
    total: booking.total,
    paid_at: booking.paidAt,
  }));
  await sql`
    insert into private.ledger
      (booking_id, territory_id, party, party_user_id, kind, amount, currency_code, created_at)
    select s.booking_id, s.territory_id, share.party, share.user_id, 'sale', share.amount, 'GTQ', s.paid_at
    from jsonb_to_recordset(${toJson(sql, sales)}::jsonb) as s (booking_id uuid, territory_id text,
      guide_id uuid, partner_id uuid, rate numeric, total numeric, paid_at timestamptz)
    cross join lateral private.split_amount(s.total, 'GTQ', s.rate) split
    cross join lateral (values ('operator', s.guide_id, split.operator), ('territory', null, split.territory),
      ('app', null, split.app), ('partner', s.partner_id, split.partner)) share (party, user_id, amount)
    where share.party <> 'partner' or s.partner_id is not null
    order by s.paid_at`;
}

/** A full refund removes each party's whole share. */
async function recordRefunds(sql: Sql, refunded: readonly Paid[]): Promise<void> {
  const refunds = refunded.map((booking) => ({ id: booking.id, at: booking.endedAt ?? booking.paidAt }));
  await sql`
    insert into private.ledger
      (booking_id, territory_id, party, party_user_id, kind, amount, currency_code, created_at)
    select l.booking_id, l.territory_id, l.party, l.party_user_id, 'refund:1', -l.amount, l.currency_code, r.at
    from jsonb_to_recordset(${toJson(sql, refunds)}::jsonb) as r (id uuid, at timestamptz)
    join private.ledger l on l.booking_id = r.id and l.kind = 'sale'
    order by r.at, l.id`;
}

async function recordCommissions(sql: Sql, paid: readonly Paid[]): Promise<void> {
  const referred = paid.filter((booking) => booking.link !== null);
  const referralId = (booking: Paid) => uuidOf(`referral/${booking.name}`);
  const referrals = referred.map((booking) => ({
    id: referralId(booking),
    booking_id: booking.id,
    referral_link_id: booking.link?.id,
    created_at: booking.madeAt,
  }));
  await insertRows(sql, 'public.referrals', referrals);
  const settled = referred.map((booking) => {
    // This is the same rule as in bookings.ts: a late cancellation isn't refunded.
    const isPaidOut = booking.departure.day < -14 && booking.status !== 'refunded';
    return {
      referral_id: referralId(booking),
      booking_id: booking.id,
      status: isPaidOut ? 'paid' : 'pending',
      paid_at: isPaidOut ? new Date(booking.startsAt.getTime() + 14 * 86_400_000) : null,
      created_at: booking.paidAt,
    };
  });
  await sql`
    insert into public.commissions (referral_id, amount, currency_code, status, paid_at, created_at)
    select s.referral_id, (select coalesce(sum(l.amount), 0) from private.ledger l
        where l.party = 'partner' and l.booking_id = s.booking_id),
      'GTQ', s.status, s.paid_at, s.created_at
    from jsonb_to_recordset(${toJson(sql, settled)}::jsonb) as s (referral_id uuid, booking_id uuid, status text, paid_at timestamptz,
      created_at timestamptz)`;
}

/** Inserts payments, ledger, commissions, earnings and payouts of paid bookings, so that all sums agree. */
export async function seedMoney(sql: Sql, bookings: readonly SeededBooking[]): Promise<void> {
  const paid = bookings.filter(isPaid);
  await insertRows(sql, 'private.payments', paid.map(paymentRow));
  await insertRows(sql, 'private.payment_lines', paid.map(lineRow));
  await insertRows(sql, 'private.stripe_ops', paid.flatMap(operationRows));
  await recordSales(sql, paid);
  await recordRefunds(sql, paid.filter(isRefunded));
  await recordCommissions(sql, paid);
  await recordPayouts(sql);
}
