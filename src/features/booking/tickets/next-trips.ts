import { plural, t } from '@lingui/core/macro';
import { nextStep } from '@/features/catalogue/cancellation-policy';
import { addDays, dayName, departureInstant } from '@/lib/format/dates';
import type { TicketRow } from './pages';
import { isCashDue, isVoid } from './transitions';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const zoneOf = (row: TicketRow): string => row.territory?.time_zone ?? 'America/Guatemala';
const midnight = (row: TicketRow, later = 0): number =>
  departureInstant(addDays(row.booking_date, later), '00:00', zoneOf(row));
/** We compare instants rather than local times, so that a trip across a clock change keeps its duration. */
const startOf = (row: TicketRow): number =>
  row.start_time ? departureInstant(row.booking_date, row.start_time, zoneOf(row)) : midnight(row);
const endOf = (row: TicketRow): number =>
  row.start_time && row.service?.hours ? startOf(row) + row.service.hours * HOUR : midnight(row, 1);
/** A trip without a time comes last on its day. */
const placeOf = (row: TicketRow): number => (row.start_time ? startOf(row) : midnight(row, 1) - 1);

/**
 * Returns whether the trip has begun and can no longer be cancelled. A trip without a time begins at the end of its
 * day.
 */
export const hasBegun = (row: TicketRow, now: Date): boolean =>
  departureInstant(row.booking_date, row.start_time, zoneOf(row)) <= now.getTime();

/** Returns whether cancelling is free, by the same rule as private.free_until. */
export const isFreeToCancel = (row: TicketRow, now: Date): boolean =>
  (isCashDue(row) && !hasBegun(row, now)) ||
  nextStep(row.cancellation_policy, { date: row.booking_date, startTime: row.start_time, timeZone: zoneOf(row) }, now)
    ?.percent === 100;

/**
 * Returns whether the date may be changed, by the same rule as private.change_until: while cancelling is free, or
 * longer if the region allows it.
 */
export function mayChangeDate(row: TicketRow, now: Date): boolean {
  const hours = row.territory?.change_hours ?? null;
  return isFreeToCancel(row, now) || (hours !== null && startOf(row) - now.getTime() > hours * HOUR);
}

/** Returns whether a live trip is under way or begins within two days, so that its travel alerts are shown. */
export const isSoon = (row: TicketRow, now: Date): boolean =>
  !isVoid(row.status) && startOf(row) - now.getTime() < 2 * DAY && endOf(row) > now.getTime();

/** Returns whether a trip is still under way at the given time. Alerts that start later don't concern it. */
export const lastsUntil = (row: TicketRow, moment: string): boolean => endOf(row) > Date.parse(moment);

/** Returns live trips that aren't over, including those under way, soonest first. */
export function tripsAhead(rows: readonly TicketRow[], now: Date): TicketRow[] {
  return rows
    .filter((row) => !isVoid(row.status) && row.check_in_status !== 'no_show' && endOf(row) > now.getTime())
    .sort((a, b) => placeOf(a) - placeOf(b) || a.id.localeCompare(b.id));
}

/** Returns the next trip, and the others of its day. */
export function nextTrip(rows: readonly TicketRow[], now: Date): { next: TicketRow | undefined; sameDay: TicketRow[] } {
  const [next, ...later] = tripsAhead(rows, now);
  return { next, sameDay: later.filter((row) => row.booking_date === next?.booking_date) };
}

/** Returns 'Starts in 40 minutes', 'Today', 'Tomorrow' or 'In 3 days', or 'Under way' once the trip has begun. */
export function whenLabel(row: TicketRow, now: Date): string {
  const zone = zoneOf(row);
  const minutes = Math.ceil((startOf(row) - now.getTime()) / MINUTE);
  if (row.start_time && minutes <= 0) return t`Under way`;
  if (row.start_time && minutes < 60) {
    return row.kind === 'transport'
      ? plural(minutes, { one: 'Leaves in # minute', other: 'Leaves in # minutes' })
      : plural(minutes, { one: 'Starts in # minute', other: 'Starts in # minutes' });
  }
  const name = dayName(row.booking_date, zone, now);
  if (name) return name;
  const days = Math.ceil((midnight(row) - now.getTime()) / DAY);
  return days < 14 ? plural(days, { one: 'In # day', other: 'In # days' }) : t`Your next trip`;
}
