import type { InfiniteData } from '@tanstack/react-query';
import { calendarDate } from '@/lib/format/dates';
import type { Kept } from '@/lib/offline/persisted';
import type { Page, TicketRow } from './pages';
import { isVoid } from './transitions';

/** How many days after a trip its ticket stays on the phone: it may be late, or needed on the way back. */
const DAYS_AFTER = 2;

/** When a phone deletes a trip's data, in ms. The day ends last at UTC-12. */
export const tripKeptUntil = (date: string): number => Date.parse(`${date}T12:00:00Z`) + (DAYS_AFTER + 1) * 86_400_000;

/** Whether a phone keeps this ticket for offline use. */
export const isKept = (
  { status, booking_date }: Pick<TicketRow, 'status' | 'booking_date'>,
  now = Date.now(),
): boolean => !isVoid(status) && tripKeptUntil(booking_date) > now;

/** The last day of these trips; shared data is kept until then. */
const lastOf = (rows: readonly TicketRow[]): number =>
  Math.max(...rows.map(({ booking_date }) => tripKeptUntil(booking_date)));

/** A list's kept tickets: cancelled, transferred and past ones are removed at the next read. */
export function keptPages({ pages, pageParams }: InfiniteData<Page>): Kept | null {
  const kept = pages.map(({ rows }) => ({ rows: rows.filter((row) => isKept(row)), next: null }));
  const rows = kept.flatMap((page) => page.rows);
  return rows.length > 0 ? { data: { pages: kept, pageParams }, until: lastOf(rows) } : null;
}

/** These tickets' signatures, while one of them is kept. */
export const keptStatements =
  (rows: readonly TicketRow[]) =>
  (data: unknown): Kept | null => {
    const kept = rows.filter((row) => isKept(row));
    return kept.length > 0 ? { data, until: lastOf(kept) } : null;
  };

/** Current and future trips, soonest first: their data is prefetched. */
export const tripsToReadAhead = (rows: readonly TicketRow[]): TicketRow[] =>
  rows
    .filter((row) => isKept(row) && row.booking_date >= calendarDate(row.territory?.time_zone))
    .sort((a, b) => a.booking_date.localeCompare(b.booking_date));
