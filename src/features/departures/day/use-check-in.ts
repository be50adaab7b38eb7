import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Party } from '@/features/booking/tickets/arrived';
import { nameRest, type Press } from '@/features/dock/check-in/queries';
import { pressAtDock } from '@/features/dock/offline/press';
import { AppError, isTransient } from '@/lib/api/errors';

interface Row {
  id: string;
  status: string;
  check_in_status: string;
  payment_status: string;
  checked_in_at?: string | null | undefined;
  arrived?: number[] | null | undefined;
  undo_until?: string | null | undefined;
  to_pay?: number | null;
}

/** The server's booking calls the row's `to_pay` `amount_due`. */
type Answer = Partial<Row> & { amount_due?: number | null };

interface Options {
  bookingId: string;
  departureId?: string | undefined;
  /** The booking as the list has it. */
  party: Party;
  /** The booking's list. */
  list: QueryKey;
  /** The key of the counts to refetch. */
  all: QueryKey;
  onDone: () => void;
}

/** These refusals mean that an earlier request succeeded although its response was lost. */
const DONE = new Set(['check_in_already', 'cash_already_received']);
const FACTS = ['status', 'check_in_status', 'payment_status', 'checked_in_at', 'arrived', 'undo_until'] as const;

/**
 * Checks in a listed booking, or marks it as a no-show. The row shows the server's response at once. If the
 * connection is lost nothing is refetched, because that would fail too.
 */
export function useCheckIn({ bookingId, departureId, party, list, all, onDone }: Options) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: all });
  /** The action whose response was lost, so it may have succeeded. */
  const lost = useRef<Press['action'] | null>(null);
  return useMutation({
    // Returns null if the action was queued on the phone.
    mutationFn: async (press: Press): Promise<Answer | null> => {
      const { action } = press;
      try {
        return await pressAtDock({ bookingId, departureId }, nameRest(press, party));
      } catch (error) {
        const done = error instanceof AppError && DONE.has(error.code) && lost.current === action;
        lost.current = isTransient(error) ? action : null;
        if (!done) throw error;
        return {
          // The arrived people are refetched, because the response doesn't have them.
          ...(action !== 'cash' &&
            action !== 'undo' &&
            !press.passengers && { status: action, check_in_status: action, arrived: null }),
          ...(press.cash !== undefined && { payment_status: 'completed' }),
        };
      }
    },
    onSuccess: (answer) => {
      if (!answer) {
        onDone();
        return;
      }
      // We copy only the row's fields, because the response has more than the list.
      const news: Partial<Row> = {
        ...Object.fromEntries(FACTS.filter((fact) => fact in answer).map((fact) => [fact, answer[fact]])),
        ...(answer.amount_due !== undefined && { to_pay: answer.amount_due }),
      };
      client.setQueryData<Row[]>(list, (rows) =>
        rows?.map((row) => (row.id === bookingId ? { ...row, ...news } : row)),
      );
      onDone();
      refresh();
    },
    onError: (error) => {
      if (!isTransient(error)) refresh();
    },
  });
}
