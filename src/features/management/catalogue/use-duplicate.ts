import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { duplicateService } from './queries';

interface Options {
  /** The lists that show the copy. */
  refresh: readonly QueryKey[];
  onCopied: (copyId: string) => void;
  onFailure: (error: Error) => void;
}

/** Copies a service and opens the copy. Another click after a lost response finds the first copy. */
export function useDuplicate({ refresh, onCopied, onFailure }: Options) {
  const client = useQueryClient();
  const copies = useRef(new Map<string, string>());
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (id: string) => {
      const copyId = copies.current.get(id) ?? crypto.randomUUID();
      copies.current.set(id, copyId);
      await duplicateService(id, copyId);
      copies.current.delete(id);
      await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
      return copyId;
    },
    onSuccess: onCopied,
    onError: onFailure,
  });
  return { duplicate: mutate, busy: (id: string) => isPending && variables === id };
}
