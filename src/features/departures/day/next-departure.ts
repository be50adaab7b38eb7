import { type ArrivalWindow, arrivalPhase } from '@/features/dock/check-in/arrival';
import { calendarDate } from '@/lib/format/dates';

interface Departure extends ArrivalWindow {
  service_date: string;
  people: number;
  arrived: number;
  missed: number;
}

/** How long late guests are waited for. */
const LATE_MS = 30 * 60_000;

/**
 * The departure to work on: one that left less than half an hour ago and still expects guests, otherwise today's next,
 * or one already boarding. Departures without expected guests come last. None if nothing needs work.
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
    // Without a time it leaves on demand, by the end of its day.
    .toSorted((a, b) => leaves(a) - leaves(b));
  const expected = due.filter((one) => one.arrived + one.missed < one.people);
  return expected.findLast(left) ?? expected[0] ?? due.find((one) => !left(one)) ?? due.at(-1);
}
