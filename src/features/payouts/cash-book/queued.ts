import type { QueuedSale } from '@/features/departures/sale/offline/queue';
import type { CashBook, CashEntry, CashSum } from './queries';

/** A line of a book; `unsent`: of a sale that is on this phone alone. */
export type ShownEntry = CashEntry & { unsent?: boolean };
/** `queued`: what of `open` the server has not been asked about since. */
export type ShownSum = CashSum & { queued: number };

/** The cash of sales without a signal that a book which was read at `readAt` cannot have. What was refused is in no book. */
const cashNotIn = (sales: readonly QueuedSale[], readAt: number) =>
  sales.filter(
    ({ sale, state, settledAt = 0 }) =>
      sale.payment_method === 'cash' && (state === 'waiting' || (state === 'done' && settledAt > readAt)),
  );

const entryOf = ({ seq, sale, shown, state }: QueuedSale): ShownEntry => ({
  ...shown,
  id: -seq,
  at: sale.sold_at,
  kind: 'taken',
  amount: sale.amount,
  people: sale.num_people,
  walk_up: true,
  guest: null,
  confirmed_by: null,
  declared: null,
  reason: null,
  unsent: state === 'waiting',
});

/** A book as it is on this phone: what was read, and what was sold here without a signal. */
export function withQueued(book: CashBook, sales: readonly QueuedSale[], readAt: number) {
  const added = cashNotIn(sales, readAt).map(entryOf);
  const isOf = (sum: CashSum) => (entry: CashEntry) =>
    entry.territory_id === sum.territory_id && entry.currency_code === sum.currency_code;
  const missing = added.filter((entry, at) => {
    const sameSum = ({ territory_id, currency_code }: CashSum | CashEntry) =>
      territory_id === entry.territory_id && currency_code === entry.currency_code;
    return !book.sums.some(sameSum) && added.findIndex(sameSum) === at;
  });
  const begun = missing.map(
    ({ territory_id, currency_code, currency_symbol }): CashSum => ({
      territory_id,
      currency_code,
      currency_symbol,
      territory_name: '',
      open: 0,
      taken_today: 0,
      handed_today: 0,
      handover: null,
    }),
  );
  const sums = [...book.sums, ...begun].map(
    (sum): ShownSum => ({ ...sum, queued: added.filter(isOf(sum)).reduce((all, { amount }) => all + amount, 0) }),
  );
  return { sums, entries: [...added.toReversed(), ...book.entries] };
}
