import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKey } from '@/lib/env';
import { pushKeys, readPushState, turnOffPush, turnOnPush } from './push';

/**
 * Returns whether this browser gets a person's push notifications, with functions to change that. `state` is
 * undefined while loading, and without a key.
 */
export function usePush(userId: string) {
  const client = useQueryClient();
  const { data: state } = useQuery({
    queryKey: pushKeys.mine(userId),
    queryFn: () => readPushState(userId),
    enabled: pushKey !== '',
    // The browser answers this query rather than the network, and people also change permissions in its settings.
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
