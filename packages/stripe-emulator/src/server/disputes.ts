import { moveBalance } from './balance.ts';
import type { Context } from './context.ts';
import { invalidParameter, missingResource } from './failure.ts';
import { type Dispute, nowSeconds, randomId } from './objects.ts';
import type { Transaction } from './store.ts';

const ANSWER_WITHIN_SECONDS = 7 * 24 * 60 * 60;

/** Opens a dispute of a charge by the guest's bank. With `inquiry` it only asks, without taking the money. */
export function openDispute({ tx }: Context, body: Record<string, unknown>): Dispute {
  const intent = tx.get('payment_intents', String(body.payment_intent));
  const paid = intent?.latest_charge ? tx.get('charges', intent.latest_charge) : undefined;
  if (!intent || !paid?.captured) throw missingResource('payment_intent', String(body.payment_intent));
  const dispute: Dispute = {
    id: randomId('du'),
    object: 'dispute',
    amount: typeof body.amount === 'number' ? body.amount : paid.amount_captured,
    balance_transactions: [],
    charge: paid.id,
    created: nowSeconds(),
    currency: paid.currency,
    evidence_details: {
      due_by: nowSeconds() + ANSWER_WITHIN_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: body.inquiry === true,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: String(body.reason ?? 'fraudulent'),
    status: body.inquiry === true ? 'warning_needs_response' : 'needs_response',
  };
  if (!body.inquiry) moveMoney(tx, dispute, 'dispute');
  paid.disputed = true;
  tx.put('charges', paid);
  tx.put('disputes', dispute);
  tx.emit('charge.dispute.created', dispute);
  if (!body.inquiry) tx.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Continues a dispute to `under_review`, or ends it. */
export function moveDispute({ tx }: Context, body: Record<string, unknown>): Dispute {
  const dispute = tx.get('disputes', String(body.dispute));
  if (!dispute) throw missingResource('dispute', String(body.dispute));
  const status = (['needs_response', 'under_review', 'won', 'lost', 'warning_closed'] as const).find(
    (one) => one === body.status,
  );
  if (!status) throw invalidParameter('status must be one that a dispute has.', undefined, 'status');
  const escalated = dispute.status.startsWith('warning') && status === 'needs_response';
  Object.assign(dispute, { status, is_charge_refundable: status === 'won' || status === 'warning_closed' });
  if (escalated) moveMoney(tx, dispute, 'dispute');
  if (status === 'won') moveMoney(tx, dispute, 'dispute_reversal');
  tx.put('disputes', dispute);
  const ended = status === 'won' || status === 'lost' || status === 'warning_closed';
  tx.emit(ended ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
  if (escalated) tx.emit('charge.dispute.funds_withdrawn', dispute);
  if (status === 'won') tx.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** Takes the disputed amount from the balance, or returns it. */
function moveMoney(tx: Transaction, dispute: Dispute, reporting_category: 'dispute' | 'dispute_reversal'): void {
  const { id: source, currency } = dispute;
  const amount = reporting_category === 'dispute' ? -dispute.amount : dispute.amount;
  dispute.balance_transactions.push(
    moveBalance(tx, { type: 'adjustment', reporting_category, amount, currency, source }),
  );
}
