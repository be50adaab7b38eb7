import { isTransient } from './errors.ts';

const AGAIN_MS = 15_000;

/** A list that could not be read is asked for again until it can be: nothing tells when the signal is back. */
export const keepTrying = {
  refetchInterval: ({ state }: { state: { error: Error | null } }): number | false =>
    state.error && isTransient(state.error) ? AGAIN_MS : false,
};
