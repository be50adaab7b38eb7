import type { QueryMeta } from '@tanstack/react-query';

/** How long a persisted answer is good: what was read in the evening is still there in the morning. */
export const MAX_AGE_MS = 36 * 60 * 60_000;

/**
 * Spread into the options of a query whose answer is persisted on the phone for a reload without signal (docs/decisions/0018). It also
 * stays in memory that long: what nobody looks at any more would otherwise be dropped, and its persisted answer with it.
 * `roles`: who holds none of them may not read it any more, and it is deleted. No roles: it is the person's own.
 */
export const persisted = (...roles: string[]) => ({ meta: { persistedRoles: roles }, gcTime: MAX_AGE_MS });

/** The roles of a query that is persisted; null for all others. */
export const rolesOf = (meta: QueryMeta | undefined): string[] | null =>
  Array.isArray(meta?.persistedRoles) ? (meta.persistedRoles as string[]) : null;

/** Whether it is persisted for those alone who hold a role. */
export const isWork = (meta: QueryMeta | undefined): boolean => (rolesOf(meta)?.length ?? 0) > 0;
