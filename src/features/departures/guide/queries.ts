import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { LIVE_STATUSES } from '@/features/booking/tickets/transitions';
import { workKeys } from '@/features/departures/day/queries';
import { keepTrying } from '@/lib/api/keep-trying';
import { run } from '@/lib/api/run';
import { lastDayOfMonth } from '@/lib/format/dates';
import { compareText } from '@/lib/i18n/intl';
import { localizeNames, localizeTitle } from '@/lib/i18n/listing-texts';
import { persisted } from '@/lib/offline/persisted';

export const guideKeys = {
  days: (userId: string, month: string) => [...workKeys.all(userId), 'days', month] as const,
  slots: (userId: string) => [...workKeys.all(userId), 'slots'] as const,
  pauses: (userId: string) => [...workKeys.all(userId), 'pauses'] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;
const guides = persisted('tour_guide');
/** The largest number of seats of a departure. */
const MAX_BOOKINGS = 1000;

async function getDays(month: string, signal: AbortSignal) {
  const range = { p_from: `${month}-01`, p_to: lastDayOfMonth(month) };
  return run((db) => db.rpc('guide_days', range).abortSignal(signal), FAILED);
}

/** This function is defined once, because a new `select` function would run at each render. */
const byDay = (rows: Awaited<ReturnType<typeof getDays>>) =>
  new Map(rows.map((row): [string, number] => [row.service_date, row.bookings]));

/** Returns the bookings per day of a month ('2026-11'). */
export const daysQuery = (userId: string, month: string) =>
  queryOptions({
    queryKey: guideKeys.days(userId, month),
    queryFn: ({ signal }) => getDays(month, signal),
    select: byDay,
    ...keepTrying,
    ...guides,
  });

async function getSlots(signal: AbortSignal) {
  const rows = await run((db) => db.rpc('guide_timeslots').abortSignal(signal), FAILED);
  // Sorts by the displayed title, as the database does.
  return rows.map(localizeTitle<(typeof rows)[number]>).sort((a, b) => compareText(a.title, b.title));
}

export type Slot = Awaited<ReturnType<typeof getSlots>>[number];
export type SlotResponse = 'accepted' | 'declined';

/** Returns the weekly slots of experiences that the guide leads or could step in for. */
export const slotsQuery = (userId: string) =>
  queryOptions({
    queryKey: guideKeys.slots(userId),
    queryFn: ({ signal }) => getSlots(signal),
    ...keepTrying,
    ...guides,
  });

async function getSlotGuests(userId: string, slotId: string, from: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('bookings')
        .select('booking_date, num_people')
        .eq('slot_id', slotId)
        .eq('guide_id', userId)
        .eq('check_in_status', 'pending')
        .in('status', LIVE_STATUSES)
        .gte('booking_date', from)
        .order('booking_date')
        .limit(MAX_BOOKINGS)
        .abortSignal(signal),
    FAILED,
  );
  const guests = new Map<string, number>();
  for (const { booking_date: date, num_people: people } of rows) guests.set(date, (guests.get(date) ?? 0) + people);
  return guests;
}

/**
 * Returns how many of the guide's guests each date of a slot has, from a day on. These guests would get another
 * guide.
 */
export const slotGuestsQuery = (userId: string, slotId: string, from: string) =>
  queryOptions({
    queryKey: [...guideKeys.slots(userId), 'guests', slotId, from] as const,
    queryFn: ({ signal }) => getSlotGuests(userId, slotId, from, signal),
  });

async function getPauses(signal: AbortSignal) {
  const rows = await run((db) => db.rpc('guide_pauses').abortSignal(signal), FAILED);
  return rows.map((row) => localizeNames(row, ['name'])).sort((a, b) => compareText(a.name, b.name));
}

/** Returns the territories where the guide is paused. */
export const pausesQuery = (userId: string) =>
  queryOptions({
    queryKey: guideKeys.pauses(userId),
    queryFn: ({ signal }) => getPauses(signal),
    ...keepTrying,
    ...guides,
  });

/** Accepts or declines a slot. The database then decides who leads its departures. */
export async function respondToSlot(userId: string, slotId: string, response: SlotResponse): Promise<void> {
  await run(
    (db) =>
      db
        .from('guide_timeslot_responses')
        .upsert({ guide_id: userId, slot_id: slotId, response }, { onConflict: 'guide_id,slot_id' }),
    msg`Failed to update response. Please try again.`,
  );
}

/** Declines one date of a slot, or accepts it again. The database finds the new guide and notifies people. */
export async function declineDate(slotId: string, date: string, declined: boolean): Promise<void> {
  await run(
    (db) => db.rpc('decline_date', { p_slot_id: slotId, p_date: date, p_declined: declined }),
    msg`Failed to update response. Please try again.`,
  );
}
