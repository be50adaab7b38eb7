import { type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * What a mutation is being made with just now: each time that is under way. Its own `variables` are only the last, and rows of a list
 * may be pressed one soon after the other. Give the mutation the same key.
 */
export function usePending<V>(mutationKey: MutationKey): readonly V[] {
  return useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as V,
  });
}
