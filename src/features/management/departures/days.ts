import type { Departure } from './queries';

export interface Day {
  date: string;
  departures: Departure[];
  sold: number;
  held: number;
  capacity: number;
  closed: boolean;
  /** True if all departures of the day are cancelled. */
  cancelled: boolean;
  past: boolean;
}

/**
 * Sums the departures of each date. A closed departure counts with its sold seats, and a cancelled one doesn't
 * count.
 */
export function daysOf(departures: readonly Departure[]): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const departure of departures) {
    const { service_date: date, closed, past, cancel_reason } = departure;
    const cancelled = cancel_reason !== null;
    const { sold, held, capacity } = cancelled ? { sold: 0, held: 0, capacity: 0 } : departure;
    const day = days.get(date) ?? {
      date,
      departures: [],
      sold: 0,
      held: 0,
      capacity: 0,
      closed: true,
      cancelled: true,
      past: true,
    };
    days.set(date, {
      date,
      departures: [...day.departures, departure],
      sold: day.sold + sold,
      held: day.held + held,
      capacity: day.capacity + (closed ? sold + held : capacity),
      closed: day.closed && closed,
      cancelled: day.cancelled && cancelled,
      past: day.past && past,
    });
  }
  return days;
}
