import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { numbersHere } from '@/features/booking/tickets/arrived';
import { useNow } from '@/lib/hooks/use-now';
import { Logo } from '@/ui/brand';
import { cx } from '@/ui/cx';
import { arrivalPhase } from './arrival';
import { CheckInTicket } from './CheckInTicket';
import { type Onward, OnwardButtons } from './onward';
import { type CheckInBooking, cashDue, type Press } from './queries';
import { signal } from './scan/signal';

interface Props {
  booking: CheckInBooking;
  onward: Onward;
  pending: Press | null;
  onAct: (press: Press) => void;
  /** True if a ticket without questions is checked in automatically. */
  atOnce?: boolean;
  /** Shown above the ticket while offline, with the time when it was read. */
  notice?: ReactNode;
}

/** Shows a ticket that can be checked in, in amber if it may be for another departure. */
export function TicketScreen({ booking, onward, pending, onAct, atOnce = false, notice }: Props) {
  const clear = isClear(booking, useNow());
  const onShown = useEffectEvent(() => {
    if (atOnce && clear) onAct({ action: 'checked_in' });
    else signal(!booking.doubt);
  });
  useEffect(() => onShown(), []);
  return (
    <div className={cx('flex min-h-dvh flex-1 flex-col', booking.doubt ? 'bg-ocre-400 text-anil-950' : 'bg-night')}>
      <Header onward={onward} amber={Boolean(booking.doubt)} />
      {notice && (
        <p
          role="status"
          className={cx(
            'mx-auto flex w-full max-w-md items-center gap-2 px-4 pt-1 text-sm [&>svg]:size-4 [&>svg]:flex-none',
            !booking.doubt && 'text-on-night',
          )}
        >
          {notice}
        </p>
      )}
      <CheckInTicket booking={booking} pending={pending} onAct={onAct} />
      {booking.doubt && (
        <div className="mx-auto grid w-full max-w-md gap-1 px-4 pb-6">
          <OnwardButtons onward={onward} />
        </div>
      )}
    </div>
  );
}

/**
 * Returns whether there is nothing to ask or collect: the ticket is for the departure that is boarding, and all its
 * people are still expected.
 */
function isClear(booking: CheckInBooking, now: Date): boolean {
  const phase = arrivalPhase(booking, now);
  const begun = !booking.passenger && numbersHere(booking).length > 0;
  return !booking.doubt && !begun && cashDue(booking) === null && (phase === 'boarding' || phase === 'left');
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
