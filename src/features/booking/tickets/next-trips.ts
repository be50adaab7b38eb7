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
/** Instants, not local times: a trip over a clock change takes as long as any other. */
const startOf = (row: TicketRow): number =>
  row.start_time ? departureInstant(row.booking_date, row.start_time, zoneOf(row)) : midnight(row);
const endOf = (row: TicketRow): number =>
  row.start_time && row.service?.hours ? startOf(row) + row.service.hours * HOUR : midnight(row, 1);
/** Without a time it comes last of its day. */
const placeOf = (row: TicketRow): number => (row.start_time ? startOf(row) : midnight(row, 1) - 1);

/** Whether it has begun, which ends cancelling; without a time at the end of its day. */
export const hasBegun = (row: TicketRow, now: Date): boolean =>
  departureInstant(row.booking_date, row.start_time, zoneOf(row)) <= now.getTime();

/** Whether cancelling is free, as private.free_until. */
export const isFreeToCancel = (row: TicketRow, now: Date): boolean =>
  (isCashDue(row) && !hasBegun(row, now)) ||
  nextStep(row.cancellation_policy, { date: row.booking_date, startTime: row.start_time, timeZone: zoneOf(row) }, now)
    ?.percent === 100;

/**
 * Whether the date may be changed, as private.change_until: while cancelling is free, or longer if the region allows.
 */
export function mayChangeDate(row: TicketRow, now: Date): boolean {
  const hours = row.territory?.change_hours ?? null;
  return isFreeToCancel(row, now) || (hours !== null && startOf(row) - now.getTime() > hours * HOUR);
}

/** Whether a live trip begins within two days, or is under way: its alerts are shown. */
export const isSoon = (row: TicketRow, now: Date): boolean =>
  !isVoid(row.status) && startOf(row) - now.getTime() < 2 * DAY && endOf(row) > now.getTime();

/** Whether a trip is still under way at a given time: later alerts don't concern it. */
export const lastsUntil = (row: TicketRow, moment: string): boolean => endOf(row) > Date.parse(moment);

/** Live trips that aren't over, soonest first, including those under way. */
export function tripsAhead(rows: readonly TicketRow[], now: Date): TicketRow[] {
  return rows
    .filter((row) => !isVoid(row.status) && row.check_in_status !== 'no_show' && endOf(row) > now.getTime())
    .sort((a, b) => placeOf(a) - placeOf(b) || a.id.localeCompare(b.id));
}

/** The large trip, and the others of its day. */
export function nextTrip(rows: readonly TicketRow[], now: Date): { next: TicketRow | undefined; sameDay: TicketRow[] } {
  const [next, ...later] = tripsAhead(rows, now);
  return { next, sameDay: later.filter((row) => row.booking_date === next?.booking_date) };
}

/** 'Starts in 40 minutes', 'Today', 'Tomorrow', 'In 3 days'; 'Trip under way' once it has begun. */
export function whenLabel(row: TicketRow, now: Date): string {
  const zone = zoneOf(row);
  const minutes = Math.ceil((startOf(row) - now.getTime()) / MINUTE);
  if (row.start_time && minutes <= 0) return t`Trip under way`;
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
