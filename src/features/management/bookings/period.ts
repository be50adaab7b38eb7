import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { calendarDate } from '@/lib/format/dates';

/** The days that a list can show, in its territory's time zone. 'upcoming' starts today. */
export const PERIODS = ['today', 'tomorrow', 'upcoming', 'past', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** The payment filter: received, not received, or cash due at the dock. */
export const PAYMENTS = ['', 'paid', 'pending', 'collect'] as const;

/** The figures of the finances whose bookings can be listed. */
export const FIGURES = ['', 'collected', 'not_collected', 'refunded', 'disputed', 'to_pay_out'] as const;
export type Figure = (typeof FIGURES)[number];

/** Whether the dates are those of the trips, or of the first payments. */
export const PERIOD_BY = ['', 'payment'] as const;

/** The filters of a territory's bookings, with inclusive calendar dates. '' means no filter. */
export interface BookingFilters {
  from: string;
  to: string;
  q: string;
  status?: BookingStatus | '';
  service?: string;
  guide?: string;
  payment?: (typeof PAYMENTS)[number];
  figure?: Figure;
  by?: (typeof PERIOD_BY)[number];
  /** If unset, the list has bookings of all dates. */
  when?: Period;
  /** Sorts by departure, the next or the last one first. If unset, the newest date comes first. */
  order?: 'soonest' | 'latest';
}

const NARROWING = ['q', 'from', 'to', 'by', 'status', 'service', 'guide', 'payment', 'figure'] as const;

/** Returns the values after 'Clear', which keeps the chip and other parameters. */
export const noFilters = (shown: BookingFilters): Partial<BookingFilters> =>
  Object.fromEntries(NARROWING.filter((name) => shown[name] !== undefined).map((name) => [name, '']));
export const isFiltered = (shown: BookingFilters): boolean => NARROWING.some((name) => shown[name]?.trim());

/** Returns the period of the chip, unless the user chose dates. */
export const periodOf = ({ when, from, to, by }: BookingFilters): Period =>
  from || to || by ? 'all' : (when ?? 'all');

/** Returns the filters with the dates and order of the chip, in the territory's time zone. */
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
