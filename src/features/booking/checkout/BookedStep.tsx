import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { TicketsInstallHint } from '@/features/booking/tickets/TicketsInstallHint';
import { deadlineText } from '@/features/catalogue/cancellation-policy';
import { formatMoney } from '@/lib/format/money';
import { isApple, isInstalled } from '@/lib/offline/install-prompt';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { Hold } from './dto';
import { HoldMinimum, useHoldWaits } from './HoldMinimum';
import { labelsOf } from './labels';
import { CancellationLine } from './price';
import type { Service } from './service';
import { HoldSummary, StepHeading } from './step-parts';

const BookedTicket = lazyPart(() => import('./BookedTicket'), {
  fallback: <Skeleton className="mx-auto size-48 rounded-md!" />,
});

const PushOffer = lazyPart(() => import('@/features/account/push/PushOffer'));

type Props = { service: Service; userId: string | null; hold: Hold; bookingId: string; onAgain: () => void };

/** Shows the confirmed booking with its service, code, place and time. */
export function BookedStep({ service, userId, hold, bookingId, onAgain }: Props) {
  const amount = formatMoney(hold.totalPrice, hold.currencySymbol);
  const waits = useHoldWaits({ service, hold, booked: true });
  const departure = {
    date: hold.serviceDate,
    startTime: hold.startTime,
    timeZone: service.timeZone,
    cash: hold.paymentMethod === 'cash',
  };
  return (
    <div role="status" className="grid gap-4">
      <div className="flex items-center gap-3">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-success-soft text-success-text">
          <CircleCheck aria-hidden="true" className="size-6" />
        </span>
        <div>
          <StepHeading>{waits ? <Trans>Your seats are booked</Trans> : <Trans>Booking confirmed</Trans>}</StepHeading>
          <p className="text-sm text-ink-2">
            {hold.paymentMethod === 'cash' ? (
              <Trans>Bring {amount} in cash on the day.</Trans>
            ) : waits ? (
              <Trans>{amount} on hold on your card, not charged yet. We've emailed you the details.</Trans>
            ) : (
              <Trans>{amount} by card. We've emailed you the details.</Trans>
            )}
          </p>
        </div>
      </div>
      <div className="grid gap-2 border-t-2 border-dashed border-line pt-4">
        <p className="font-title text-2xl leading-tight" lang={service.titleLanguage}>
          {service.title}
        </p>
        <HoldSummary hold={hold} />
        <HoldMinimum service={service} hold={hold} booked />
      </div>
      {userId && <BookedTicket userId={userId} bookingId={bookingId} title={service.title} />}
      {/* An iPhone sends notifications only to apps on the home screen, so the install hint replaces the offer of
          notifications there. */}
      {userId && !(isApple() && !isInstalled()) && <PushOffer userId={userId} />}
      {userId && <TicketsInstallHint />}
      <p className="text-sm text-ink-2">{labelsOf(service.kind).ticket}</p>
      <CancellationLine waits={waits}>{deadlineText(hold.cancellationPolicy, departure)}</CancellationLine>
      <div className="grid gap-3">
        <LinkButton to={paths.bookings} variant="primary" size="lg" block>
          <Trans>View My Bookings</Trans>
        </LinkButton>
        <Button onClick={onAgain} block>
          <Trans>Book Again</Trans>
        </Button>
      </div>
    </div>
  );
}
