import { addDays, wallClock } from '@/lib/format/dates';

/** So long whoever waits at the dock may still cancel it; as private.departs_at of the database, which decides. */
const CANCEL_MS = 2 * 60 * 60_000;

/** Two hours after its hour, without one at the end of its day, a departure has departed and cannot be cancelled any more. */
export function hasDeparted(date: string, start: string | null, timeZone: string, now: Date): boolean {
  const until = start === null ? Date.parse(`${addDays(date, 1)}T00:00Z`) : Date.parse(`${date}T${start}Z`) + CANCEL_MS;
  return wallClock(timeZone, now) >= until;
}
