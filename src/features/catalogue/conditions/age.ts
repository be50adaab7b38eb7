import { builtAtOf } from '@/lib/routing/snapshot';

interface Query {
  dataUpdatedAt: number;
  isFetching: boolean;
  isError: boolean;
}

/** Data younger than this counts as current. */
const YOUNG_MS = 60_000;

/**
 * How reliable the shown alerts are. Roads can close within the hour, so neither built nor old data counts as
 * current.
 */
export interface Age {
  /** When the data was read, in milliseconds. */
  readAt: number;
  state: 'checked' | 'checking' | 'failed';
}

/** Returns null if nothing has been read yet. */
export function ageOf(query: Query, now: number = Date.now()): Age | null {
  const { dataUpdatedAt, isFetching, isError } = query;
  if (dataUpdatedAt === 0) return null;
  const builtAt = builtAtOf(query);
  const readAt = builtAt ?? dataUpdatedAt;
  if (isFetching && (builtAt !== null || now - readAt > YOUNG_MS)) return { readAt, state: 'checking' };
  if (isError) return { readAt, state: 'failed' };
  return { readAt, state: builtAt === null ? 'checked' : 'checking' };
}
