import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CheckInAction, checkInListed } from '@/features/check-in/queries';
import { isTransient } from '@/lib/errors';
import { type RunBooking, shuttleKeys } from './queries';

/** The passengers of one run, as the pages keep them. */
export interface RunRef {
  userId: string;
  transportId: string;
  date: string;
}

/** Checks one booking in, or marks a no-show. After a lost connection nothing is read again, as that would fail too. */
export function useMark({ userId, transportId, date }: RunRef, bookingId: string, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: shuttleKeys.all(userId) });
  return useMutation({
    mutationFn: (action: CheckInAction) => checkInListed('transport', bookingId, action),
    onSuccess: ({ status, check_in_status }) => {
      client.setQueryData<RunBooking[]>(shuttleKeys.passengers(userId, transportId, date), (rows) =>
        rows?.map((row) => (row.id === bookingId ? { ...row, status, check_in_status } : row)),
      );
      onDone();
      refresh();
    },
    onError: (error) => {
      if (!isTransient(error)) refresh();
    },
  });
}
