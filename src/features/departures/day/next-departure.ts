import { type ArrivalWindow, arrivalPhase } from '@/features/dock/check-in/arrival';
import { calendarDate } from '@/lib/format/dates';

interface Departure extends ArrivalWindow {
  service_date: string;
  people: number;
  arrived: number;
  missed: number;
}

/** How long we wait for late guests. */
const LATE_MS = 30 * 60_000;

/**
 * Returns the departure to work on. This is one that left less than half an hour ago and still expects guests, or
 * otherwise the next of today or one that is boarding. Departures without expected guests come last. Returns
 * undefined if no departure needs work.
 */
export function nextDeparture<D extends Departure>(departures: readonly D[], now: Date): D | undefined {
  const leaves = (one: D) => Date.parse(one.no_show_from);
  const left = (one: D) => leaves(one) <= now.getTime();
  const due = departures
    .filter((one) =>
      left(one)
        ? now.getTime() < leaves(one) + LATE_MS
        : arrivalPhase(one, now) === 'boarding' || one.service_date === calendarDate(one.time_zone, 0, now),
    )
    // A departure without a time leaves on request, by the end of its day at the latest.
    .toSorted((a, b) => leaves(a) - leaves(b));
  const expected = due.filter((one) => one.arrived + one.missed < one.people);
  return expected.findLast(left) ?? expected[0] ?? due.find((one) => !left(one)) ?? due.at(-1);
}
