import { useMutation, useQueryClient } from '@tanstack/react-query';
import { experienceDeskKeys, type Featured, setFeatured } from './queries';

/** Which experiences are featured, and in which order: seen at once; a failure puts it back and says so. */
export function useFeatured(territoryId: string, onFailure: (text: string) => void) {
  const client = useQueryClient();
  const queryKey = experienceDeskKeys.featured(territoryId);
  return useMutation({
    mutationFn: (featured: readonly Featured[]) =>
      setFeatured(
        territoryId,
        featured.map(({ id }) => id),
      ),
    // One order after another, so that the last one wins.
    scope: { id: `featured-${territoryId}` },
    onMutate: async (featured) => {
      await client.cancelQueries({ queryKey: experienceDeskKeys.all });
      const before = client.getQueryData<readonly Featured[]>(queryKey);
      client.setQueryData<readonly Featured[]>(queryKey, featured);
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      onFailure(error.message);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: experienceDeskKeys.all }),
        client.invalidateQueries({ queryKey: ['experiences'] }),
      ]),
  });
}
