import { useMutation, useQueryClient } from '@tanstack/react-query';
import { workKeys } from '@/features/departures/day/queries';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

interface Change {
  id: string;
  run: () => Promise<void>;
  done: string;
}

/** Runs an action on a row at once and shows the result at the top. `busy` is the row whose action is running. */
export function useChange(userId: string, status: StatusControls) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ run }: Change) => {
      await run();
      await client.invalidateQueries({ queryKey: workKeys.all(userId) });
    },
    onSuccess: (_, { done }) => status.success(done),
    onError: (error) => status.failure(error),
  });
  return { change: mutation.mutate, busy: mutation.isPending ? mutation.variables.id : null };
}
