import type { Departure } from './queries';

/** What a day of the calendar says of all its departures. */
export interface Day {
  date: string;
  departures: Departure[];
  sold: number;
  held: number;
  capacity: number;
  closed: boolean;
  past: boolean;
}

/** By date. What is closed counts with what it has sold, as nothing more can come. */
export function daysOf(departures: readonly Departure[]): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const departure of departures) {
    const { service_date: date, sold, held, capacity, closed, past } = departure;
    const day = days.get(date) ?? { date, departures: [], sold: 0, held: 0, capacity: 0, closed: true, past: true };
    days.set(date, {
      date,
      departures: [...day.departures, departure],
      sold: day.sold + sold,
      held: day.held + held,
      capacity: day.capacity + (closed ? sold + held : capacity),
      closed: day.closed && closed,
      past: day.past && past,
    });
  }
  return days;
}
