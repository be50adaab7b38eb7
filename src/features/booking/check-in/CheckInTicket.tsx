import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CircleCheck, CircleSlash, ScanLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ViewPassport } from '@/features/booking/passport/ViewPassport';
import { BookingStatusBadge, CheckInBadge } from '@/features/booking/tickets/badges';
import { calendarDate, formatLongDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { HuipilBand } from '@/ui/brand';
import { Spinner } from '@/ui/feedback/Spinner';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Avatar } from '@/ui/media/Avatar';
import { type ArrivalPhase, arrivalNote, arrivalPhase } from './arrival';
import type { CheckInAction, CheckInBooking } from './queries';

const NoShowDialog = lazyPart(() => import('./NoShowDialog'));

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right font-semibold break-words">{children}</dd>
    </div>
  );
}

/** Paid, or what to collect before they go: the one thing that costs money if it is overlooked. */
function Payment({ booking }: { booking: CheckInBooking }) {
  const sum = booking.amount_due ?? booking.total_price;
  const amount = sum !== null && formatMoney(sum, booking.currency_symbol ?? '');
  if (booking.payment_status === 'completed') {
    return (
      <p className="mt-4 flex items-center gap-3 rounded-md bg-success-soft px-4 py-3 text-lg font-bold text-success-text">
        <CircleCheck aria-hidden="true" className="size-6 flex-none" />
        <Trans>Paid</Trans>
        {amount && <span className="nums ml-auto font-semibold">{amount}</span>}
      </p>
    );
  }
  return (
    <p className="mt-4 flex items-center gap-3 rounded-md bg-ocre-400 px-4 py-3 text-lg font-bold text-anil-950">
      <Banknote aria-hidden="true" className="size-6 flex-none" />
      {booking.payment_method === 'cash' ? <Trans>Collect in cash</Trans> : <Trans>Not paid yet</Trans>}
      <strong className="nums ml-auto text-2xl">{amount}</strong>
    </p>
  );
}

function Facts({ booking }: { booking: CheckInBooking }) {
  const { t, i18n } = useLingui();
  const elsewhen = booking.service_date !== calendarDate();
  const origin = booking.country ?? booking.tourist?.country;
  const country = origin ? new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(origin) : null;
  return (
    <dl className="mt-2 divide-y divide-line text-[.9375rem]">
      <Row name={booking.kind === 'experience' ? t`Experience` : t`Transport`}>{booking.title}</Row>
      <Row name={t`Date`}>
        {formatLongDate(booking.service_date)}
        {elsewhen && (
          <strong className="block text-warn-text">
            <Trans>Not today</Trans>
          </strong>
        )}
      </Row>
      {booking.start_time && <Row name={t`Time`}>{formatTime(booking.start_time)}</Row>}
      {country && <Row name={t`Country of origin`}>{country}</Row>}
      {booking.hotel_name && <Row name={t`Hotel name`}>{booking.hotel_name}</Row>}
      {booking.hotel_address && <Row name={t`Hotel address`}>{booking.hotel_address}</Row>}
      {booking.speaks_spanish && <Row name={t`Language`}>{t`Speaks Spanish`}</Row>}
      {booking.passport_required && (
        <Row name={t`Passport`}>
          {booking.passport_present ? (
            <ViewPassport booking={{ kind: booking.kind, id: booking.booking_id }} />
          ) : booking.passport_removed_by === 'owner' ? (
            <span>{t`Deleted by its owner`}</span>
          ) : (
            <span>{t`Missing`}</span>
          )}
        </Row>
      )}
      <Row name={t`Status`}>
        <BookingStatusBadge status={booking.status} />
      </Row>
      <Row name={t`Check-in`}>
        <CheckInBadge status={booking.check_in_status} />
      </Row>
    </dl>
  );
}

type Props = { booking: CheckInBooking; pending: CheckInAction | null; onAct: (action: CheckInAction) => void };

/** Who, how many, paid or not; and under the thumb the two things to do. */
export function CheckInTicket({ booking, pending, onAct }: Props) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const now = useNow();
  const phase = arrivalPhase(booking, now);
  const name = booking.tourist?.full_name || t`Passenger`;
  const count = booking.num_people;
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
      <div className="flex items-center gap-4 pt-3 pb-5 text-on-night">
        <span className="grid size-14 flex-none place-items-center rounded-full bg-lago-400 text-anil-950">
          <ScanLine aria-hidden="true" className="size-7" />
        </span>
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-2xl leading-tight font-bold outline-none">
            <Trans>Valid ticket</Trans>
          </h1>
          <p className="text-on-night-2">
            {phase === 'early' ? (
              <Trans>Not yet</Trans>
            ) : phase === 'over' ? (
              <Trans>Its day is over</Trans>
            ) : (
              <Trans>Ready to check in</Trans>
            )}
          </p>
        </div>
      </div>
      <div className="overflow-hidden rounded-xl bg-surface text-ink">
        <HuipilBand small />
        <div className="p-5">
          <div className="flex items-center justify-between gap-3">
            <div className="flex min-w-0 items-center gap-3">
              <Avatar name={name} src={booking.tourist?.avatar_url} size={52} />
              <p className="min-w-0 text-xl leading-tight font-bold break-words">{name}</p>
            </div>
            <p className="flex-none text-right leading-none">
              <strong className="nums block text-4xl font-bold">{count}</strong>
              <span className="text-sm text-ink-2">{plural(count, { one: 'person', other: 'people' })}</span>
            </p>
          </div>
          <Payment booking={booking} />
          <Facts booking={booking} />
        </div>
      </div>
      <Actions name={name} phase={phase} note={arrivalNote(booking, phase)} pending={pending} onAct={onAct} />
    </div>
  );
}

interface ActionsProps extends Pick<Props, 'pending' | 'onAct'> {
  name: string;
  phase: ArrivalPhase;
  note: string | null;
}

function Actions({ name, phase, note, pending, onAct }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className="sticky bottom-0 mt-auto grid gap-3 bg-night pt-6 pb-2">
        {(phase === 'boarding' || phase === 'left') && (
          <button
            type="button"
            className="btn btn-success min-h-16 rounded-lg! text-lg!"
            aria-disabled={pending !== null || undefined}
            aria-busy={pending === 'checked_in' || undefined}
            onClick={() => pending ?? onAct('checked_in')}
          >
            {pending === 'checked_in' ? <Spinner /> : <CircleCheck aria-hidden="true" className="size-6!" />}
            <Trans>Check In</Trans>
          </button>
        )}
        {phase === 'left' && (
          <button
            type="button"
            className="btn btn-outline-night min-h-16 rounded-lg!"
            aria-disabled={pending !== null || undefined}
            aria-busy={pending === 'no_show' || undefined}
            onClick={() => pending ?? setAsking(true)}
          >
            {pending === 'no_show' ? <Spinner /> : <CircleSlash aria-hidden="true" />}
            <Trans>Mark as No Show</Trans>
          </button>
        )}
        {note && <p className="text-center text-on-night-2">{note}</p>}
      </div>
      {asking && <NoShowDialog name={name} onClose={() => setAsking(false)} onConfirm={() => onAct('no_show')} />}
    </>
  );
}
