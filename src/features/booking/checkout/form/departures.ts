import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Departure } from '@/features/booking/checkout/dto';
import { departuresQuery } from '@/features/booking/checkout/queries';
import type { BookingType, Service } from '@/features/booking/checkout/service';
import { calendarDate, lastDayOfMonth, nextMonth } from '@/lib/format/dates';
import type { BookingForm } from './booking-form';
import type { PartyRules } from './party';

export type Fit = 'fits' | 'full' | 'closed' | 'not_whole';

/**
 * Returns whether a departure has seats for the smallest party of this type. A private booking needs an empty
 * departure.
 */
export function departureFit(rules: PartyRules, type: BookingType, departure: Departure): Fit {
  if (departure.closed) return 'closed';
  if (departure.available < 1) return 'full';
  if (type === 'private') {
    if (departure.available < departure.capacity) return 'not_whole';
    return departure.capacity >= rules.minPrivateGuests ? 'fits' : 'full';
  }
  return departure.available >= rules.minSpots ? 'fits' : 'full';
}

/** Returns whether any departure of the date can be booked in at least one of the ways the service is sold. */
export function dateHasRoom(rules: PartyRules, departures: Departure[]): boolean {
  const types: BookingType[] = rules.bookingType === 'both' ? ['shared', 'private'] : [rules.bookingType];
  return departures.some((departure) => types.some((type) => departureFit(rules, type, departure) === 'fits'));
}

/** Returns the first and last day of a month ('2026-10'), starting today at the earliest. */
export function monthRange(month: string, today: string): { from: string; to: string } {
  const last = lastDayOfMonth(month);
  const first = `${month}-01`;
  return { from: first > today ? first : today, to: last > today ? last : today };
}

/** Loads the departures of the date's month and answers the form's questions about them. */
export function useDepartures(service: Service, month: string) {
  const today = calendarDate(service.timeZone);
  const { from, to } = monthRange(month, today);
  const query = useQuery(departuresQuery(service, from, to));
  // While another month loads, the query still returns the rows of the previous month, which we ignore.
  const rows = query.isPlaceholderData ? undefined : query.data;
  const on = (date: string): Departure[] => (rows ?? []).filter((row) => row.date === date);
  const known = rows !== undefined;
  return {
    query,
    known,
    on,
    /** Returns the departure at the chosen time, or the only one of the day for transport. */
    chosen: ({ serviceDate, slotId }: Pick<BookingForm, 'serviceDate' | 'slotId'>): Departure | undefined =>
      on(serviceDate).find(
        (row, _, day) => row.slotId === slotId || (service.kind === 'transport' && day.length === 1),
      ),
    /**
     * Every day can be picked until the departures have loaded. The form then shows what is available on that day.
     */
    isOpen: (date: string) => !known || dateHasRoom(service, on(date)),
    /** Returns whether the day has departures that are all full. Picking it offers the waitlist. */
    isFull: (date: string) => known && !dateHasRoom(service, on(date)) && on(date).some((row) => !row.closed),
    /** Returns the month's next dates that have seats. */
    nextOpen: (date: string, count: number): string[] =>
      [...new Set((rows ?? []).map((row) => row.date))]
        .filter((other) => other > date && dateHasRoom(service, on(other)))
        .slice(0, count),
  };
}

/** The number of months in which we look for the first date with seats. */
const MONTHS_AHEAD = 2;

/** Preselects the first date that has seats, and the time if the date has only one. */
export function useObviousChoices(service: Service, disabled: boolean): void {
  const { control, setValue } = useFormContext<BookingForm>();
  const [date, settled, slot, type] = useWatch({
    control,
    name: ['serviceDate', 'dateSettled', 'slotId', 'bookingType'],
  });
  const { query, known, on, isOpen, nextOpen } = useDepartures(service, date.slice(0, 7));
  const today = calendarDate(service.timeZone);
  const day = on(date);
  const bookable = day.filter((departure) => departureFit(service, type, departure) === 'fits');
  // A single time is chosen even if it is full, so that the traveller can join its waitlist.
  const choices = service.kind === 'transport' && day.length === 1 ? day : bookable;
  const only = choices.length === 1 ? choices[0]?.slotId : null;

  // Data that is being refetched may be outdated, for example after the previous booking.
  const looking = known && !query.isFetching && !settled && !disabled;
  const found = looking ? (isOpen(date) ? date : nextOpen(date, 1)[0]) : undefined;
  const further =
    looking && !found && date.slice(0, 7) < nextMonth(today, MONTHS_AHEAD) ? `${nextMonth(date)}-01` : undefined;
  useEffect(() => {
    if (!looking) return;
    if (found) {
      setValue('serviceDate', found);
      setValue('dateSettled', true);
    } else if (further) setValue('serviceDate', further);
    else {
      setValue('serviceDate', calendarDate(service.timeZone, 1));
      setValue('dateSettled', true);
    }
  }, [looking, found, further, service.timeZone, setValue]);

  const alone = slot === '' && !disabled && !looking ? only : null;
  useEffect(() => {
    if (alone) setValue('slotId', alone);
  }, [alone, setValue]);
}
