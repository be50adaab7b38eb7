import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DeskExperience, deskOrder, experienceDeskKeys, setFeatured } from './queries';

/** Which experiences are featured, and in which order: seen at once; a failure puts it back and says so. */
export function useFeatured(territoryId: string, onFailure: (text: string) => void) {
  const client = useQueryClient();
  const queryKey = experienceDeskKeys.list(territoryId);
  return useMutation({
    mutationFn: (ids: readonly string[]) => setFeatured(territoryId, ids),
    // One order after another, so that the last one wins.
    scope: { id: `featured-${territoryId}` },
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<DeskExperience[]>(queryKey);
      client.setQueryData<DeskExperience[]>(queryKey, (rows) =>
        rows
          ?.map((row) => {
            const at = ids.indexOf(row.id);
            return { ...row, featured: at >= 0, featured_order: at >= 0 ? at + 1 : null };
          })
          .sort(deskOrder),
      );
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
