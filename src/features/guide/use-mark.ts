import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CheckInAction, checkInListed } from '@/features/check-in/queries';
import { isTransient } from '@/lib/errors';
import { type Guest, guideKeys } from './queries';

/**
 * Checks one booking in, or marks a no-show. The row says at once what the server answered; after a lost connection nothing is
 * read again, as that would fail too.
 */
export function useMark(userId: string, departureId: string, bookingId: string, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: guideKeys.all(userId) });
  return useMutation({
    mutationFn: (action: CheckInAction) => checkInListed('experience', bookingId, action),
    onSuccess: ({ status, check_in_status }) => {
      client.setQueryData<Guest[]>(guideKeys.guests(userId, departureId), (rows) =>
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
