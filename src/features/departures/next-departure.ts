import { type ArrivalWindow, arrivalPhase } from '@/features/booking/check-in/arrival';
import { calendarDate } from '@/lib/format/dates';

interface Departure extends ArrivalWindow {
  service_date: string;
  arrived: number;
  missed: number;
}

/**
 * The one that is worked on now, of a list that comes soonest first: the first of today, or that boards already, on which somebody is
 * still expected; else the first of today that is not over.
 */
export function nextDeparture<D extends Departure>(
  departures: readonly D[],
  now: Date,
  people: (departure: D) => number,
): D | undefined {
  const near = departures.filter((one) => {
    const phase = arrivalPhase(one, now);
    return phase !== 'over' && (phase !== 'early' || one.service_date === calendarDate(one.time_zone, 0, now));
  });
  const expected = near.filter((one) => one.arrived + one.missed < people(one));
  // Who waits for somebody of the last departure is at the next one by the time it boards.
  const boarding = expected.findLast((one) => arrivalPhase(one, now) === 'left');
  const coming = expected.find((one) => arrivalPhase(one, now) !== 'left');
  const late = boarding && now.getTime() - Date.parse(boarding.no_show_from) < LATE_MS ? boarding : undefined;
  return late ?? coming ?? boarding ?? near.at(-1);
}

/** So long one waits for who is late. */
const LATE_MS = 30 * 60_000;
