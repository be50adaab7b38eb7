import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKey } from '@/lib/env';
import { pushKeys, readPushState, turnOffPush, turnOnPush } from './push';

/**
 * Whether this browser gets a person's pushes, with functions to change it. `state` is undefined while loading, and
 * without a key.
 */
export function usePush(userId: string) {
  const client = useQueryClient();
  const { data: state } = useQuery({
    queryKey: pushKeys.mine(userId),
    queryFn: () => readPushState(userId),
    enabled: pushKey !== '',
    // The browser answers, not the network; people also change permissions in its settings.
    networkMode: 'always',
    staleTime: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (on: boolean) => (on ? turnOnPush(userId) : turnOffPush()),
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: pushKeys.mine(userId) }),
  });
  return { state, busy: isPending, failure: error, turn: mutate };
}
