import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { LIVE_STATUSES } from '@/features/booking/tickets/transitions';
import { keepTrying } from '@/lib/api/keep-trying';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { lastDayOfMonth } from '@/lib/format/dates';
import { compareText } from '@/lib/i18n/intl';
import { localizeNames, localizeTitle } from '@/lib/i18n/listing-texts';
import { persisted } from '@/lib/offline/persisted';

export const guideKeys = {
  all: (userId: string) => ['guide', userId] as const,
  departures: (userId: string, day: string) => [...guideKeys.all(userId), 'departures', day] as const,
  passengers: (userId: string, departureId: string) => [...guideKeys.all(userId), 'passengers', departureId] as const,
  days: (userId: string, month: string) => [...guideKeys.all(userId), 'days', month] as const,
  slots: (userId: string) => [...guideKeys.all(userId), 'slots'] as const,
  pauses: (userId: string) => [...guideKeys.all(userId), 'pauses'] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;
const PAGE_SIZE = 20;
const guides = persisted('tour_guide');

interface Cursor {
  p_after_date: string;
  p_after_time: string;
  p_after_id: string;
}

async function getDepartures(day: string, cursor: Cursor | null, signal: AbortSignal) {
  const range = day ? { p_from: day, p_to: day } : null;
  const rows = await run(
    (db) => db.rpc('guide_departures', { ...range, ...cursor, p_limit: PAGE_SIZE }).abortSignal(signal),
    FAILED,
  );
  const named = rows.map((row) => localizeNames(row, ['title', 'meeting_point']));
  return pageOf(named, PAGE_SIZE, (last) => ({
    p_after_date: last.service_date,
    p_after_time: last.start_time,
    p_after_id: last.departure_id,
  }));
}

export type GuideDeparture = Awaited<ReturnType<typeof getDepartures>>['rows'][number];

/** The guide's departures with their numbers, soonest first: from today on, or of one day ('' for none). */
export const departuresQuery = (userId: string, day: string) => ({
  ...pagedQuery(guideKeys.departures(userId, day), (cursor: Cursor | null, signal) =>
    getDepartures(day, cursor, signal),
  ),
  ...keepTrying,
  ...guides,
});

const BOOKING =
  `id, walk_up, guest_name, num_people, payment_method, payment_status, status, check_in_status, whatsapp_number, country,
  speaks_spanish, hotel_name, hotel_address, passports, checked_in_at, checked_in_by, arrived, currency:currencies!bookings_currency_code_fkey(symbol),
  tourist:profile_cards!bookings_tourist_card_fkey(full_name, avatar_url)` as const;
/** As many seats as a departure can have. */
const MAX_BOOKINGS = 1000;

async function getPassengers(userId: string, departureId: string, signal: AbortSignal) {
  const [rows, prices] = await Promise.all([
    run(
      (db) =>
        db
          .from('bookings')
          .select(BOOKING)
          .eq('departure_id', departureId)
          .eq('guide_id', userId)
          .in('status', LIVE_STATUSES)
          .order('id')
          .limit(MAX_BOOKINGS)
          .abortSignal(signal),
      FAILED,
    ),
    run((db) => db.rpc('guide_prices', { p_departure_id: departureId }).abortSignal(signal), FAILED),
  ]);
  const priceOf = new Map(prices.map((row) => [row.booking_id, row.total_price]));
  return rows.map((row) => ({ ...row, total_price: priceOf.get(row.id) ?? 0 }));
}

export type GuideBooking = Awaited<ReturnType<typeof getPassengers>>[number];

/** The bookings of one departure that still stand. */
export const passengersQuery = (userId: string, departureId: string) =>
  queryOptions({
    queryKey: guideKeys.passengers(userId, departureId),
    queryFn: ({ signal }) => getPassengers(userId, departureId, signal),
    ...keepTrying,
    ...guides,
  });

async function getDays(month: string, signal: AbortSignal) {
  const range = { p_from: `${month}-01`, p_to: lastDayOfMonth(month) };
  return run((db) => db.rpc('guide_days', range).abortSignal(signal), FAILED);
}

/** Made once an answer: `select` with a new function would make it anew at each drawing. */
const byDay = (rows: Awaited<ReturnType<typeof getDays>>) =>
  new Map(rows.map((row): [string, number] => [row.service_date, row.bookings]));

/** How many bookings each day of a month ('2026-11') has, by date. */
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
  // As the database has them, by title, but by the one that is shown.
  return rows.map(localizeTitle<(typeof rows)[number]>).sort((a, b) => compareText(a.title, b.title));
}

export type Slot = Awaited<ReturnType<typeof getSlots>>[number];
export type SlotResponse = 'accepted' | 'declined';

/** The weekly slots of experiences that the guide leads or stands in for. */
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

/** How many guests of the guide each date of a slot has, from a day on: those who would be led by another, as the slot itself counts. */
export const slotGuestsQuery = (userId: string, slotId: string, from: string) =>
  queryOptions({
    queryKey: [...guideKeys.slots(userId), 'guests', slotId, from] as const,
    queryFn: ({ signal }) => getSlotGuests(userId, slotId, from, signal),
  });

async function getPauses(signal: AbortSignal) {
  const rows = await run((db) => db.rpc('guide_pauses').abortSignal(signal), FAILED);
  return rows.map((row) => localizeNames(row, ['name'])).sort((a, b) => compareText(a.name, b.name));
}

/** The territories in which the guide takes no new bookings for now. */
export const pausesQuery = (userId: string) =>
  queryOptions({
    queryKey: guideKeys.pauses(userId),
    queryFn: ({ signal }) => getPauses(signal),
    ...keepTrying,
    ...guides,
  });

/** Accepts or declines a slot. Who leads its departures follows in the database. */
export async function respondToSlot(userId: string, slotId: string, response: SlotResponse): Promise<void> {
  await run(
    (db) =>
      db
        .from('guide_timeslot_responses')
        .upsert({ guide_id: userId, slot_id: slotId, response }, { onConflict: 'guide_id,slot_id' }),
    msg`Failed to update response. Please try again.`,
  );
}

/** Declines one date of a slot, or takes it again. Who leads it, and who is told, follows in the database. */
export async function declineDate(slotId: string, date: string, declined: boolean): Promise<void> {
  await run(
    (db) => db.rpc('decline_date', { p_slot_id: slotId, p_date: date, p_declined: declined }),
    msg`Failed to update response. Please try again.`,
  );
}
