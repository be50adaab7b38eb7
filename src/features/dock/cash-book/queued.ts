import type { QueuedReport } from '@/features/dock/offline/report';
import type { QueuedSale } from '@/features/dock/offline/sale';
import type { KnownTicket, ListedTicket } from '@/features/dock/offline/tickets';
import { calendarDate } from '@/lib/format/dates';
import type { CashBook, CashEntry, CashSum } from './queries';

/** An entry of the book. `unsent` means that it exists only on this phone. */
export type ShownEntry = CashEntry & { unsent?: boolean };
/** `queued` is the part that wasn't sent yet. The desk confirms only `open`. */
export type ShownSum = CashSum & { queued: number; queuedToday: number };

/**
 * Returns whether a book that was read at `readAt` can't contain the entry yet. Refused entries never appear in a
 * book.
 */
const isNotIn = ({ state, settledAt = 0 }: Pick<QueuedReport, 'state' | 'settledAt'>, readAt: number) =>
  state === 'waiting' || (state === 'done' && settledAt > readAt);

const ON_PHONE = { confirmed_by: null, declared: null, reason: null };

/** Returns the cash of sales that were made offline. */
export const cashOfSales = (sales: readonly QueuedSale[], readAt: number): ShownEntry[] =>
  sales
    .filter((queued) => queued.sale.payment_method === 'cash' && isNotIn(queued, readAt))
    .map(({ seq, sale, shown, state }) => ({
      ...shown,
      ...ON_PHONE,
      id: -seq,
      at: sale.sold_at,
      kind: 'taken',
      amount: sale.amount,
      people: sale.num_people,
      walk_in: true,
      guest: null,
      unsent: state === 'waiting',
    }));

const isListed = (ticket: KnownTicket): ticket is ListedTicket => ticket.state === 'valid';

function entryOfReport({ seq, report, state }: QueuedReport, amount: number, { booking }: ListedTicket): ShownEntry[] {
  const { territory_id, currency_code, currency_symbol } = booking;
  if (!territory_id || !currency_code || !currency_symbol) return [];
  return [
    {
      ...ON_PHONE,
      id: -seq,
      at: report.at,
      kind: amount < 0 ? 'undone' : 'taken',
      amount,
      currency_code,
      currency_symbol,
      territory_id,
      time_zone: booking.time_zone,
      title: booking.title,
      people: booking.num_people,
      walk_in: Boolean(booking.walk_in),
      guest: booking.tourist?.full_name ?? booking.guest_name ?? null,
      unsent: state === 'waiting',
    },
  ];
}

/**
 * Returns the cash of check-ins from this phone's actions on each booking, in order. Undoing an arrival also
 * removes the cash taken with the same tap. `unknown` means that the booking of an unsent action is in no list, so
 * that its currency isn't known.
 */
export function cashOfReports(reports: readonly QueuedReport[], tickets: readonly KnownTicket[], readAt: number) {
  const listed = new Map(tickets.filter(isListed).map((ticket) => [ticket.bookingId, ticket]));
  const entries = new Map<number, ShownEntry>();
  /** The last tap on each booking that took cash. */
  const taken = new Map<string, QueuedReport>();
  let unknown = false;
  const add = (kept: QueuedReport, amount: number) => {
    const ticket = listed.get(kept.report.booking_id);
    const [entry] = ticket ? entryOfReport(kept, amount, ticket) : [];
    if (entry) entries.set(kept.seq, entry);
    else unknown = true;
  };
  for (const kept of reports) {
    const { action, amount, booking_id } = kept.report;
    if (kept.state === 'refused' || kept.state === 'conflict') continue;
    const before = taken.get(booking_id);
    if (action !== 'cash') taken.delete(booking_id);
    if (action === 'undo' && before) {
      if (isNotIn(before, readAt)) entries.delete(before.seq);
      else if (isNotIn(kept, readAt)) add(kept, -(before.report.amount ?? 0));
    } else if (amount !== undefined) {
      if (action === 'checked_in') taken.set(booking_id, kept);
      if (isNotIn(kept, readAt)) add(kept, amount);
    }
  }
  return { entries: [...entries.values()], unknown };
}

/** Returns the book that was read, plus the cash taken offline on this phone. */
export function withQueued(book: CashBook, added: readonly ShownEntry[], now = new Date()) {
  const isOf = (sum: CashSum | CashEntry) => (entry: CashSum | CashEntry) =>
    entry.territory_id === sum.territory_id && entry.currency_code === sum.currency_code;
  const begun = added
    .filter((entry, at) => !book.sums.some(isOf(entry)) && added.findIndex(isOf(entry)) === at)
    .map(
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
  const total = (entries: readonly ShownEntry[]) => entries.reduce((all, { amount }) => all + amount, 0);
  const isToday = ({ at, time_zone }: ShownEntry) =>
    calendarDate(time_zone, 0, new Date(at)) === calendarDate(time_zone, 0, now);
  const sums = [...book.sums, ...begun].map((sum): ShownSum => {
    const own = added.filter(isOf(sum));
    return { ...sum, queued: total(own), queuedToday: total(own.filter(isToday)) };
  });
  const newest = [...added].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { sums, entries: [...newest, ...book.entries] };
}
