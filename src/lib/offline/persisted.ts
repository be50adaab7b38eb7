import type { QueryMeta } from '@tanstack/react-query';

/** How long what was read stays on the phone: the evening before is still there in the morning. */
export const MAX_AGE_MS = 36 * 60 * 60_000;

/**
 * Spread into the options of a query whose answer is kept on the phone for a reload without signal (docs/decisions/0018). It also
 * stays in memory that long: what nobody looks at any more would otherwise be dropped, and with it what is kept.
 * `roles`: who holds none of them may not read it any more, and it is deleted. No roles: it is the person's own.
 */
export const persisted = (...roles: string[]) => ({ meta: { kept: roles }, gcTime: MAX_AGE_MS });

/** The roles of a query that is kept; null for all others. */
export const rolesOf = (meta: QueryMeta | undefined): string[] | null =>
  Array.isArray(meta?.kept) ? (meta.kept as string[]) : null;

/** Whether it is kept for those alone who hold a role. */
export const isWork = (meta: QueryMeta | undefined): boolean => (rolesOf(meta)?.length ?? 0) > 0;
