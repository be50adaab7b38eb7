import type { Context } from './context.ts';
import { type BalanceTransaction, nowSeconds, type Payout, randomId } from './objects.ts';
import type { Transaction } from './store.ts';

/** The share of a charge that Stripe keeps. Refunds don't return it. */
const FEE = 0.029;
/** What Stripe keeps of a dispute, in minor units, whatever its result. */
const DISPUTE_FEE = 1500;

type Movement = Pick<BalanceTransaction, 'type' | 'amount' | 'currency' | 'source'> & {
  reporting_category?: string;
  created?: number;
};

/** Records a movement of the merchant's balance, and returns it. `amount` is negative if the balance decreases. */
export function moveBalance(tx: Transaction, { created = nowSeconds(), ...movement }: Movement): BalanceTransaction {
  const fee = feeOf(movement);
  const moved: BalanceTransaction = {
    id: randomId('txn'),
    object: 'balance_transaction',
    available_on: created,
    created,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee ? [{ amount: fee, application: null, currency: movement.currency, type: 'stripe_fee' }] : [],
    net: movement.amount - fee,
    reporting_category: movement.type,
    status: 'available',
    ...movement,
  };
  tx.put('balance_transactions', moved);
  return moved;
}

function feeOf({ type, amount, reporting_category }: Movement): number {
  if (type === 'charge') return Math.round(amount * FEE);
  return reporting_category === 'dispute' ? DISPUTE_FEE : 0;
}

/**
 * Pays the balance out to the bank, as Stripe does each day: one payout for each currency that has a positive
 * balance. Returns them.
 */
export function payOut({ tx }: Context): { payouts: Payout[] } {
  const open = tx.all('balance_transactions').filter(({ id }) => !tx.get('paid_out', id));
  const payouts: Payout[] = [];
  for (const currency of new Set(open.map((movement) => movement.currency))) {
    const moved = open.filter((movement) => movement.currency === currency);
    const amount = moved.reduce((sum, { net }) => sum + net, 0);
    if (amount <= 0) continue;
    const id = randomId('po');
    const payout: Payout = {
      id,
      object: 'payout',
      amount,
      arrival_date: nowSeconds(),
      automatic: true,
      balance_transaction: moveBalance(tx, { type: 'payout', amount: -amount, currency, source: id }).id,
      created: nowSeconds(),
      currency,
      livemode: false,
      metadata: {},
      method: 'standard',
      reconciliation_status: 'completed',
      status: 'paid',
      type: 'bank_account',
    };
    for (const one of [...moved.map((movement) => movement.id), payout.balance_transaction])
      tx.put('paid_out', { id: one, payout: id });
    tx.put('payouts', payout);
    for (const type of ['payout.created', 'payout.paid', 'payout.reconciliation_completed']) tx.emit(type, payout);
    payouts.push(payout);
  }
  return { payouts };
}
