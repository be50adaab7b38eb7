import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { calendarDate } from '@/lib/format/dates';

/** Which days a list opens with: its territory's today, today and what comes, or all of them. */
export const PERIODS = ['today', 'upcoming', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** Which bookings of a territory: calendar dates, both included, and words. '' is no condition. */
export interface BookingFilters {
  from: string;
  to: string;
  q: string;
  status?: BookingStatus | '';
  /** Unset: all of them. */
  when?: Period;
  /** By date and hour, the next one first; unset: the newest date first. */
  soonest?: true;
}

/** Dates that are chosen say more than a chip. */
export const periodOf = ({ when, from, to }: BookingFilters): Period => (from || to ? 'all' : (when ?? 'all'));

/** The same filters with the dates and the order that the chip stands for, by the clocks of the territory. */
export function withDates(chosen: BookingFilters, timeZone: string | undefined, now: Date): BookingFilters {
  const { when: _, ...filters } = chosen;
  const period = periodOf(chosen);
  const today = calendarDate(timeZone, 0, now);
  if (period === 'all') return filters;
  return { ...filters, from: today, to: period === 'today' ? today : '', soonest: true };
}
