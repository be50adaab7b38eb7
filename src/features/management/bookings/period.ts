import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { calendarDate } from '@/lib/format/dates';

/** Which days a list opens with, by its territory's clocks; upcoming begins with today. */
export const PERIODS = ['today', 'tomorrow', 'upcoming', 'past', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** Of the payment: what has come in, what has not, and of that the cash to collect at the dock. */
export const PAYMENTS = ['', 'paid', 'pending', 'collect'] as const;

/** Which bookings of a territory: calendar dates, both included, and words. '' is no condition. */
export interface BookingFilters {
  from: string;
  to: string;
  q: string;
  status?: BookingStatus | '';
  service?: string;
  guide?: string;
  payment?: (typeof PAYMENTS)[number];
  /** Unset: all of them. */
  when?: Period;
  /** By departures, the next one or the last one first; unset: the newest date first. */
  order?: 'soonest' | 'latest';
}

const NARROWING = ['q', 'from', 'to', 'status', 'service', 'guide', 'payment'] as const;

/** What is cleared: not the chip, nor what else stands in the address. */
export const noFilters = (shown: BookingFilters): Partial<BookingFilters> =>
  Object.fromEntries(NARROWING.filter((name) => shown[name] !== undefined).map((name) => [name, '']));
export const isFiltered = (shown: BookingFilters): boolean => NARROWING.some((name) => shown[name]?.trim());

/** Dates that are chosen say more than a chip. */
export const periodOf = ({ when, from, to }: BookingFilters): Period => (from || to ? 'all' : (when ?? 'all'));

/** The same filters with the dates and the order that the chip stands for, by the clocks of the territory. */
export function withDates(chosen: BookingFilters, timeZone: string | undefined, now: Date): BookingFilters {
  const { when: _, ...filters } = chosen;
  const day = (offset: number) => calendarDate(timeZone, offset, now);
  switch (periodOf(chosen)) {
    case 'today':
      return { ...filters, from: day(0), to: day(0), order: 'soonest' };
    case 'tomorrow':
      return { ...filters, from: day(1), to: day(1), order: 'soonest' };
    case 'upcoming':
      return { ...filters, from: day(0), to: '', order: 'soonest' };
    case 'past':
      return { ...filters, from: '', to: day(-1), order: 'latest' };
    default:
      return filters;
  }
}
