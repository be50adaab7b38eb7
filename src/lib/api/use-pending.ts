import { type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * Returns the variables of all running calls of a mutation. The mutation's own `variables` are only the last ones,
 * while several rows can be tapped in quick succession. Give the mutation the same key.
 */
export function usePending<V>(mutationKey: MutationKey): readonly V[] {
  return useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as V,
  });
}
