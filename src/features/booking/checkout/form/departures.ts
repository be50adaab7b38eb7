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

/** Whether a departure can take a booking of this type and its smallest party: a private one needs it untouched, too. */
export function departureFit(rules: PartyRules, type: BookingType, departure: Departure): Fit {
  if (departure.closed) return 'closed';
  if (departure.available < 1) return 'full';
  if (type === 'private') {
    if (departure.available < departure.capacity) return 'not_whole';
    return departure.capacity >= rules.minPrivateGuests ? 'fits' : 'full';
  }
  return departure.available >= rules.minSpots ? 'fits' : 'full';
}

/** A date is offered while at least one of its departures can still be booked in one of the ways that are sold. */
export function dateHasRoom(rules: PartyRules, departures: Departure[]): boolean {
  const types: BookingType[] = rules.bookingType === 'both' ? ['shared', 'private'] : [rules.bookingType];
  return departures.some((departure) => types.some((type) => departureFit(rules, type, departure) === 'fits'));
}

/** First and last day of a month ('2026-10'), not before today. */
export function monthRange(month: string, today: string): { from: string; to: string } {
  const last = lastDayOfMonth(month);
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
    /** The departure that the form means: at the chosen time, or the only one of a ride's day. */
    chosen: ({ serviceDate, slotId }: Pick<BookingForm, 'serviceDate' | 'slotId'>): Departure | undefined =>
      on(serviceDate).find(
        (row, _, day) => row.slotId === slotId || (service.kind === 'transport' && day.length === 1),
      ),
    /** Until the answer is there every day can be picked; the form says soon enough what that day has. */
    isOpen: (date: string) => !known || dateHasRoom(service, on(date)),
    /** A day that leaves and has no room: who picks it may wait for seats. */
    isFull: (date: string) => known && !dateHasRoom(service, on(date)) && on(date).some((row) => !row.closed),
    /** The next dates of this month that have room, after a given one. */
    nextOpen: (date: string, count: number): string[] =>
      [...new Set((rows ?? []).map((row) => row.date))]
        .filter((other) => other > date && dateHasRoom(service, on(other)))
        .slice(0, count),
  };
}

/** How far ahead the first date with room is looked for by itself. */
const MONTHS_AHEAD = 2;

/** Chooses what needs no choice: the first date with room, until there is one, and the only time of a date that has room. */
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
  // A single time is chosen even when it is full: the traveller can join its waitlist.
  const choices = service.kind === 'transport' && day.length === 1 ? day : bookable;
  const only = choices.length === 1 ? choices[0]?.slotId : null;

  // What is just read again may have been sold meanwhile, by the booking before this one for instance.
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
