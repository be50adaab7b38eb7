import { departureInstant } from '@/lib/format/dates';

/**
 * How long after its time people at the dock may still cancel it; as private.departs_at in the database, which decides.
 */
const CANCEL_MS = 2 * 60 * 60_000;

/** Two hours after its time, or at the end of its day, a departure has departed and can no longer be cancelled. */
export function hasDeparted(date: string, start: string | null, timeZone: string, now: Date): boolean {
  return now.getTime() >= departureInstant(date, start, timeZone) + (start === null ? 0 : CANCEL_MS);
}
