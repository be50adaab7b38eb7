import { type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * The variables of all running calls of a mutation. Its own `variables` are only the last ones, and several rows can be
 * tapped in quick succession. Give the mutation the same key.
 */
export function usePending<V>(mutationKey: MutationKey): readonly V[] {
  return useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as V,
  });
}
