import { isTransient } from '@/lib/api/errors';

const AGAIN_MS = 15_000;

/** A list that could not be read again is asked for until it can: the signal comes back without a sign. */
export const keepTrying = {
  refetchInterval: ({ state }: { state: { error: Error | null } }): number | false =>
    state.error && isTransient(state.error) ? AGAIN_MS : false,
};
