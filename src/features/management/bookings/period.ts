import { calendarDate } from '@/lib/format/dates';
import type { BookingFilters, Period } from './queries';

/** Dates that are chosen say more than a chip. */
export const periodOf = ({ when, from, to }: BookingFilters): Period => (from || to ? 'all' : (when ?? 'all'));

/** The same filters with the dates that the chip stands for, by the clocks of the territory. */
export function withDates(chosen: BookingFilters, timeZone: string | undefined, now: Date): BookingFilters {
  const { when: _, ...filters } = chosen;
  const period = periodOf(chosen);
  const today = calendarDate(timeZone, 0, now);
  if (period === 'all') return filters;
  return { ...filters, from: today, to: period === 'today' ? today : '' };
}
