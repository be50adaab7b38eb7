import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, Languages, MessageCircle, Phone } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { CheckInBadge } from '@/features/bookings/badges';
import { canCheckIn } from '@/features/bookings/transitions';
import { ViewPassport } from '@/features/passport/ViewPassport';
import { AppError } from '@/lib/errors';
import { formatMoney } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/Alert';
import { Avatar } from '@/ui/Avatar';
import { StatusBadge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { countryName, Flag } from '@/ui/Flag';
import { whatsAppLink } from './groups';
import type { Guest } from './queries';
import { useMark } from './use-mark';

const NoShowDialog = lazy(() => import('@/features/check-in/NoShowDialog'));

/** Paid, or what to collect before they go. */
function PaymentBadge({ guest }: { guest: Guest }) {
  if (guest.payment_status === 'completed') {
    return (
      <StatusBadge status="paid">
        <Trans>Paid</Trans>
      </StatusBadge>
    );
  }
  const amount = formatMoney(guest.total_price, guest.territory?.currency_symbol);
  return (
    <StatusBadge status="ordered">
      <Trans>Payment pending</Trans>
      <span className="nums">{amount}</span>
    </StatusBadge>
  );
}

const link = 'inline-flex min-h-11 items-center gap-2 underline decoration-line-strong underline-offset-4 sm:min-h-9';

/** How to reach them, and in what language. */
function Contact({ guest, name }: { guest: Guest; name: string }) {
  const { t } = useLingui();
  const chat = whatsAppLink(guest.whatsapp_number);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className={link}>
          <Phone aria-hidden="true" className="size-4 text-ink-2" />
          <Trans>WhatsApp</Trans> <span className="nums">{guest.whatsapp_number}</span>
        </a>
      )}
      <Link to={paths.conversation('experience', guest.id)} className={link} aria-label={t`Message ${name}`}>
        <MessageCircle aria-hidden="true" className="size-4 text-ink-2" />
        <Trans>Message</Trans>
      </Link>
      <span className="inline-flex items-center gap-2">
        <Flag country={guest.country} named />
        {countryName(guest.country)}
      </span>
      <span className="inline-flex items-center gap-2 text-ink-2">
        <Languages aria-hidden="true" className="size-4" />
        {guest.speaks_spanish ? <Trans>Speaks Spanish</Trans> : <Trans>No Spanish</Trans>}
      </span>
    </div>
  );
}

interface Props {
  userId: string;
  departureId: string;
  guest: Guest;
  /** The day has come: they may be checked in. */
  open: boolean;
}

/** One booking of a departure: who, how many, paid or not, here or not. */
export function GuestCard({ userId, departureId, guest, open }: Props) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  // The button that was pressed goes: its place in the keyboard's order is the card's.
  const mark = useMark(userId, departureId, guest.id, () => heading.current?.focus());
  const name = guest.tourist?.full_name || t`Passenger`;
  const count = plural(guest.num_people, { one: '# guest', other: '# guests' });
  const pending = mark.isPending ? mark.variables : null;
  const failure = mark.error;
  return (
    <li className="card p-4 [contain-intrinsic-size:auto_11rem] [content-visibility:auto]">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <Avatar name={name} src={guest.tourist?.avatar_url} size={40} />
          <div className="min-w-0">
            <h4 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere] outline-none">
              {name}
            </h4>
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              {guest.hotel_name ? `${count}, ${guest.hotel_name}` : count}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2" role="status">
          <PaymentBadge guest={guest} />
          <CheckInBadge status={guest.check_in_status} />
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2 sm:flex-nowrap">
        <div className="min-w-0">
          <Contact guest={guest} name={name} />
          {guest.passport_image && <ViewPassport booking={{ kind: 'experience', id: guest.id }} />}
        </div>
        {open && canCheckIn(guest.status, guest.check_in_status) && (
          <div className="flex w-full gap-2 sm:w-auto sm:flex-none">
            <Button
              variant="success"
              className="flex-1"
              busy={pending === 'checked_in'}
              disabled={pending === 'no_show'}
              icon={<CircleCheck aria-hidden="true" />}
              aria-label={t`Check In: ${name}`}
              onClick={() => mark.mutate('checked_in')}
            >
              <Trans>Check In</Trans>
            </Button>
            <Button
              className="flex-1"
              busy={pending === 'no_show'}
              disabled={pending === 'checked_in'}
              icon={<CircleSlash aria-hidden="true" />}
              aria-label={t`No Show: ${name}`}
              onClick={() => setAsking(true)}
            >
              <Trans>No Show</Trans>
            </Button>
          </div>
        )}
      </div>
      {failure && !pending && (
        <Alert
          tone="danger"
          className="mt-3"
          action={
            canCheckIn(guest.status, guest.check_in_status) &&
            mark.variables && (
              <Button size="sm" variant="ghost" onClick={() => mark.variables && mark.mutate(mark.variables)}>
                <Trans>Try again</Trans>
              </Button>
            )
          }
        >
          {failure.message} {failure instanceof AppError && failure.detail}
        </Alert>
      )}
      <Suspense>
        {asking && (
          <NoShowDialog
            name={name}
            onClose={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              mark.mutate('no_show');
            }}
          />
        )}
      </Suspense>
    </li>
  );
}
