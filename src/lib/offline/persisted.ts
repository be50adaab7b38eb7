import type { QueryMeta } from '@tanstack/react-query';

/** The roles that check guests in, sell seats and take cash. */
export const AT_THE_DOOR = [
  'tour_guide',
  'shuttle_manager',
  'shuttle_driver',
  'territory_staff',
  'territory_manager',
] as const;

/** How long a persisted answer is valid: data read in the evening is still there in the morning. */
export const MAX_AGE_MS = 36 * 60 * 60_000;

/**
 * Options of a query whose answer is persisted for a reload without signal (docs/decisions/0061). It also stays in
 * memory that long, as unused queries would be dropped with their persisted answer. `roles`: deleted for people without
 * any of them; none: the person's own data.
 */
export const persisted = (...roles: string[]) => ({ meta: { persistedRoles: roles }, gcTime: MAX_AGE_MS });

/** What to keep of an answer, and its expiry in ms. */
export type Kept = { data: unknown; until: number };

/**
 * The same for a person's own trips, which are kept longer (docs/decisions/0061). `keep` returns the part to store;
 * null: nothing.
 */
export const persistedTrips = <Data>(keep: (data: Data) => Kept | null) => ({
  meta: { persistedRoles: [] as string[], keep: keep as (data: unknown) => Kept | null },
  gcTime: Number.POSITIVE_INFINITY,
});

const keepOf = (meta: QueryMeta | undefined) => meta?.keep as ((data: unknown) => Kept | null) | undefined;

/** Whether it is kept as long as its trip matters. */
export const isTrip = (meta: QueryMeta | undefined): boolean => keepOf(meta) !== undefined;

/** The stored form of an answer read at `updatedAt`. */
export function keptOf(meta: QueryMeta | undefined, data: unknown, updatedAt: number): Kept | null {
  const keep = keepOf(meta);
  return keep ? keep(data) : { data, until: updatedAt + MAX_AGE_MS };
}

/** The roles of a persisted query; null for other queries. */
export const rolesOf = (meta: QueryMeta | undefined): string[] | null =>
  Array.isArray(meta?.persistedRoles) ? (meta.persistedRoles as string[]) : null;

/** Whether it is persisted only for people with a role. */
export const isWork = (meta: QueryMeta | undefined): boolean => (rolesOf(meta)?.length ?? 0) > 0;
