import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isUnreached } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { belongsElsewhere } from './departure';
import { KeptResult } from './offline/KeptResult';
import { OfflineCheckIn } from './offline/OfflineCheckIn';
import { bookingAfter, pressAtDock } from './offline/press';
import { isAtOnce, type Onward, RESULT_MS } from './onward';
import { outcomeOfBooking, outcomeOfError } from './outcome';
import { type CheckInBooking, checkInQuery, loadCheckIn, nameRest, type Press, SLOW_MS } from './queries';
import { Checking, Done, Result } from './results';
import { OfflineProof } from './scan/OfflineProof';
import { TicketScreen } from './TicketScreen';

/** Errors that say: nobody could be asked. */
const UNREACHED = ['offline', 'network', 'server'];

type Props = {
  bookingId: string;
  code: string;
  /** What is signed of the ticket, as it was scanned; null where it shows none. */
  statement?: string | null;
  onward: Onward;
  /** What was done, for who goes on showing it. */
  onDone?: (booking: CheckInBooking) => void;
};

/** What was pressed and waits to be sent, and on which booking; null where the phone knows no more than the ticket. */
interface Waits {
  press: Press;
  booking: CheckInBooking | null;
  /** What the server said of it after all. */
  done?: CheckInBooking;
}

/** From a scanned code to a checked-in passenger; without a line by what the phone knows (docs/decisions/0061). */
export function CheckInScreen({ bookingId, code, statement = null, onward, onDone }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const options = checkInQuery(bookingId, code);
  const query = useQuery(options);
  const [waits, setWaits] = useState<Waits | null>(null);
  // A phone that knows that it has no line waits for none.
  const [slow, setSlow] = useState(() => !navigator.onLine);
  /** By what the phone has decided. */
  const [pressedByPhone, setPressedByPhone] = useState(false);
  // Once: what was taken back is not done again by itself.
  const [pressed, setPressed] = useState(false);
  const atOnce = isAtOnce(onward) && !pressed;
  const onKept = (press: Press, booking: CheckInBooking | null) => {
    setPressed(true);
    if (press.action === 'undo') {
      setWaits(null);
      return;
    }
    setWaits({ press, booking });
    const after = booking && bookingAfter(booking, press);
    if (after) onDone?.(after);
  };
  const act = useMutation({
    mutationFn: (press: Press) =>
      pressAtDock(
        { kind: query.data?.kind ?? 'experience', bookingId, code },
        nameRest(press, query.data),
        // Not after it was taken back.
        (done) => setWaits((kept) => (kept?.press === press ? { ...kept, done } : kept)),
      ).catch(async (error: unknown) => {
        if (toAppError(error).code !== 'check_in_already') throw error;
        // A bad line delivers a press twice, and keeps the first answer to itself: what the caller has just done is done.
        const now = await loadCheckIn(bookingId, code);
        if (now.undo_until && now.check_in_status === press.action) return now;
        throw error;
      }),
    onMutate: () => setPressed(true),
    onSuccess: (booking, press) => {
      if (!booking) onKept(press, query.data ?? null);
      else if (press.action === 'undo') client.setQueryData(options.queryKey, booking);
      else onDone?.(booking);
    },
  });
  const { data: done, variables: press } = act;
  const { refetch } = query;
  const answered = done && press !== undefined && press.action !== 'undo';
  const finished = answered || waits !== null;
  const staysMs = RESULT_MS[isAtOnce(onward) ? 'atOnce' : 'asked'];

  const leave = useEffectEvent(() => ('next' in onward ? onward.next() : void navigate(onward.dashboard)));
  useEffect(() => {
    if (!finished) return;
    const timer = setTimeout(leave, staysMs);
    return () => clearTimeout(timer);
  }, [finished, staysMs]);

  const asking = query.isPending && query.isFetching;
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [asking]);

  // Somebody else was quicker: what they did is the answer.
  const quicker =
    act.error !== null && ['check_in_already', 'cash_already_received'].includes(toAppError(act.error).code);
  useEffect(() => {
    if (quicker) void refetch();
  }, [quicker, refetch]);

  const undo = () => act.mutate({ action: 'undo' });
  const undoLate = () => {
    setWaits(null);
    undo();
  };
  if (waits?.done) return <Done press={waits.press} booking={waits.done} onward={onward} onUndo={undoLate} />;
  if (waits)
    return (
      <KeptResult
        press={waits.press}
        booking={waits.booking}
        target={{ bookingId, code }}
        onward={onward}
        onUndone={() => setWaits(null)}
      />
    );
  if (answered) return <Done press={press} booking={done} onward={onward} onUndo={undo} />;

  const failure = quicker ? query.error : (act.error ?? query.error);
  const online = () => {
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
          onRetry={() => (acting ? press && act.mutate(press) : void refetch())}
        />
      );
    }
    if (!query.data) return <Checking />;
    const booking = query.data;
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
          onRetry={() => void refetch()}
        />
      );
    return (
      <TicketScreen
        booking={booking}
        onward={onward}
        pending={act.isPending ? (press ?? null) : null}
        onAct={act.mutate}
        atOnce={atOnce}
      />
    );
  };
  // The server's answer is the better one, until something was pressed on the phone's.
  const unanswered = query.error ? isUnreached(query.error) : query.data === undefined;
  if ((slow && (unanswered || pressedByPhone)) || (failure && failure === query.error && isUnreached(failure)))
    return (
      <OfflineCheckIn
        bookingId={bookingId}
        code={code}
        statement={statement}
        onward={onward}
        busy={query.isFetching}
        atOnce={atOnce}
        onPress={() => setPressedByPhone(true)}
        onKept={onKept}
        onRetry={() => {
          setSlow(false);
          setPressedByPhone(false);
          void refetch();
        }}
      >
        {online()}
      </OfflineCheckIn>
    );
  return online();
}
