import type { Departure } from '@/features/departures/day/queries';
import { wallTime } from '@/lib/format/dates';

/** The earliest and the latest pickup, in minutes before the departure. The database has the same (private.pickup_times). */
const MAX_MINUTES = 180;

/** Returns whether these are minutes that can be saved: whole ones, negative for after the departure, or none. */
export const isPickupMinutes = (minutes: number | null): boolean =>
  minutes === null || (Number.isInteger(minutes) && Math.abs(minutes) <= MAX_MINUTES);

/** Returns the local time this many minutes before a departure, such as '2026-12-04T23:50'. */
export const pickupAt = (
  { service_date, start_time }: Pick<Departure, 'service_date' | 'start_time'>,
  minutes: number,
): string => wallTime(Date.parse(`${service_date}T${start_time.slice(0, 5)}Z`) - minutes * 60_000);

/** Later than every time. */
const LAST = -MAX_MINUTES - 1;

interface Timed {
  name: string;
  minutes: number | null;
}

/** Returns the places by time, soonest first. Those without a time come last and keep their order. */
export const byTime = <P extends Timed>(places: readonly P[]): P[] =>
  places.toSorted((a, b) => (b.minutes ?? LAST) - (a.minutes ?? LAST));
