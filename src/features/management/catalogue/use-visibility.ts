import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { catalogueKeys } from './queries';

interface Shown {
  id: string;
  visible: boolean;
}

interface Options {
  /** The list that shows it. */
  queryKey: QueryKey;
  save: (change: Shown) => Promise<void>;
  onFailure: (text: string) => void;
  /** The public lists that are old then. */
  publicKey: QueryKey;
}

/** The eye of a row: seen at once; a failure puts it back and says so. */
export function useVisibility<T extends Shown>({ queryKey, save, onFailure, publicKey }: Options) {
  const client = useQueryClient();
  const put = ({ id, visible }: Shown) =>
    client.setQueryData<T[]>(queryKey, (rows) => rows?.map((row) => (row.id === id ? { ...row, visible } : row)));
  return useMutation({
    mutationFn: save,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      put(change);
    },
    onError: (error, change) => {
      put({ ...change, visible: !change.visible });
      onFailure(error.message);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: catalogueKeys.all }),
        client.invalidateQueries({ queryKey: publicKey }),
      ]),
  });
}
