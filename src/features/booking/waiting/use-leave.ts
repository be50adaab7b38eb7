import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkoutKeys } from '@/features/booking/checkout/queries';
import { leaveWaitingList, waitingKeys } from './queries';

/** Leaves a waitlist, which releases any offered seats. */
export function useLeave(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: leaveWaitingList,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: waitingKeys.mine(userId) }),
        client.invalidateQueries({ queryKey: checkoutKeys.all }),
      ]),
  });
}
