import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { SERVICE_KINDS, type ServiceKind } from '@/features/catalogue/service-kind';
import { departureKeys } from '@/features/management/departures/queries';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { currentLanguage } from '@/lib/i18n/i18n';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { persisted } from '@/lib/offline/persisted';

/** Services at a time: a region has seldom more. */
const PAGE_SIZE = 60;

export const weekKeys = {
  of: (territoryId: string) => [...departureKeys.all, 'week', territoryId] as const,
  services: (territoryId: string, monday: string, unled: boolean) =>
    [...weekKeys.of(territoryId), monday, 'services', unled] as const,
  days: (territoryId: string, monday: string) => [...weekKeys.of(territoryId), monday, 'days'] as const,
  departure: (territoryId: string, ref: DepartureRef) => [...weekKeys.of(territoryId), 'departure', ref] as const,
};

/** Read again each time; on the phone of who runs the region they outlast a signal. */
const KEPT = { staleTime: 0, ...persisted('territory_manager', 'territory_staff') };

const FAILED = msg`Failed to load data. Please try again later.`;

/** Which one: a transport service has no slot. */
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
  /** A private group has it. */
  exclusive: z.boolean(),
  /** The timetable has it. */
  offered: z.boolean(),
  past: z.boolean(),
  /** Why it does not take place; null where it does. */
  cancel_reason: z.nullable(z.string()),
  /** Who guides or drives, by name. */
  leaders: z.array(z.string()),
  /** Guests are booked, and some of them have nobody who guides or drives. */
  unled: z.boolean(),
};
const weekDeparture = z.object(departureFields);
export type WeekDeparture = z.infer<typeof weekDeparture>;

export interface WeekService {
  kind: ServiceKind;
  service_id: string;
  title: string;
  untranslated?: Untranslated<'title'>;
  /** 'boat', and its name in English; of transport alone. */
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

/** What leaves in the week that begins on a Monday, service by service. `unled`: only those where somebody to guide or drive is missing. */
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

/** What a day of the week adds up to, over all services. */
export type WeekDay = Awaited<ReturnType<typeof getDays>>[number];

export const weekDaysQuery = (territoryId: string, monday: string) =>
  queryOptions({
    queryKey: weekKeys.days(territoryId, monday),
    queryFn: ({ signal }) => getDays(territoryId, monday, signal),
    ...KEPT,
  });

const guest = z.object({
  id: z.string(),
  /** Sold at the dock to somebody without an account. */
  walk_up: z.nullish(z.boolean()),
  /** Null where the account is gone, and of a walk-up without a name. */
  full_name: z.nullable(z.string()),
  hotel_name: z.nullable(z.string()),
  num_people: z.number(),
  status: z.string(),
  payment_method: z.string(),
  payment_status: z.string(),
  check_in_status: z.string(),
  checked_in_at: z.nullable(z.string()),
  /** The numbers of who is here, where that is a part. */
  arrived: z.nullish(z.array(z.number())),
  currency_code: z.string(),
  /** At the dock; 0 where nothing is. */
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
  /** One for each currency that somebody booked in. */
  sums: z.array(sum),
  cancelled: z.number(),
});
const inOwnLanguage = ({ titles, places, ...detail }: z.infer<typeof departureDetail>) =>
  localizeNames({ ...detail, names: { title: titles, place: places } }, ['title', 'place']);
export type DepartureDetail = ReturnType<typeof inOwnLanguage>;

async function getDeparture({ kind, serviceId, slotId, date }: DepartureRef, signal: AbortSignal) {
  const args = {
    p_kind: kind,
    p_service_id: serviceId,
    // The generated type says that every argument is a text; a transport has no slot.
    p_slot_id: slotId as string,
    p_date: date,
  };
  const answer = await run((db) => db.rpc('territory_departure', args).abortSignal(signal), FAILED);
  return inOwnLanguage(readAnswer(departureDetail, answer));
}

/** One departure with its guests and their money. */
export const departureDetailQuery = (territoryId: string, ref: DepartureRef) =>
  queryOptions({
    queryKey: weekKeys.departure(territoryId, ref),
    queryFn: ({ signal }) => getDeparture(ref, signal),
    ...KEPT,
  });
