import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { KeptResult } from '@/features/dock/offline/KeptResult';
import { OfflineCheckIn } from '@/features/dock/offline/OfflineCheckIn';
import { bookingAfter, pressAtDock } from '@/features/dock/offline/press';
import { isUnreached } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { belongsElsewhere } from './departure';
import { checkInReducer, startOf } from './machine';
import { isAtOnce, type Onward, useGoOn } from './onward';
import { outcomeOfBooking, outcomeOfError } from './outcome';
import { type CheckInBooking, checkInQuery, loadCheckIn, nameRest, type Press, SLOW_MS } from './queries';
import { Checking, Done, Result } from './results';
import { OfflineProof } from './scan/OfflineProof';
import { TicketScreen } from './TicketScreen';

/** These errors mean that the server couldn't be reached. */
const UNREACHED = ['offline', 'network', 'server'];

type Props = {
  bookingId: string;
  code: string;
  /** The signed statement of the scanned ticket, or null if it has none. */
  statement?: string | null;
  onward: Onward;
  /** Reports the booking's new state. */
  onDone?: (booking: CheckInBooking) => void;
};

/** Leads from a scanned code to a checked-in passenger. Offline, the phone decides (docs/decisions/0061). */
export function CheckInScreen({ bookingId, code, statement = null, onward, onDone }: Props) {
  const client = useQueryClient();
  const options = checkInQuery(bookingId, code);
  const query = useQuery(options);
  const { data: booking, refetch, dataUpdatedAt, errorUpdatedAt } = query;
  const [state, dispatch] = useReducer(checkInReducer, navigator.onLine, startOf);
  const onKept = (press: Press, known: CheckInBooking | null) => {
    dispatch({ type: 'keep', press, booking: known });
    const after = known && bookingAfter(known, press);
    if (after) onDone?.(after);
  };
  const act = useMutation({
    mutationFn: (press: Press) =>
      pressAtDock({ bookingId, code }, nameRest(press, booking), (done) =>
        dispatch({ type: 'late', press, booking: done }),
      ).catch(async (error: unknown) => {
        if (toAppError(error).code !== 'check_in_already') throw error;
        // On a bad connection a request may arrive twice and lose its first response, so the caller's own recent
        // action counts as success.
        const now = await loadCheckIn(bookingId, code);
        if (now.undo_until && now.check_in_status === press.action) return now;
        throw error;
      }),
    onMutate: () => dispatch({ type: 'press' }),
    onSuccess: (done, press) => {
      if (press.action === 'undo') {
        if (done) client.setQueryData(options.queryKey, done);
      } else if (done) {
        dispatch({ type: 'do', press, booking: done });
        onDone?.(done);
      } else onKept(press, booking ?? null);
    },
  });

  useGoOn(state.is === 'kept' || state.is === 'done', onward);

  const onAnswer = useEffectEvent(() =>
    dispatch({ type: query.error && isUnreached(query.error) ? 'unreached' : 'answered' }),
  );
  useEffect(() => {
    if (dataUpdatedAt || errorUpdatedAt) onAnswer();
  }, [dataUpdatedAt, errorUpdatedAt]);

  const asking = state.is === 'asking';
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => dispatch({ type: 'slow' }), SLOW_MS);
    return () => clearTimeout(timer);
  }, [asking]);

  // Someone else was faster, so we show what they did.
  const quicker =
    act.error !== null && ['check_in_already', 'cash_already_received'].includes(toAppError(act.error).code);
  useEffect(() => {
    if (quicker) void refetch();
  }, [quicker, refetch]);

  const ask = () => {
    dispatch({ type: 'ask' });
    void refetch();
  };
  const undo = () => act.mutate({ action: 'undo' });
  const atOnce = isAtOnce(onward) && !state.touched;
  const answer = () => {
    const failure = quicker ? query.error : (act.error ?? query.error);
    if (failure) {
      const { code: reason, message, detail } = toAppError(failure);
      const acting = failure === act.error;
      return (
        <Result
          outcome={outcomeOfError({ code: reason })}
          message={message}
          detail={detail}
          proof={
            UNREACHED.includes(reason) && statement ? (
              <OfflineProof bookingId={bookingId} code={code} statement={statement} />
            ) : null
          }
          elsewhere={belongsElsewhere(failure)}
          from={paths.checkIn(bookingId, code)}
          onward={onward}
          busy={acting ? act.isPending : query.isFetching}
          onRetry={() => (acting ? act.variables && act.mutate(act.variables) : ask())}
        />
      );
    }
    if (!booking) return <Checking />;
    const outcome = outcomeOfBooking(booking);
    if (outcome !== 'ready')
      return (
        <Result
          outcome={outcome}
          booking={booking}
          from={paths.checkIn(bookingId, code)}
          onward={onward}
          busy={act.isPending}
          onUndo={booking.undo_until ? undo : undefined}
          onRetry={ask}
        />
      );
    return (
      <TicketScreen
        booking={booking}
        onward={onward}
        pending={act.isPending ? act.variables : null}
        onAct={act.mutate}
        atOnce={atOnce}
      />
    );
  };

  switch (state.is) {
    case 'asking':
      return <Checking />;
    case 'alone':
      return (
        <OfflineCheckIn
          bookingId={bookingId}
          code={code}
          statement={statement}
          onward={onward}
          busy={query.isFetching}
          atOnce={atOnce}
          onPress={() => dispatch({ type: 'press' })}
          onKept={onKept}
          onRetry={ask}
        >
          {answer()}
        </OfflineCheckIn>
      );
    case 'asked':
      return answer();
    case 'kept':
      return (
        <KeptResult
          press={state.press}
          booking={state.booking}
          target={{ bookingId, code }}
          onward={onward}
          onUndone={() => dispatch({ type: 'undo' })}
        />
      );
    case 'done':
      return <Done press={state.press} booking={state.booking} onward={onward} onUndo={undo} />;
  }
}
