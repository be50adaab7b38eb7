import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { usePending } from '@/lib/api/use-pending';
import { catalogueKeys } from './queries';

interface Shown {
  id: string;
  visible: boolean;
}

interface Options {
  /** The key of the list, with or without filters. */
  queryKey: QueryKey;
  save: (change: Shown) => Promise<void>;
  onFailure: (error: Error) => void;
  /** The key of the public lists, which are refetched. */
  publicKey: QueryKey;
}

type Loaded<T> = readonly T[] | { pages: readonly { rows: readonly T[] }[] };

function mapRows<T>(data: Loaded<T> | undefined, change: (row: T) => T): Loaded<T> | undefined {
  if (data === undefined || !('pages' in data)) return data?.map(change);
  return { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(change) })) };
}

/** Shows or hides a row. The change is visible at once, and a failure reverts it with a message. */
export function useVisibility<T extends Shown>({ queryKey, save, onFailure, publicKey }: Options) {
  const client = useQueryClient();
  const put = ({ id, visible }: Shown) =>
    client.setQueriesData<Loaded<T>>({ queryKey }, (data) =>
      mapRows(data, (row) => (row.id === id ? { ...row, visible } : row)),
    );
  const mutationKey = [...queryKey, 'visible'];
  const pending = usePending<Shown>(mutationKey);
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: save,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      put(change);
    },
    onError: (error, change) => {
      put({ ...change, visible: !change.visible });
      onFailure(error);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: catalogueKeys.all }),
        client.invalidateQueries({ queryKey: publicKey }),
      ]),
  });
  return { mutate, busy: (id: string) => pending.some((one) => one.id === id) };
}
