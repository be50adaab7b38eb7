import { departureInstant } from '@/lib/format/dates';

/** So long whoever waits at the dock may still cancel it; as private.departs_at of the database, which decides. */
const CANCEL_MS = 2 * 60 * 60_000;

/** Two hours after its hour, without one at the end of its day, a departure has departed and cannot be cancelled any more. */
export function hasDeparted(date: string, start: string | null, timeZone: string, now: Date): boolean {
  return now.getTime() >= departureInstant(date, start, timeZone) + (start === null ? 0 : CANCEL_MS);
}
