import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKey } from '@/lib/env';
import { pushKeys, readPushState, turnOffPush, turnOnPush } from './push';

/** Whether this browser wakes for a person, and how to change it. `state` is undefined while it is looked up, and where there is no key. */
export function usePush(userId: string) {
  const client = useQueryClient();
  const { data: state } = useQuery({
    queryKey: pushKeys.mine(userId),
    queryFn: () => readPushState(userId),
    enabled: pushKey !== '',
    // The browser answers, not the network; and its owner changes their mind in its settings.
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
