import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { type Featured, featuredQuery, managedExperienceKeys, saveFeatured } from './queries';

interface Change {
  chosen: readonly Featured[];
  /** Those that the person saw: a colleague's later choice is not overwritten. */
  seen: readonly Featured[];
}

const idsOf = (featured: readonly Featured[]) => featured.map(({ id }) => id);

/**
 * Manages the featured experiences and their order. A change is visible at once, and a failure reverts it with a
 * message.
 */
export function useFeatured(territoryId: string, onFailure: (error: Error) => void) {
  const client = useQueryClient();
  const { data: featured = [] } = useQuery(featuredQuery(territoryId));
  const { queryKey } = featuredQuery(territoryId);
  const { mutate } = useMutation({
    mutationFn: ({ chosen, seen }: Change) => saveFeatured(territoryId, idsOf(chosen), idsOf(seen)),
    // Changes run one after another, so that the last one wins.
    scope: { id: `featured-${territoryId}` },
    onMutate: async ({ chosen }) => {
      await client.cancelQueries({ queryKey: managedExperienceKeys.all });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, [...chosen]);
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      onFailure(error);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: managedExperienceKeys.all }),
        client.invalidateQueries({ queryKey: experienceKeys.all }),
      ]),
  });
  return {
    featured,
    setFeatured: (chosen: readonly Featured[]) => mutate({ chosen, seen: featured }),
    /** An experience that becomes featured is added at the end. */
    toggleFeatured: (row: Featured & { featured: boolean }) => {
      const others = featured.filter(({ id }) => id !== row.id);
      mutate({ chosen: row.featured ? others : [...others, row], seen: featured });
    },
  };
}
