import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { keepTrying } from '@/lib/api/keep-trying';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { localizeNames } from '@/lib/i18n/listing-texts';
import { persisted } from '@/lib/offline/persisted';
import type { Database } from '@/types/database';

/** Everything that people read for their work is below one key, so that events refetch it together. */
export const workKeys = {
  all: (userId: string) => ['work', userId] as const,
  departures: ({ userId, role, territoryId = '', day = '' }: Work) =>
    [...workKeys.all(userId), 'departures', role, territoryId, day] as const,
  departure: ({ userId, role, territoryId = '', day = '' }: Work, slotId: string) =>
    [...workKeys.all(userId), 'departure', role, territoryId, slotId, day] as const,
  /** `team` is true for all guests of a departure, as its territory's team sees them. */
  passengers: (userId: string, slotId: string, date: string, team = false) =>
    [...workKeys.all(userId), 'passengers', slotId, date, ...(team ? ['team'] : [])] as const,
};

/** The roles by which departures are listed. Managers and admins read as the staff of a territory. */
export const WORK_ROLES = ['tour_guide', 'shuttle_driver', 'shuttle_manager', 'territory_staff'] as const;

/** Whose departures are listed: those of a guide, of a driver, all transport of a territory, or all for its team. */
export interface Work {
  userId: string;
  role: (typeof WORK_ROLES)[number];
  /** Set for a shuttle manager and a team. */
  territoryId?: string;
  /** The only day to list, or '' for all days from today on. */
  day?: string;
}

export const LOAD_FAILED = msg`Failed to load data. Please try again later.`;
const PAGE_SIZE = 20;

interface Cursor {
  p_after_date: string;
  p_after_time: string;
  p_after_id: string;
}
type Args = Database['public']['Functions']['day_departures']['Args'];
type Row = Nullable<
  Database['public']['Functions']['day_departures']['Returns'][number],
  'image' | 'directions' | 'place_link'
> & { kind: ServiceKind };

async function getDepartures(args: Args, signal: AbortSignal) {
  const rows = await run((db) => db.rpc('day_departures', args).abortSignal(signal), LOAD_FAILED);
  return rows.map((row) => localizeNames(row as Row, ['title', 'place', 'directions', 'territory_name']));
}

export type Departure = Awaited<ReturnType<typeof getDepartures>>[number];

const argumentsOf = ({ role, territoryId, day }: Work): Args => ({
  p_role: role,
  ...(territoryId && { p_territory_id: territoryId }),
  ...(day && { p_from: day, p_to: day }),
  p_limit: PAGE_SIZE,
});

export const departuresQuery = (work: Work) => ({
  ...pagedQuery(workKeys.departures(work), async (cursor: Cursor | null, signal) =>
    pageOf(await getDepartures({ ...argumentsOf(work), ...cursor }, signal), PAGE_SIZE, (last) => ({
      p_after_date: last.service_date,
      p_after_time: last.start_time,
      p_after_id: last.slot_id,
    })),
  ),
  ...keepTrying,
  ...persisted(work.role),
});

/** Returns one departure of someone's work on its day, or null if no one has booked it. */
export const departureQuery = (work: Work, slotId: string) =>
  queryOptions({
    queryKey: workKeys.departure(work, slotId),
    queryFn: async ({ signal }): Promise<Departure | null> => {
      const found = await getDepartures({ ...argumentsOf(work), p_slot_id: slotId }, signal);
      // Drivers get today and tomorrow, whatever the day.
      return found.find(({ service_date }) => service_date === work.day) ?? null;
    },
    ...persisted(
      ...(work.role === 'territory_staff' ? ['territory_manager', 'territory_staff', 'admin'] : [work.role]),
    ),
  });

const passengers = z.array(
  z.object({
    name: z.nullish(z.string()),
    email: z.nullish(z.string()),
    whatsapp: z.nullish(z.string()),
    country: z.nullish(z.string()),
    speaks_spanish: z.nullish(z.boolean()),
  }),
);
export type Passenger = z.infer<typeof passengers>[number];

type BookingRow = Database['public']['Functions']['departure_passengers']['Returns'][number];
/** A walk-in has neither name nor hotel, and only shuttle managers may see email addresses. */
type MayBeNull =
  | 'full_name'
  | 'avatar_url'
  | 'email'
  | 'hotel_name'
  | 'hotel_address'
  | 'to_pay'
  | 'checked_in_at'
  | 'undo_until'
  | 'stop'
  | 'pickup_minutes'
  | 'pickup_at'
  | 'arrived';

async function getPassengers(slotId: string, date: string, team: boolean, signal: AbortSignal) {
  const rows: Nullable<BookingRow, MayBeNull>[] = await run(
    (db) =>
      db
        .rpc('departure_passengers', { p_slot_id: slotId, p_date: date, ...(team && { p_team: true }) })
        .abortSignal(signal),
    LOAD_FAILED,
  );
  return rows.map((row) => ({ ...row, passengers: passengers.safeParse(row.passengers).data ?? [] }));
}

export type Booking = Awaited<ReturnType<typeof getPassengers>>[number];

/** Returns the live bookings of a departure with their passengers. */
export const passengersQuery = (
  userId: string,
  { kind, slot_id: slotId, service_date: date }: Pick<Row, 'kind' | 'slot_id' | 'service_date'>,
  team = false,
) =>
  queryOptions({
    queryKey: workKeys.passengers(userId, slotId, date, team),
    queryFn: ({ signal }) => getPassengers(slotId, date, team, signal),
    ...keepTrying,
    ...(team
      ? persisted('territory_manager', 'territory_staff', 'admin')
      : kind === 'experience'
        ? persisted('tour_guide')
        : persisted('shuttle_manager', 'shuttle_driver')),
  });
