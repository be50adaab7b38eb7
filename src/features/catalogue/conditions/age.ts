import { builtAtOf } from '@/lib/routing/snapshot';

interface Query {
  dataUpdatedAt: number;
  isFetching: boolean;
  isError: boolean;
}

/** What is younger is what is so now. */
const YOUNG_MS = 60_000;

/**
 * How far what is shown can be trusted. Roads close within the hour: neither what the build knew nor what is old passes for what is
 * so now.
 */
export interface Age {
  /** When it was read, in ms. */
  readAt: number;
  state: 'checked' | 'checking' | 'failed';
}

/** Null while nothing has been read. */
export function ageOf(query: Query, now: number = Date.now()): Age | null {
  const { dataUpdatedAt, isFetching, isError } = query;
  if (dataUpdatedAt === 0) return null;
  const builtAt = builtAtOf(query);
  const readAt = builtAt ?? dataUpdatedAt;
  if (isFetching && (builtAt !== null || now - readAt > YOUNG_MS)) return { readAt, state: 'checking' };
  if (isError) return { readAt, state: 'failed' };
  return { readAt, state: builtAt === null ? 'checked' : 'checking' };
}
