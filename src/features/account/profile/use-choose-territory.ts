import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chooseTerritory } from './edit/queries';
import { profileKeys } from './queries';

/** Chooses which territory the person's pages show; `onChosen` is told its id once they do. */
export function useChooseTerritory(userId: string, onChosen?: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: chooseTerritory,
    onSuccess: async (_, id) => {
      // All that was loaded for the other territory goes.
      await client.invalidateQueries();
      onChosen?.(id);
    },
    onError: () => client.invalidateQueries({ queryKey: profileKeys.one(userId) }),
  });
}
