import { Trans } from '@lingui/react/macro';
import { Banknote, CircleCheck, CircleSlash, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { numbersHere, stillToCome } from '@/features/booking/tickets/arrived';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/feedback/Spinner';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { ArrivalPhase } from './arrival';
import { type CheckInBooking, cashDue, type Press } from './queries';

const NoShowDialog = lazyPart(() => import('./NoShowDialog'));
const WhoIsHereDialog = lazyPart(() => import('./WhoIsHereDialog'));
const DoubtDialog = lazyPart(() => import('./DoubtDialog'));

interface Props {
  booking: CheckInBooking;
  name: string;
  phase: ArrivalPhase;
  note: string | null;
  /** The departure of the ticket, if it may be the wrong one. */
  departure: string | null;
  pending: Press | null;
  onAct: (press: Press) => void;
}

/** Shows the possible actions. Cash and arrival are separate facts, and one tap may record both. */
export function TicketActions({ booking, name, phase, note, departure, pending, onAct }: Props) {
  const [asking, setAsking] = useState<Press | null>(null);
  const [choosing, setChoosing] = useState(false);
  const due = cashDue(booking);
  const press = (one: Press) => {
    if (pending) return;
    if (one.action === 'no_show' || departure) setAsking(one);
    else onAct(one);
  };
  const amount = due === null ? '' : formatMoney(due, booking.currency_symbol);
  const came = { action: 'checked_in' } as const;
  const paid = { ...came, cash: due ?? undefined };
  const isPending = (one: Press) => pending?.action === one.action && pending.cash === one.cash && !pending.passengers;
  const expected = stillToCome(booking).length;
  const begun = numbersHere(booking).length > 0;
  const button = (one: Press, className: string, icon: ReactNode, text: ReactNode) => (
    <button
      type="button"
      className={cx('btn min-h-16 rounded-lg! text-lg! whitespace-normal!', className)}
      aria-disabled={pending !== null || undefined}
      aria-busy={isPending(one) || undefined}
      onClick={() => press(one)}
    >
      {isPending(one) ? <Spinner /> : icon}
      <span>{text}</span>
    </button>
  );
  const open = phase === 'boarding' || phase === 'left';
  const first = departure ? 'bg-anil-950! text-white!' : 'bg-selva-700! text-white! hover:bg-selva-800!';
  const second = departure ? 'border-2! border-anil-950! bg-transparent! text-anil-950!' : 'btn-outline-night';
  const check = <CircleCheck aria-hidden="true" className="size-6!" />;
  return (
    <>
      <div className="grid gap-3 py-4">
        {open && due === null && button(came, first, check, <Trans>Check In</Trans>)}
        {open && due !== null && (
          <>
            {button(
              paid,
              first,
              <Banknote aria-hidden="true" className="size-6!" />,
              <Trans>Check in, {amount} received</Trans>,
            )}
            {button(came, second, check, <Trans>Check in, not paid</Trans>)}
          </>
        )}
        {open && expected > 1 && !booking.passenger && (
          <button
            type="button"
            className={cx('btn min-h-16 rounded-lg! text-lg! whitespace-normal!', second)}
            aria-disabled={pending !== null || undefined}
            aria-busy={pending?.passengers ? true : undefined}
            onClick={() => !pending && setChoosing(true)}
          >
            {pending?.passengers ? <Spinner /> : <Users aria-hidden="true" />}
            <span>
              <Trans>Only some of them</Trans>
            </span>
          </button>
        )}
        {phase === 'left' &&
          !begun &&
          !booking.passenger &&
          button({ action: 'no_show' }, second, <CircleSlash aria-hidden="true" />, <Trans>Mark as No Show</Trans>)}
        {note && <p className={cx('text-center', departure ? 'font-semibold' : 'text-on-night-2')}>{note}</p>}
      </div>
      {choosing && (
        <WhoIsHereDialog
          name={name}
          party={booking}
          names={booking.passenger_details?.map((one) => one.name) ?? []}
          apart={booking.apart ?? []}
          due={due === null ? null : { amount: due, text: amount }}
          onClose={() => setChoosing(false)}
          onConfirm={press}
        />
      )}
      {asking?.action === 'no_show' && (
        <NoShowDialog name={name} onClose={() => setAsking(null)} onConfirm={() => onAct(asking)} />
      )}
      {asking?.action === 'checked_in' && departure && (
        <DoubtDialog
          name={name}
          departure={departure}
          onClose={() => setAsking(null)}
          onConfirm={() => onAct(asking)}
        />
      )}
    </>
  );
}
