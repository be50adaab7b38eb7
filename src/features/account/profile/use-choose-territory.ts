import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chooseTerritory } from './edit/queries';
import { profileKeys } from './queries';

/** Sets the region that the work pages show. `onChosen` then gets the region's id. */
export function useChooseTerritory(userId: string, onChosen?: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: chooseTerritory,
    onSuccess: async (_, id) => {
      // All data that was loaded for the other region is outdated.
      await client.invalidateQueries();
      onChosen?.(id);
    },
    onError: () => client.invalidateQueries({ queryKey: profileKeys.one(userId) }),
  });
}
