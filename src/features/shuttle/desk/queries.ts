import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { addTransport, updateTransport } from '@/features/transport/saving/queries';
import { AppError, run } from '@/lib/errors';
import { i18n } from '@/lib/i18n';
import { db } from '@/lib/supabase';
import { LOAD_FAILED, shuttleKeys } from '../runs/queries';

export const deskKeys = {
  services: (userId: string, territoryId: string) => [...shuttleKeys.all(userId), 'services', territoryId] as const,
  places: (userId: string, territoryId: string) => [...shuttleKeys.all(userId), 'places', territoryId] as const,
  drivers: (userId: string, territoryId: string) => [...shuttleKeys.all(userId), 'drivers', territoryId] as const,
  invites: (userId: string, territoryId: string) => [...shuttleKeys.all(userId), 'invites', territoryId] as const,
  schedules: (userId: string, services: readonly string[]) =>
    [...shuttleKeys.all(userId), 'schedules', services] as const,
};

const SERVICE =
  `id, title, description, image_urls, transport_type_id, type:transport_types(name), booking_type, shared_price, private_price,
  min_spots, max_spots, available_spots, pickup_location, pickup_location_id, departure_time, duration_hours, visible,
  updated_at` as const;
/** More services than a region has. */
const MOST = 200;

async function getServices(territoryId: string, signal: AbortSignal) {
  return run(
    db
      .from('territory_transports')
      .select(SERVICE)
      .eq('territory_id', territoryId)
      .is('archived_at', null)
      .order('title')
      .order('id')
      .limit(MOST)
      .abortSignal(signal),
    LOAD_FAILED,
  );
}

export type Service = Awaited<ReturnType<typeof getServices>>[number];

/** All transport of a region: drivers are scheduled for its boats and cars too. */
export const servicesQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: deskKeys.services(userId, territoryId),
    queryFn: ({ signal }) => getServices(territoryId, signal),
  });

/** What the desk adds and edits: shuttles alone. */
export const isShuttle = (service: Service): boolean => service.transport_type_id === 'shuttle';

/** Where a service of the region may leave from. */
export const placesQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: deskKeys.places(userId, territoryId),
    queryFn: ({ signal }) =>
      run(
        db
          .from('pickup_locations')
          .select('id, name')
          .eq('territory_id', territoryId)
          .order('name')
          .limit(500)
          .abortSignal(signal),
        msg`Failed to load pickup locations`,
      ),
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
  departure_time: string;
  duration_hours: number;
}

export const addService = (id: string, territoryId: string, input: ServiceInput): Promise<void> =>
  addTransport({
    id,
    territoryId,
    row: { ...input, transport_type_id: 'shuttle' },
    failed: msg`Failed to add service`,
  });

export const updateService = (id: string, seen: string, row: ServiceInput): Promise<void> =>
  updateTransport({ id, seen, row, failed: msg`Failed to save transport service. Please try again.` });

async function getDrivers(territoryId: string, signal: AbortSignal) {
  const rows = await run(db.rpc('get_drivers').abortSignal(signal), LOAD_FAILED);
  return rows.filter((row) => row.territory_id === territoryId);
}

export type Driver = Awaited<ReturnType<typeof getDrivers>>[number];

export const driversQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: deskKeys.drivers(userId, territoryId),
    queryFn: ({ signal }) => getDrivers(territoryId, signal),
  });

async function getInvites(territoryId: string, signal: AbortSignal) {
  return run(db.rpc('driver_invites', { p_territory_id: territoryId }).abortSignal(signal), LOAD_FAILED);
}

export type DriverInvite = Awaited<ReturnType<typeof getInvites>>[number];

/** Who has been invited to drive and has not come yet. */
export const invitesQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: deskKeys.invites(userId, territoryId),
    queryFn: ({ signal }) => getInvites(territoryId, signal),
  });

/** Again to the same address: replaces the invitation that is open. */
export async function inviteDriver(territoryId: string, fullName: string, email: string): Promise<void> {
  await run(
    db.rpc('create_invite', {
      p_email: email,
      p_roles: ['shuttle_driver'],
      p_territory_id: territoryId,
      p_full_name: fullName,
    }),
    msg`Failed to add driver`,
  );
}

export async function withdrawInvite(id: string): Promise<void> {
  await run(db.rpc('withdraw_invite', { p_invite_id: id }), msg`Failed to withdraw invitation`);
}

/** A row that is not there any more was not changed. */
function requireRow(rows: readonly unknown[], text: string): void {
  if (rows.length === 0) throw new AppError('not_found', text);
}

export async function setDriverActive(id: string, active: boolean): Promise<void> {
  const failed = msg`Failed to update driver status`;
  const rows = await run(db.from('shuttle_drivers').update({ active }).eq('id', id).select('id'), failed);
  requireRow(rows, i18n._(failed));
}

export async function deleteDriver(id: string): Promise<void> {
  await run(db.rpc('remove_driver', { p_id: id }), msg`Failed to delete driver`);
}

const SCHEDULE = 'id, driver_id, transport_id, day_of_week, active' as const;

async function getSchedules(services: readonly string[], signal: AbortSignal) {
  return run(
    db
      .from('driver_schedules')
      .select(SCHEDULE)
      .in('transport_id', [...services])
      .order('id')
      .limit(1000)
      .abortSignal(signal),
    LOAD_FAILED,
  );
}

export type Schedule = Awaited<ReturnType<typeof getSchedules>>[number];

/** The schedules of these services; with none there is nothing to ask. */
export const schedulesQuery = (userId: string, services: readonly string[]) =>
  queryOptions({
    queryKey: deskKeys.schedules(userId, services),
    queryFn: ({ signal }) => getSchedules(services, signal),
    enabled: services.length > 0,
  });

export interface ScheduleInput {
  driver_id: string;
  transport_id: string;
  day_of_week: string;
}

export async function addSchedule(input: ScheduleInput): Promise<void> {
  await run(db.from('driver_schedules').insert({ ...input, active: true }), msg`Failed to add schedule`);
}

export async function setScheduleActive(id: string, active: boolean): Promise<void> {
  const failed = msg`Failed to update schedule status`;
  const rows = await run(db.from('driver_schedules').update({ active }).eq('id', id).select('id'), failed);
  requireRow(rows, i18n._(failed));
}

/** One that is gone already is deleted. */
export async function deleteSchedule(id: string): Promise<void> {
  await run(db.from('driver_schedules').delete().eq('id', id), msg`Failed to delete schedule`);
}
