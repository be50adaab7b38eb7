import { hasDeparted } from '@/features/departures/departed';
import { departureInstant } from '@/lib/format/dates';

export interface LateDeparture {
  departureId: string;
  title: string;
  date: string;
  start: string;
  timeZone: string;
  /** The announced delay, in minutes. */
  minutes: number;
}

/** The delays that can be announced, in minutes. The database has the same list (public.set_departure_delay). */
export const DELAYS = [5, 10, 15, 20, 30, 45, 60] as const;

/** How long before a departure a delay can be announced, if its day hasn't begun. */
const AHEAD_MS = 3 * 60 * 60_000;

/**
 * Returns whether a delay can be announced now: on the day of the departure, until it counts as departed. Cars without
 * a time can't be late.
 */
export function canAnnounceDelay(date: string, start: string | null, timeZone: string, now: Date): boolean {
  if (start === null || hasDeparted(date, start, timeZone, now)) return false;
  const leaves = departureInstant(date, start, timeZone);
  return now.getTime() >= Math.min(leaves - AHEAD_MS, departureInstant(date, '00:00', timeZone));
}

/** Returns the time of day some minutes after another, such as '00:15' for '23:45' and 30. */
export function laterBy(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = (hour * 60 + minute + minutes) % (24 * 60);
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}
