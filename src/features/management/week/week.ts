import { t } from '@lingui/core/macro';
import { reasonLabel } from '@/features/departures/cancelling/labels';
import { laterBy } from '@/features/departures/delays/delay';
import { addDays, formatDay, formatTime, weekStart } from '@/lib/format/dates';
import { compareText } from '@/lib/i18n/intl';
import type { DepartureRef, WeekDay, WeekDeparture, WeekService } from './queries';

/** How many days ahead the database returns weeks. */
const MAX_DAYS = 3600;
const DAY_MS = 86_400_000;

/** Returns the Monday of the week in the URL, or of the current week. */
export function weekShown(asked: string, today: string): string {
  const days = Math.abs(Date.parse(asked) - Date.parse(today)) / DAY_MS;
  return weekStart(days <= MAX_DAYS ? asked : today);
}

export const daysOfWeek = (monday: string): string[] => Array.from({ length: 7 }, (_, n) => addDays(monday, n));

export type DepartureState = 'cancelled' | 'past' | 'unled' | 'closed' | 'private' | 'full' | 'open';

/** Returns the taken seats, or 0 for a cancelled departure. */
export const takenOf = ({
  held,
  sold,
  cancel_reason,
}: Pick<WeekDeparture, 'held' | 'sold' | 'cancel_reason'>): number => (cancel_reason === null ? held + sold : 0);

/** Returns a departure's most important state: cancelled, then without a guide or driver, then no seats for sale. */
export function stateOf(departure: WeekDeparture): DepartureState {
  if (departure.cancel_reason !== null) return 'cancelled';
  if (departure.past) return 'past';
  if (departure.unled) return 'unled';
  if (departure.closed) return 'closed';
  if (departure.exclusive) return 'private';
  return takenOf(departure) >= departure.capacity ? 'full' : 'open';
}

/** Returns the words for a state, or '' for a normal or past departure. */
export function stateLabel(departure: WeekDeparture, kind: WeekService['kind']): string {
  switch (stateOf(departure)) {
    case 'cancelled':
      return t`Cancelled: ${reasonLabel(departure.cancel_reason)}`;
    case 'unled':
      return kind === 'transport' ? t`No driver` : t`No guide`;
    case 'closed':
      return t`Closed`;
    case 'private':
      return t`Private group`;
    case 'full':
      return t`Sold out`;
    default:
      return '';
  }
}

export const hourOf = ({ start_time }: Pick<WeekDeparture, 'start_time'>): string =>
  start_time ? formatTime(start_time) : t`Any time`;

/** Returns the announced delay of a departure that wasn't cancelled, or ''. */
export function delayLabel({ start_time, delay_minutes, cancel_reason }: WeekDeparture): string {
  if (!start_time || !delay_minutes || cancel_reason !== null) return '';
  const time = formatTime(laterBy(start_time, delay_minutes));
  return t`Running late: expected at ${time}`;
}

/** Returns a departure's accessible name with time, service, seats and state. */
export function departureLabel({ title, kind }: WeekService, departure: WeekDeparture): string {
  const when = `${formatDay(departure.service_date)}, ${hourOf(departure)}`;
  const [taken, capacity] = [takenOf(departure), departure.capacity];
  const seats = t`${taken} of ${capacity}`;
  return [`${when}, ${title}: ${seats}`, stateLabel(departure, kind), delayLabel(departure)].filter(Boolean).join(', ');
}

export const refOf = (
  { kind, service_id }: WeekService,
  { slot_id, service_date }: Pick<WeekDeparture, 'slot_id' | 'service_date'>,
): DepartureRef => ({ kind, serviceId: service_id, slotId: slot_id, date: service_date });

export const isSame = (a: DepartureRef | null, b: DepartureRef): boolean =>
  a !== null && a.serviceId === b.serviceId && a.slotId === b.slotId && a.date === b.date;

export interface Line {
  service: WeekService;
  departure: WeekDeparture;
}

/** Returns a day's departures by time, with those without a time at the end. */
export function dayLines(services: readonly WeekService[], date: string, unledOnly: boolean): Line[] {
  const lines = services.flatMap((service) =>
    service.departures
      .filter((departure) => departure.service_date === date && (!unledOnly || departure.unled))
      .map((departure) => ({ service, departure })),
  );
  const hour = ({ departure }: Line) => departure.start_time ?? '99';
  return lines.sort((a, b) => hour(a).localeCompare(hour(b)) || compareText(a.service.title, b.service.title));
}

/** The rows below one heading: the experiences, or one type of transport. */
export interface Group {
  /** Null for the group of experiences. */
  type: string | null;
  services: WeekService[];
}

export function groupsOf(services: readonly WeekService[]): Group[] {
  const groups: Group[] = [];
  for (const service of services) {
    const last = groups.at(-1);
    if (last && last.type === service.type_name) last.services.push(service);
    else groups.push({ type: service.type_name, services: [service] });
  }
  return groups;
}

export function usualOf({ departures }: WeekService): { leaders: string[]; seats: number } {
  return {
    leaders: [...new Set(departures.flatMap(({ leaders }) => leaders))],
    seats: Math.max(0, ...departures.map(({ capacity }) => capacity)),
  };
}

export function totalOf(days: readonly WeekDay[]): { seats: number; taken: number; unled: number } {
  const sum = (of: 'seats' | 'taken' | 'unled') => days.reduce((all, day) => all + day[of], 0);
  return { seats: sum('seats'), taken: sum('taken'), unled: sum('unled') };
}

export const percent = (taken: number, seats: number): number => (seats > 0 ? Math.round((taken / seats) * 100) : 0);
