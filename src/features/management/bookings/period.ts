import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { calendarDate } from '@/lib/format/dates';

/** The days shown by a list, in its territory; 'upcoming' starts today. */
export const PERIODS = ['today', 'tomorrow', 'upcoming', 'past', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** By payment: received, not received, and cash due at the dock. */
export const PAYMENTS = ['', 'paid', 'pending', 'collect'] as const;

/** Filters of a territory's bookings: calendar dates (inclusive) and text. '' means no filter. */
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
  /** By departure, next or last first; unset: newest date first. */
  order?: 'soonest' | 'latest';
}

const NARROWING = ['q', 'from', 'to', 'status', 'service', 'guide', 'payment'] as const;

/** Cleared by 'Clear': not the chip, nor other parameters. */
export const noFilters = (shown: BookingFilters): Partial<BookingFilters> =>
  Object.fromEntries(NARROWING.filter((name) => shown[name] !== undefined).map((name) => [name, '']));
export const isFiltered = (shown: BookingFilters): boolean => NARROWING.some((name) => shown[name]?.trim());

/** Chosen dates override a chip. */
export const periodOf = ({ when, from, to }: BookingFilters): Period => (from || to ? 'all' : (when ?? 'all'));

/** The filters with the chip's dates and order, in the territory's time. */
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
