import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { LOAD_FAILED, workKeys } from '@/features/departures/day/queries';
import { type ServiceRecord, saveService } from '@/features/management/catalogue/queries';
import type { StoredSlot, savedSlots } from '@/features/management/catalogue/slots/slots';
import { sendInvite } from '@/features/management/team/invites/queries';
import { deleteRow } from '@/lib/api/delete-row';
import { AppError } from '@/lib/api/errors';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { isUuid } from '@/lib/format/uuid';
import { currentLanguage, i18n } from '@/lib/i18n/i18n';
import { compareText } from '@/lib/i18n/intl';
import { innerTextColumns, localizeInner, localizeNames, localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { Database } from '@/types/database';

export const managedShuttleKeys = {
  counts: (userId: string, territoryId: string) => [...workKeys.all(userId), 'counts', territoryId] as const,
  services: (userId: string, territoryId: string) => [...workKeys.all(userId), 'services', territoryId] as const,
  service: (userId: string, territoryId: string, id: string) =>
    [...workKeys.all(userId), 'service', territoryId, id] as const,
  places: (userId: string, territoryId: string) => [...workKeys.all(userId), 'places', territoryId] as const,
  drivers: (userId: string, territoryId: string) => [...workKeys.all(userId), 'drivers', territoryId] as const,
  invites: (userId: string, territoryId: string) => [...workKeys.all(userId), 'invites', territoryId] as const,
  schedules: (userId: string, territoryId: string) => [...workKeys.all(userId), 'schedules', territoryId] as const,
  choices: (userId: string, territoryId: string) => [...workKeys.all(userId), 'choices', territoryId] as const,
};

/** Returns the tabs' counts of services and drivers. The lists themselves load when they are opened. */
export const countsQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: managedShuttleKeys.counts(userId, territoryId),
    queryFn: async ({ signal }) => {
      const [counts] = await run(
        (db) => db.rpc('shuttle_counts', { p_territory_id: territoryId }).abortSignal(signal),
        LOAD_FAILED,
      );
      return counts ?? null;
    },
  });

const SERVICES_PAGE = 24;

interface AfterTitle {
  p_after_title: string;
  p_after_id: string;
}

type ServiceRow = Database['public']['Functions']['shuttle_services']['Returns'][number];
type Nullable = 'shared_price' | 'private_price' | 'pickup_location_id' | 'duration_hours';
/** A transport service of the territory, with the original texts that its form edits. */
export type Service = Omit<ServiceRow, Nullable | 'slots'> & { [column in Nullable]: ServiceRow[column] | null } & {
  slots: StoredSlot[];
};

const slotShapes = z.array(
  z.object({
    id: z.string(),
    start_time: z.nullable(z.string()),
    end_time: z.nullable(z.string()),
    days_of_week: z.array(z.string()),
    available_spots: z.number(),
  }),
);
const readService = (row: ServiceRow): Service => ({ ...row, slots: readAnswer(slotShapes, row.slots) });

const inOwnLanguage = (row: Service) => localizeInner(row, ['title', 'description', 'pickup_location']);
/** The list has only the first picture of each service. */
export type ListedService = ReturnType<typeof inOwnLanguage>;

async function getServices(territoryId: string, after: AfterTitle | null, signal: AbortSignal) {
  const page = { p_territory_id: territoryId, ...after, p_limit: SERVICES_PAGE };
  const rows = await run((db) => db.rpc('shuttle_services', page).abortSignal(signal), LOAD_FAILED);
  return pageOf(
    rows.map((row) => inOwnLanguage(readService(row))),
    SERVICES_PAGE,
    (last) => ({
      p_after_title: last.sort_title,
      p_after_id: last.id,
    }),
  );
}

/** Returns all transport services of the territory, by title. */
export const servicesQuery = (userId: string, territoryId: string) =>
  pagedQuery(managedShuttleKeys.services(userId, territoryId), (cursor: AfterTitle | null, signal) =>
    getServices(territoryId, cursor, signal),
  );

/** Returns whether a text from the URL can be a service's id. */
export const isServiceId = (text: string): boolean => isUuid(text);

/** Returns a shuttle with all its pictures, or null if the territory has none with this id. */
export const serviceQuery = (userId: string, territoryId: string, id: string) =>
  queryOptions({
    queryKey: managedShuttleKeys.service(userId, territoryId, id),
    queryFn: async ({ signal }): Promise<Service | null> => {
      const one = { p_territory_id: territoryId, p_id: id };
      const [found] = await run((db) => db.rpc('shuttle_services', one).abortSignal(signal), LOAD_FAILED);
      return found ? readService(found) : null;
    },
  });

async function getPlaces(territoryId: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('pickup_locations')
        .select(`id, name, ${innerTextColumns}`)
        .eq('territory_id', territoryId)
        .order('name')
        .limit(500)
        .abortSignal(signal),
    msg`Failed to load pickup locations`,
  );
  return rows.map((row) => localizeInner(row, ['name'])).sort((a, b) => compareText(a.name, b.name));
}

export const placesQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: managedShuttleKeys.places(userId, territoryId),
    queryFn: ({ signal }) => getPlaces(territoryId, signal),
  });

export interface ServiceInput {
  title: string;
  description: string;
  image_urls: string[];
  shared_price: number | null;
  private_price: number | null;
  max_spots: number;
  available_spots: number;
  pickup_location: string;
  pickup_location_id: string | null;
  timeslots: ReturnType<typeof savedSlots>;
  duration_hours: number;
}

export const addService = (territoryId: string, record: ServiceRecord, input: ServiceInput): Promise<void> =>
  saveService('transport', territoryId, record, { ...input, transport_type_id: 'shuttle' }, msg`Failed to add service`);

export const updateService = (territoryId: string, record: ServiceRecord, input: ServiceInput): Promise<void> =>
  saveService('transport', territoryId, record, { ...input }, msg`Failed to save transport service. Please try again.`);

const DRIVERS_PAGE = 30;

interface AfterName {
  p_after_name: string;
  p_after_id: string;
}

const drivenServices = z.array(z.object({ title: z.string(), titles: namesShape }));

async function getDrivers(territoryId: string, after: AfterName | null, signal: AbortSignal) {
  const page = { p_territory_id: territoryId, ...after, p_limit: DRIVERS_PAGE };
  const rows = await run((db) => db.rpc('list_drivers', page).abortSignal(signal), LOAD_FAILED);
  const named = rows.map(({ services, ...driver }) => ({
    ...driver,
    services: readAnswer(drivenServices, services)
      .map((service) => localizeTitle(service))
      .sort((a, b) => compareText(a.title, b.title)),
  }));
  return pageOf(named, DRIVERS_PAGE, (last) => ({ p_after_name: last.sort_name, p_after_id: last.id }));
}

export type Driver = Awaited<ReturnType<typeof getDrivers>>['rows'][number];

/** Returns the drivers of the territory, by name. */
export const driversQuery = (userId: string, territoryId: string) =>
  pagedQuery(managedShuttleKeys.drivers(userId, territoryId), (cursor: AfterName | null, signal) =>
    getDrivers(territoryId, cursor, signal),
  );

/** Returns whether someone with this email address drives for the territory. */
export async function isDriver(territoryId: string, email: string): Promise<boolean> {
  const one = { p_territory_id: territoryId, p_email: email, p_limit: 1 };
  return (await run((db) => db.rpc('list_drivers', one), msg`Failed to add driver`)).length > 0;
}

async function getInvites(territoryId: string, signal: AbortSignal) {
  return run((db) => db.rpc('driver_invites', { p_territory_id: territoryId }).abortSignal(signal), LOAD_FAILED);
}

export type DriverInvite = Awaited<ReturnType<typeof getInvites>>[number];

/** Returns the invited drivers who haven't answered yet. */
export const invitesQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: managedShuttleKeys.invites(userId, territoryId),
    queryFn: ({ signal }) => getInvites(territoryId, signal),
  });

/** Invites a driver. A second invitation to the same address replaces the open one. */
export const inviteDriver = (territoryId: string, fullName: string, email: string): Promise<void> =>
  sendInvite({ role: 'shuttle_driver', territoryId, email, fullName }, msg`Failed to add driver`);

/** If the update returned no row, nothing was changed. */
function requireRow(rows: readonly unknown[], text: string): void {
  if (rows.length === 0) throw new AppError('not_found', text);
}

export async function setDriverActive(id: string, active: boolean): Promise<void> {
  const failed = msg`Failed to update driver status`;
  const rows = await run((db) => db.from('shuttle_drivers').update({ active }).eq('id', id).select('id'), failed);
  requireRow(rows, i18n._(failed));
}

export async function deleteDriver(id: string): Promise<void> {
  await run((db) => db.rpc('remove_driver', { p_id: id }), msg`Failed to delete driver`);
}

const SCHEDULES_PAGE = 50;

interface AfterDay extends AfterName {
  p_after_day: number;
}

async function getSchedules(territoryId: string, after: AfterDay | null, signal: AbortSignal) {
  const page = { p_territory_id: territoryId, ...after, p_limit: SCHEDULES_PAGE, p_language: currentLanguage().code };
  const rows = await run((db) => db.rpc('list_driver_schedules', page).abortSignal(signal), LOAD_FAILED);
  return pageOf(rows.map(localizeTitle<(typeof rows)[number]>), SCHEDULES_PAGE, (last) => ({
    p_after_day: last.day,
    p_after_name: last.sort_name,
    p_after_id: last.id,
  }));
}

export type Schedule = Awaited<ReturnType<typeof getSchedules>>['rows'][number];

/** Returns the schedules from Monday on, by service and driver. */
export const schedulesQuery = (userId: string, territoryId: string) =>
  pagedQuery(managedShuttleKeys.schedules(userId, territoryId), (cursor: AfterDay | null, signal) =>
    getSchedules(territoryId, cursor, signal),
  );

/** No territory has more drivers or departures than this. */
const MAX_CHOICES = 500;

async function getChoices(territoryId: string, signal: AbortSignal) {
  const [drivers, services] = await Promise.all([
    run(
      (db) =>
        db
          .from('shuttle_drivers')
          .select('driver_id, card:profile_cards!shuttle_drivers_card_fkey(full_name)')
          .eq('territory_id', territoryId)
          .eq('active', true)
          .limit(MAX_CHOICES)
          .abortSignal(signal),
      LOAD_FAILED,
    ),
    run(
      (db) =>
        db
          .from('services')
          .select('id, title, names, slots(id, start_time, archived_at)')
          .match({ kind: 'transport', territory_id: territoryId })
          .is('archived_at', null)
          .order('title')
          .order('id')
          .limit(MAX_CHOICES)
          .abortSignal(signal),
      LOAD_FAILED,
    ),
  ]);
  const named = drivers.map(({ driver_id, card }) => ({ driver_id, full_name: card?.full_name ?? '' }));
  return {
    drivers: named.toSorted((a, b) => compareText(a.full_name, b.full_name)),
    departures: services
      .map((service) => localizeNames(service, ['title']))
      .sort((a, b) => compareText(a.title, b.title))
      .flatMap(({ id, title, slots }) =>
        slots
          .filter(({ archived_at }) => archived_at === null)
          .sort((a, b) => (a.start_time ?? '').localeCompare(b.start_time ?? ''))
          .map((slot) => ({ id: slot.id, serviceId: id, title, at: slot.start_time })),
      ),
  };
}

export type Choices = Awaited<ReturnType<typeof getChoices>>;

/**
 * Returns what a new schedule can use: active drivers, and the departures of all transport, because boats and cars
 * need drivers too.
 */
export const choicesQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: managedShuttleKeys.choices(userId, territoryId),
    queryFn: ({ signal }) => getChoices(territoryId, signal),
  });

export interface ScheduleInput {
  driver_id: string;
  slot_id: string;
  day_of_week: string;
}

/** Adds all of the schedules, or none if one fails. */
export async function addSchedules(inputs: readonly ScheduleInput[]): Promise<void> {
  const rows = inputs.map((input) => ({ ...input, active: true }));
  await run((db) => db.from('driver_schedules').insert(rows), msg`Failed to add schedule`);
}

export async function setScheduleActive(id: string, active: boolean): Promise<void> {
  const failed = msg`Failed to update schedule status`;
  const rows = await run((db) => db.from('driver_schedules').update({ active }).eq('id', id).select('id'), failed);
  requireRow(rows, i18n._(failed));
}

/** Deletes a schedule. One that doesn't exist counts as deleted. */
export async function deleteSchedule(id: string): Promise<void> {
  await deleteRow('driver_schedules', id, msg`Failed to delete schedule`);
}
