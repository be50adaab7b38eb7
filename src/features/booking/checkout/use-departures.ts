import { useQuery } from '@tanstack/react-query';
import { calendarDate } from '@/lib/format/dates';
import type { BookingForm } from './draft';
import { dateHasRoom } from './people';
import { departuresQuery } from './queries';
import type { Departure, Service } from './types';

/** First and last day of a month ('2026-10'), not before today. */
export function monthRange(month: string, today: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return { from: first > today ? first : today, to: last > today ? last : today };
}

/** The departures of the month that a date lies in, and what they mean for it. */
export function useDepartures(service: Service, month: string) {
  const today = calendarDate(service.timeZone);
  const { from, to } = monthRange(month, today);
  const query = useQuery(departuresQuery(service, from, to));
  // While another month loads, the last one's rows are still there: they say nothing about this one.
  const rows = query.isPlaceholderData ? undefined : query.data;
  const on = (date: string): Departure[] => (rows ?? []).filter((row) => row.date === date);
  const known = rows !== undefined;
  return {
    query,
    known,
    on,
    /** The departure that the form means: of the chosen timeslot, or the only one of the day. */
    chosen: ({ serviceDate, timeslotId }: Pick<BookingForm, 'serviceDate' | 'timeslotId'>): Departure | undefined =>
      on(serviceDate).find((row) => service.kind === 'transport' || row.timeslotId === timeslotId),
    /** Until the answer is there every day can be picked; the form says soon enough what that day has. */
    isOpen: (date: string) => !known || dateHasRoom(service, on(date)),
    /** The next dates of this month that have room, after a given one. */
    nextOpen: (date: string, count: number): string[] =>
      [...new Set((rows ?? []).map((row) => row.date))]
        .filter((other) => other > date && dateHasRoom(service, on(other)))
        .slice(0, count),
  };
}
