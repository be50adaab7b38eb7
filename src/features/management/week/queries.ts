import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { SERVICE_KINDS, type ServiceKind } from '@/features/catalogue/service-kind';
import { departureKeys } from '@/features/management/calendar/queries';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { currentLanguage } from '@/lib/i18n/i18n';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { persisted } from '@/lib/offline/persisted';

/** The number of services per page, which few regions exceed. */
const PAGE_SIZE = 60;

export const weekKeys = {
  of: (territoryId: string) => [...departureKeys.all, 'week', territoryId] as const,
  services: (territoryId: string, monday: string, unled: boolean) =>
    [...weekKeys.of(territoryId), monday, 'services', unled] as const,
  days: (territoryId: string, monday: string) => [...weekKeys.of(territoryId), monday, 'days'] as const,
  departure: (territoryId: string, ref: DepartureRef) => [...weekKeys.of(territoryId), 'departure', ref] as const,
};

/** Always refetched, and stored on the team's phones for offline use. */
const KEPT = { staleTime: 0, ...persisted('territory_manager', 'territory_staff') };

const FAILED = msg`Failed to load data. Please try again later.`;

/** The slot's id, or null for transport. */
export interface DepartureRef {
  kind: ServiceKind;
  serviceId: string;
  slotId: string;
  date: string;
}

const departureFields = {
  slot_id: z.string(),
  departure_id: z.nullable(z.string()),
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  capacity: z.number(),
  held: z.number(),
  sold: z.number(),
  closed: z.boolean(),
  /** True if a private group has booked the departure. */
  exclusive: z.boolean(),
  /** True if the departure comes from the timetable. */
  offered: z.boolean(),
  past: z.boolean(),
  /** The delay that was announced, in minutes, or 0. */
  delay_minutes: z.number(),
  /** Why the departure was cancelled, or null if it wasn't. */
  cancel_reason: z.nullable(z.string()),
  /** The names of the guides or drivers. */
  leaders: z.array(z.string()),
  /** True if guests have booked but there is no guide or driver. */
  unled: z.boolean(),
};
const weekDeparture = z.object(departureFields);
export type WeekDeparture = z.infer<typeof weekDeparture>;

export interface WeekService {
  kind: ServiceKind;
  service_id: string;
  title: string;
  untranslated?: Untranslated<'title'>;
  /** The type's id, such as 'boat', and its English name. Both are set only for transport. */
  type_id: string | null;
  type_name: string | null;
  image: string | null;
  visible: boolean;
  departures: WeekDeparture[];
  sort_group: string;
  sort_title: string;
}

interface Cursor {
  p_after_group: string;
  p_after_title: string;
  p_after_id: string;
}

async function getServices(
  territoryId: string,
  monday: string,
  unled: boolean,
  cursor: Cursor | null,
  signal: AbortSignal,
) {
  const order = { p_language: currentLanguage().code, p_limit: PAGE_SIZE };
  const args = { p_territory_id: territoryId, p_from: monday, p_unled: unled, ...order, ...cursor };
  const rows = await run((db) => db.rpc('territory_week', args).abortSignal(signal), FAILED);
  const services = rows.map(
    (row): WeekService => ({
      ...localizeTitle(row),
      kind: readAnswer(z.enum(SERVICE_KINDS), row.kind),
      departures: readAnswer(z.array(weekDeparture), row.departures),
    }),
  );
  return pageOf(services, PAGE_SIZE, (last) => ({
    p_after_group: last.sort_group,
    p_after_title: last.sort_title,
    p_after_id: last.service_id,
  }));
}

/**
 * Returns the departures of a week by service, starting on a Monday. `unled` limits them to those without a guide
 * or driver.
 */
export const weekQuery = (territoryId: string, monday: string, unled: boolean) => ({
  ...pagedQuery(weekKeys.services(territoryId, monday, unled), (cursor: Cursor | null, signal) =>
    getServices(territoryId, monday, unled, cursor, signal),
  ),
  ...KEPT,
});

async function getDays(territoryId: string, monday: string, signal: AbortSignal) {
  const args = { p_territory_id: territoryId, p_from: monday };
  return run((db) => db.rpc('territory_week_days', args).abortSignal(signal), FAILED);
}

/** The sums of one day over all services. */
export type WeekDay = Awaited<ReturnType<typeof getDays>>[number];

export const weekDaysQuery = (territoryId: string, monday: string) =>
  queryOptions({
    queryKey: weekKeys.days(territoryId, monday),
    queryFn: ({ signal }) => getDays(territoryId, monday, signal),
    ...KEPT,
  });

const guest = z.object({
  id: z.string(),
  /** True if it was sold at the dock to a walk-in. */
  walk_in: z.nullish(z.boolean()),
  /** Null for deleted accounts, and for walk-ins who gave no name. */
  full_name: z.nullable(z.string()),
  hotel_name: z.nullable(z.string()),
  num_people: z.number(),
  status: z.string(),
  payment_method: z.string(),
  payment_status: z.string(),
  check_in_status: z.string(),
  checked_in_at: z.nullable(z.string()),
  /** The numbers of the people who have arrived, if only some have. */
  arrived: z.nullish(z.array(z.number())),
  currency_code: z.string(),
  /** The cash due, or 0 if there is none. */
  to_collect: z.number(),
});
export type Guest = z.infer<typeof guest>;

const sum = z.object({ currency_code: z.string(), booked: z.number(), paid: z.number(), to_collect: z.number() });

const departureDetail = z.object({
  ...departureFields,
  title: z.string(),
  titles: namesShape,
  image: z.nullable(z.string()),
  place: z.nullable(z.string()),
  places: z.nullable(namesShape),
  time_zone: z.string(),
  guests: z.array(guest),
  /** The sums per currency of the bookings. */
  sums: z.array(sum),
  cancelled: z.number(),
});
const inOwnLanguage = ({ titles, places, ...detail }: z.infer<typeof departureDetail>) =>
  localizeNames({ ...detail, names: { title: titles, place: places } }, ['title', 'place']);
export type DepartureDetail = ReturnType<typeof inOwnLanguage>;

async function getDeparture({ serviceId, slotId, date }: DepartureRef, signal: AbortSignal) {
  const args = {
    p_service_id: serviceId,
    // The generated type requires a string, but transport has no slot.
    p_slot_id: slotId as string,
    p_date: date,
  };
  const answer = await run((db) => db.rpc('territory_departure', args).abortSignal(signal), FAILED);
  return inOwnLanguage(readAnswer(departureDetail, answer));
}

/** Returns a departure with its guests and amounts. */
export const departureDetailQuery = (territoryId: string, ref: DepartureRef) =>
  queryOptions({
    queryKey: weekKeys.departure(territoryId, ref),
    queryFn: ({ signal }) => getDeparture(ref, signal),
    ...KEPT,
  });
