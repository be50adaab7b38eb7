import { type ArrivalWindow, arrivalPhase } from '@/features/dock/check-in/arrival';
import { calendarDate } from '@/lib/format/dates';

interface Departure extends ArrivalWindow {
  service_date: string;
  arrived: number;
  missed: number;
}

/** So long one waits for who is late. */
const LATE_MS = 30 * 60_000;

/**
 * The one that is worked on now: what left less than half an hour ago and still misses somebody, else the next of today, or that boards
 * already. One on which nobody is expected comes after those on which somebody is. None: nothing is due, whatever was left open before.
 */
export function nextDeparture<D extends Departure>(
  departures: readonly D[],
  now: Date,
  people: (departure: D) => number,
): D | undefined {
  const leaves = (one: D) => Date.parse(one.no_show_from);
  const left = (one: D) => leaves(one) <= now.getTime();
  const due = departures
    .filter((one) =>
      left(one)
        ? now.getTime() < leaves(one) + LATE_MS
        : arrivalPhase(one, now) === 'boarding' || one.service_date === calendarDate(one.time_zone, 0, now),
    )
    // One without an hour leaves when it is called, at the end of its day at the latest.
    .toSorted((a, b) => leaves(a) - leaves(b));
  const expected = due.filter((one) => one.arrived + one.missed < people(one));
  return expected.findLast(left) ?? expected[0] ?? due.find((one) => !left(one)) ?? due.at(-1);
}
