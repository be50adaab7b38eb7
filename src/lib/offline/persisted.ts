import type { QueryMeta } from '@tanstack/react-query';

/** Who checks guests in, sells seats and takes cash. */
export const AT_THE_DOOR = [
  'tour_guide',
  'shuttle_manager',
  'shuttle_driver',
  'territory_staff',
  'territory_manager',
] as const;

/** How long a persisted answer is good: what was read in the evening is still there in the morning. */
export const MAX_AGE_MS = 36 * 60 * 60_000;

/**
 * Spread into the options of a query whose answer is persisted on the phone for a reload without signal (docs/decisions/0061). It also
 * stays in memory that long: what nobody looks at any more would otherwise be dropped, and its persisted answer with it.
 * `roles`: who holds none of them may not read it any more, and it is deleted. No roles: it is the person's own.
 */
export const persisted = (...roles: string[]) => ({ meta: { persistedRoles: roles }, gcTime: MAX_AGE_MS });

/** What of an answer is kept, and until when, in ms. */
export type Kept = { data: unknown; until: number };

/**
 * The same for a person's own trips, which matter for longer (docs/decisions/0061). `keep` returns the part of the answer to store; null: nothing.
 */
export const persistedTrips = <Data>(keep: (data: Data) => Kept | null) => ({
  meta: { persistedRoles: [] as string[], keep: keep as (data: unknown) => Kept | null },
  gcTime: Number.POSITIVE_INFINITY,
});

const keepOf = (meta: QueryMeta | undefined) => meta?.keep as ((data: unknown) => Kept | null) | undefined;

/** Whether it is persisted as long as its trip matters. */
export const isTrip = (meta: QueryMeta | undefined): boolean => keepOf(meta) !== undefined;

/** What is written of a query's answer, read at `updatedAt`. */
export function keptOf(meta: QueryMeta | undefined, data: unknown, updatedAt: number): Kept | null {
  const keep = keepOf(meta);
  return keep ? keep(data) : { data, until: updatedAt + MAX_AGE_MS };
}

/** The roles of a query that is persisted; null for all others. */
export const rolesOf = (meta: QueryMeta | undefined): string[] | null =>
  Array.isArray(meta?.persistedRoles) ? (meta.persistedRoles as string[]) : null;

/** Whether it is persisted for those alone who hold a role. */
export const isWork = (meta: QueryMeta | undefined): boolean => (rolesOf(meta)?.length ?? 0) > 0;
