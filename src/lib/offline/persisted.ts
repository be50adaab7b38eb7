import type { QueryMeta } from '@tanstack/react-query';

/** The roles that check guests in, sell seats and take cash. */
export const AT_THE_DOOR = [
  'tour_guide',
  'shuttle_manager',
  'shuttle_driver',
  'territory_staff',
  'territory_manager',
] as const;

/** How long a persisted response is valid. Data loaded in the evening is still there in the morning. */
export const MAX_AGE_MS = 36 * 60 * 60_000;

/**
 * Returns options for a query whose response is persisted for a reload without a signal (docs/decisions/0061). It
 * stays in memory equally long, because an unused query would be dropped together with its persisted response. The
 * data is deleted for people who have none of the `roles`. Without roles, it is the person's own data.
 */
export const persisted = (...roles: string[]) => ({ meta: { persistedRoles: roles }, gcTime: MAX_AGE_MS });

/** What to keep of a response, and when it expires, in milliseconds. */
export type Kept = { data: unknown; until: number };

/**
 * Returns options for a person's own trips, which are kept longer (docs/decisions/0061). `keep` returns the part to
 * store, or null for nothing.
 */
export const persistedTrips = <Data>(keep: (data: Data) => Kept | null) => ({
  meta: { persistedRoles: [] as string[], keep: keep as (data: unknown) => Kept | null },
  gcTime: Number.POSITIVE_INFINITY,
});

const keepOf = (meta: QueryMeta | undefined) => meta?.keep as ((data: unknown) => Kept | null) | undefined;

/** Returns whether the data is kept as long as its trip matters. */
export const isTrip = (meta: QueryMeta | undefined): boolean => keepOf(meta) !== undefined;

/** Returns the stored form of a response read at `updatedAt`. */
export function keptOf(meta: QueryMeta | undefined, data: unknown, updatedAt: number): Kept | null {
  const keep = keepOf(meta);
  return keep ? keep(data) : { data, until: updatedAt + MAX_AGE_MS };
}

/** Returns the roles of a persisted query, or null for other queries. */
export const rolesOf = (meta: QueryMeta | undefined): string[] | null =>
  Array.isArray(meta?.persistedRoles) ? (meta.persistedRoles as string[]) : null;

/** Returns whether the query is persisted only for people with a role. */
export const isWork = (meta: QueryMeta | undefined): boolean => (rolesOf(meta)?.length ?? 0) > 0;
