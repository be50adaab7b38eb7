import { isTransient } from './errors.ts';

const AGAIN_MS = 15_000;

/** Retries a list until it can be read, because nothing reports that the signal is back. */
export const keepTrying = {
  refetchInterval: ({ state }: { state: { error: Error | null } }): number | false =>
    state.error && isTransient(state.error) ? AGAIN_MS : false,
};
