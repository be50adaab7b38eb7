import type { InfiniteData } from '@tanstack/react-query';
import { calendarDate } from '@/lib/format/dates';
import type { Kept } from '@/lib/offline/persisted';
import type { Page, TicketRow } from './pages';
import { isVoid } from './transitions';

/**
 * The number of days that a ticket stays on the phone after the trip, in case the trip is late or the guest needs
 * it on the return trip.
 */
const DAYS_AFTER = 2;

/**
 * Returns when a phone deletes a trip's data, in milliseconds. The day is counted to its end in UTC-12, the last
 * time zone.
 */
export const tripKeptUntil = (date: string): number => Date.parse(`${date}T12:00:00Z`) + (DAYS_AFTER + 1) * 86_400_000;

/** Returns whether a phone keeps this ticket for offline use. */
export const isKept = (
  { status, booking_date }: Pick<TicketRow, 'status' | 'booking_date'>,
  now = Date.now(),
): boolean => !isVoid(status) && tripKeptUntil(booking_date) > now;

/** Returns the last day of these trips, until which their shared data is kept. */
const lastOf = (rows: readonly TicketRow[]): number =>
  Math.max(...rows.map(({ booking_date }) => tripKeptUntil(booking_date)));

/**
 * Returns the tickets of a list that stay on the phone. Cancelled, transferred and past ones are removed the next
 * time the list is stored.
 */
export function keptPages({ pages, pageParams }: InfiniteData<Page>): Kept | null {
  const kept = pages.map(({ rows }) => ({ rows: rows.filter((row) => isKept(row)), next: null }));
  const rows = kept.flatMap((page) => page.rows);
  return rows.length > 0 ? { data: { pages: kept, pageParams }, until: lastOf(rows) } : null;
}

/** Returns the signatures of these tickets if at least one ticket is kept. */
export const keptStatements =
  (rows: readonly TicketRow[]) =>
  (data: unknown): Kept | null => {
    const kept = rows.filter((row) => isKept(row));
    return kept.length > 0 ? { data, until: lastOf(kept) } : null;
  };

/** Returns current and future trips, soonest first, whose data is loaded for offline use. */
export const tripsToReadAhead = (rows: readonly TicketRow[]): TicketRow[] =>
  rows
    .filter((row) => isKept(row) && row.booking_date >= calendarDate(row.territory?.time_zone))
    .sort((a, b) => a.booking_date.localeCompare(b.booking_date));
