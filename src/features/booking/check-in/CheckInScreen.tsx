import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { toAppError } from '@/lib/api/errors';
import { paths } from '@/lib/routing/paths';
import { Logo } from '@/ui/brand';
import { CheckInTicket } from './CheckInTicket';
import { outcomeOfBooking, outcomeOfError } from './outcome';
import { type CheckInAction, checkIn, checkInQuery } from './queries';
import { Checking, Done, Result } from './results';

/** How long the result stays before the page moves on. */
const REDIRECT_MS = 2000;

type Props = { bookingId: string; code: string; dashboard: string };

/** From a scanned code to a checked-in passenger. */
export function CheckInScreen({ bookingId, code, dashboard }: Props) {
  const navigate = useNavigate();
  const from = paths.checkIn(bookingId, code);
  const query = useQuery(checkInQuery(bookingId, code));
  const act = useMutation({ mutationFn: (action: CheckInAction) => checkIn(bookingId, code, action) });
  const { data: done, variables: action } = act;
  const { refetch } = query;

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate(dashboard), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, dashboard, navigate]);

  // Somebody else was quicker: what they did is the answer.
  const already = act.error !== null && toAppError(act.error).code === 'check_in_already';
  useEffect(() => {
    if (already) void refetch();
  }, [already, refetch]);

  if (done && action) return <Done action={action} booking={done} dashboard={dashboard} />;
  const failure = already ? query.error : (act.error ?? query.error);
  if (failure) {
    const { code, message, detail } = toAppError(failure);
    const acting = failure === act.error;
    return (
      <Result
        outcome={outcomeOfError({ code })}
        message={message}
        detail={detail}
        from={from}
        dashboard={dashboard}
        busy={acting ? act.isPending : query.isFetching}
        onRetry={() => (acting ? action && act.mutate(action) : void refetch())}
      />
    );
  }
  if (!query.data) return <Checking />;
  const outcome = outcomeOfBooking(query.data);
  if (outcome !== 'ready')
    return (
      <Result outcome={outcome} booking={query.data} from={from} dashboard={dashboard} onRetry={() => void refetch()} />
    );
  return (
    <div className="flex min-h-dvh flex-1 flex-col bg-night">
      <Header dashboard={dashboard} />
      <CheckInTicket booking={query.data} pending={act.isPending ? (action ?? null) : null} onAct={act.mutate} />
    </div>
  );
}

function Header({ dashboard }: { dashboard: string }) {
  return (
    <header className="mx-auto flex w-full max-w-md items-center justify-between px-4 pt-2">
      <Link to={dashboard} className="icon-btn text-on-night! hover:bg-white/10!">
        <ArrowLeft aria-hidden="true" />
        <span className="sr-only">
          <Trans>Back</Trans>
        </span>
      </Link>
      <Logo night className="h-7" />
      <span className="size-11" />
    </header>
  );
}
