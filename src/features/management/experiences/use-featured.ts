import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { type Featured, featuredQuery, managedExperienceKeys, saveFeatured } from './queries';

/**
 * Manages the featured experiences and their order. A change is visible at once, and a failure reverts it with a
 * message.
 */
export function useFeatured(territoryId: string, onFailure: (text: string) => void) {
  const client = useQueryClient();
  const { data: featured = [] } = useQuery(featuredQuery(territoryId));
  const { queryKey } = featuredQuery(territoryId);
  const { mutate } = useMutation({
    mutationFn: (chosen: readonly Featured[]) =>
      saveFeatured(
        territoryId,
        chosen.map(({ id }) => id),
      ),
    // Changes run one after another, so that the last one wins.
    scope: { id: `featured-${territoryId}` },
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey: managedExperienceKeys.all });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, [...chosen]);
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      onFailure(error.message);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: managedExperienceKeys.all }),
        client.invalidateQueries({ queryKey: experienceKeys.all }),
      ]),
  });
  return {
    featured,
    setFeatured: (chosen: readonly Featured[]) => mutate(chosen),
    /** An experience that becomes featured is added at the end. */
    toggleFeatured: (row: Featured & { featured: boolean }) => {
      const others = featured.filter(({ id }) => id !== row.id);
      mutate(row.featured ? others : [...others, row]);
    },
  };
}
