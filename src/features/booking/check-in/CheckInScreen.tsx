import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { toAppError } from '@/lib/api/errors';
import { paths } from '@/lib/routing/paths';
import { Logo } from '@/ui/brand';
import { cx } from '@/ui/cx';
import { CheckInTicket } from './CheckInTicket';
import { belongsElsewhere } from './departure';
import { type Onward, OnwardButtons } from './onward';
import { outcomeOfBooking, outcomeOfError } from './outcome';
import { type CheckInBooking, checkInQuery, type Press, pressAtDoor } from './queries';
import { Checking, Done, Result } from './results';
import { OfflineProof } from './scan/OfflineProof';

/** How long the result stays before the page moves on. */
const REDIRECT_MS = 2000;
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

/** From a scanned code to a checked-in passenger. */
export function CheckInScreen({ bookingId, code, statement = null, onward, onDone }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const options = checkInQuery(bookingId, code);
  const query = useQuery(options);
  const act = useMutation({
    mutationFn: (press: Press) => pressAtDoor(query.data?.kind ?? 'experience', bookingId, press, code),
    onSuccess: (booking, { action }) => {
      if (action === 'undo') client.setQueryData(options.queryKey, booking);
      else onDone?.(booking);
    },
  });
  const { data: done, variables: press } = act;
  const { refetch } = query;
  const finished = done !== undefined && press !== undefined && press.action !== 'undo';

  const leave = useEffectEvent(() => ('next' in onward ? onward.next() : void navigate(onward.dashboard)));
  useEffect(() => {
    if (!finished) return;
    const timer = setTimeout(leave, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [finished]);

  // Somebody else was quicker: what they did is the answer.
  const quicker =
    act.error !== null && ['check_in_already', 'cash_already_received'].includes(toAppError(act.error).code);
  useEffect(() => {
    if (quicker) void refetch();
  }, [quicker, refetch]);

  const undo = () => act.mutate({ action: 'undo' });
  if (finished) return <Done press={press} booking={done} onward={onward} onUndo={undo} />;
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
    <div className={cx('flex min-h-dvh flex-1 flex-col', booking.doubt ? 'bg-ocre-400 text-anil-950' : 'bg-night')}>
      <Header onward={onward} amber={Boolean(booking.doubt)} />
      <CheckInTicket booking={booking} pending={act.isPending ? (press ?? null) : null} onAct={act.mutate} />
      {booking.doubt && (
        <div className="mx-auto grid w-full max-w-md gap-1 px-4 pb-6">
          <OnwardButtons onward={onward} />
        </div>
      )}
    </div>
  );
}

function Header({ onward, amber }: { onward: Onward; amber: boolean }) {
  const { t } = useLingui();
  const className = cx(
    'icon-btn',
    amber ? 'text-anil-950! hover:bg-anil-950/10!' : 'text-on-night! hover:bg-white/10!',
  );
  return (
    <header className="mx-auto flex w-full max-w-md items-center justify-between px-4 pt-2 [@media(max-height:38rem)]:justify-start">
      {'next' in onward ? (
        <button type="button" className={className} aria-label={t`Back`} onClick={onward.next}>
          <ArrowLeft aria-hidden="true" />
        </button>
      ) : (
        <Link to={onward.dashboard} className={className}>
          <ArrowLeft aria-hidden="true" />
          <span className="sr-only">
            <Trans>Back</Trans>
          </span>
        </Link>
      )}
      {!amber && <Logo night className="h-7 [@media(max-height:38rem)]:hidden" />}
      <span className="size-11 [@media(max-height:38rem)]:hidden" />
    </header>
  );
}
