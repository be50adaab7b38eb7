import { Trans, useLingui } from '@lingui/react/macro';
import type { QueryKey } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ArrivalPhase } from '@/features/booking/check-in/arrival';
import { ViewPassport } from '@/features/booking/passport/ViewPassport';
import { CheckInBadge } from '@/features/booking/tickets/badges';
import { canCheckIn } from '@/features/booking/tickets/transitions';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { paths } from '@/lib/routing/paths';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import { CheckInButtons, CheckInFailure } from './CheckInButtons';
import { PaymentBadge } from './PaymentBadge';
import { useCheckIn } from './use-check-in';

/** A link in a card: a line of its own under a thumb, denser beside a mouse. */
export const cardLink =
  'inline-flex min-h-11 items-center gap-2 underline decoration-line-strong underline-offset-4 sm:min-h-9';

interface Props {
  kind: ServiceKind;
  booking: { id: string; status: string; check_in_status: string; payment_status: string };
  name: string;
  avatar: string | null | undefined;
  /** Below the name: how many, and where they stay. */
  note: string;
  /** What to collect; null where the reader is not told. */
  amount: number | null;
  symbol: string | null | undefined;
  /** Between the head and the foot. */
  details?: ReactNode;
  /** How to reach them; null where there is nothing to say. */
  contact: ReactNode;
  hasPassport: boolean;
  /** What can be set of their arrival now. */
  phase: ArrivalPhase;
  /** The list in which the booking stands, and all that counts it. */
  list: QueryKey;
  all: QueryKey;
}

/** One booking of a departure: who, how many, paid or not, here or not. */
export function PassengerCard(props: Props) {
  const { kind, booking, name, details, contact, hasPassport, phase, list, all } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes: its place in the keyboard's order is the card's.
  const checkIn = useCheckIn({ kind, bookingId: booking.id, list, all, onDone: () => heading.current?.focus() });
  const waits = canCheckIn(booking.status, booking.check_in_status);
  const open = waits && (phase === 'boarding' || phase === 'left');
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <Avatar name={name} src={props.avatar} size={40} />
          <div className="min-w-0">
            <h4 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere] outline-none">
              <bdi>{name}</bdi>
            </h4>
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{props.note}</p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2" role="status">
          <PaymentBadge status={booking.payment_status} amount={props.amount} symbol={props.symbol} />
          <CheckInBadge status={booking.check_in_status} />
        </div>
      </div>
      {details}
      {(contact || hasPassport || open) && (
        <div
          className={cx(
            'flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2 sm:flex-nowrap',
            !details && 'mt-3',
          )}
        >
          <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
            {contact}
            {hasPassport && <ViewPassport booking={{ kind, id: booking.id }} />}
          </div>
          {open && <CheckInButtons name={name} canMiss={phase === 'left'} checkIn={checkIn} />}
        </div>
      )}
      <CheckInFailure checkIn={checkIn} waits={waits} />
    </>
  );
}

/** To the conversation about the booking. */
export function MessageLink({ kind, bookingId, name }: { kind: ServiceKind; bookingId: string; name: string }) {
  const { t } = useLingui();
  return (
    <Link to={paths.conversation(kind, bookingId)} className={cardLink} aria-label={t`Message ${name}`}>
      <MessageCircle aria-hidden="true" className="size-4 text-ink-2" />
      <Trans>Message</Trans>
    </Link>
  );
}
