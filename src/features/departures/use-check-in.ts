import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CheckInAction, checkInListed } from '@/features/booking/check-in/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { AppError, isTransient } from '@/lib/api/errors';

interface Row {
  id: string;
  status: string;
  check_in_status: string;
}

interface Options {
  kind: ServiceKind;
  bookingId: string;
  /** The list in which the booking stands. */
  list: QueryKey;
  /** All that counts it. */
  all: QueryKey;
  onDone: () => void;
}

/**
 * Checks one booking of a list in, or marks a no-show. The row says at once what the server answered; after a lost connection
 * nothing is read again, as that would fail too.
 */
export function useCheckIn({ kind, bookingId, list, all, onDone }: Options) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: all });
  /** What was pressed when the answer got lost: it may have been done all the same. */
  const lost = useRef<CheckInAction | null>(null);
  return useMutation({
    mutationFn: async (action: CheckInAction): Promise<Pick<Row, 'status' | 'check_in_status'>> => {
      try {
        return await checkInListed(kind, bookingId, action);
      } catch (error) {
        const done = error instanceof AppError && error.code === 'check_in_already' && lost.current === action;
        lost.current = isTransient(error) ? action : null;
        if (!done) throw error;
        return { status: action, check_in_status: action };
      }
    },
    onSuccess: ({ status, check_in_status }) => {
      client.setQueryData<Row[]>(list, (rows) =>
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
