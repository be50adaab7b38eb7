import { departureInstant } from '@/lib/format/dates';

/**
 * How long after its time people at the dock may still cancel a departure. This is the same as private.departs_at
 * in the database, which decides.
 */
const CANCEL_MS = 2 * 60 * 60_000;

/**
 * Returns whether a departure can no longer be cancelled, which is two hours after its time or, without a time, at
 * the end of its day.
 */
export function hasDeparted(date: string, start: string | null, timeZone: string, now: Date): boolean {
  return now.getTime() >= departureInstant(date, start, timeZone) + (start === null ? 0 : CANCEL_MS);
}
