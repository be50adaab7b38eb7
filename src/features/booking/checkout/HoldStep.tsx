import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Spinner } from '@/ui/feedback/Spinner';
import { HoldCancellation } from './CancellationLine';
import { CardSkeleton } from './CardSkeleton';
import { HoldCountdown } from './HoldCountdown';
import { HoldSummary } from './HoldSummary';
import type { CheckoutEvent, CheckoutState } from './machine';
import { PriceLines } from './PriceLines';
import { StepHeading } from './StepHeading';
import type { Hold, Problem } from './types';

const CardStep = lazy(() => import('./CardStep'));

type Props = { state: CheckoutState; timeZone: string; send: (event: CheckoutEvent) => void; onEdit: () => void };

function Failed({ problem, send, onEdit }: { problem: Problem } & Omit<Props, 'state' | 'timeZone'>) {
  return (
    <>
      <Alert tone="danger">
        <p>{problem.message}</p>
        <p className="mt-0.5">
          <Trans>Nothing has been charged, and what you typed is kept.</Trans>
        </p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => send({ type: 'retry' })}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="ghost" onClick={onEdit}>
          <Trans>Change details</Trans>
        </Button>
      </div>
    </>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 py-2 font-medium">
      <Spinner className="flex-none" />
      {children}
    </p>
  );
}

function Confirming({ trouble }: { trouble: 'processing' | 'offline' | null }) {
  return (
    <>
      <StepHeading>
        <Trans>Confirming your payment</Trans>
      </StepHeading>
      <Waiting>
        {trouble === 'processing' ? (
          <Trans>Your bank is taking its time.</Trans>
        ) : trouble === 'offline' ? (
          <Trans>The connection was lost. We keep asking.</Trans>
        ) : (
          <Trans>This takes a second.</Trans>
        )}
      </Waiting>
      {trouble && (
        <Alert
          tone="info"
          action={
            <LinkButton to={paths.bookings} size="sm">
              {<Trans>View My Bookings</Trans>}
            </LinkButton>
          }
        >
          <Trans>
            It is safe to leave this page. You will not be charged twice: as soon as the payment is through, the ticket
            is in My Bookings and in your e-mail.
          </Trans>
        </Alert>
      )}
    </>
  );
}

/** The price is another one than the page showed: it is said, and agreed to, before anything is booked or charged. */
function Agreeing({ hold, send, onEdit }: { hold: Hold } & Pick<Props, 'send' | 'onEdit'>) {
  return (
    <>
      <StepHeading>
        <Trans>Please check the price</Trans>
      </StepHeading>
      <Alert tone="warn">
        <Trans>The price is not the one you saw when you filled in the form. Your seats are held at this price:</Trans>
      </Alert>
      <HoldSummary hold={hold} />
      <HoldCountdown expiresAt={hold.expiresAt} />
      <PriceLines lines={hold.lines} total={hold.totalPrice} symbol={hold.currencySymbol} />
      <Button variant="primary" size="lg" block onClick={() => send({ type: 'agree' })}>
        {hold.paymentMethod === 'cash' ? <Trans>Book and pay in cash</Trans> : <Trans>Continue to payment</Trans>}
      </Button>
      <Button variant="ghost" onClick={onEdit}>
        <Trans>Change details</Trans>
      </Button>
    </>
  );
}

/** Everything between the form and the ticket: the held seats, the card, and the wait for the bank. */
export function HoldStep({ state, timeZone, send, onEdit }: Props) {
  const { t } = useLingui();
  switch (state.step) {
    case 'resuming':
      return state.problem ? (
        <Failed problem={state.problem} send={send} onEdit={onEdit} />
      ) : (
        <Waiting>{t`Finding the seats you hold`}</Waiting>
      );
    case 'agreeing':
      return <Agreeing hold={state.hold} send={send} onEdit={onEdit} />;
    case 'cash':
      return state.problem ? (
        <Failed problem={state.problem} send={send} onEdit={onEdit} />
      ) : (
        <Waiting>{t`Booking your seats`}</Waiting>
      );
    case 'confirming':
      return <Confirming trouble={state.trouble} />;
    case 'preparing':
    case 'card':
    case 'paying':
      return (
        <>
          <StepHeading>
            <Trans>Pay by card</Trans>
          </StepHeading>
          <HoldSummary hold={state.hold} />
          <HoldCancellation hold={state.hold} timeZone={timeZone} />
          <HoldCountdown expiresAt={state.hold.expiresAt} />
          {state.step === 'preparing' && state.problem && (
            <Failed problem={state.problem} send={send} onEdit={onEdit} />
          )}
          {state.step === 'preparing' && !state.problem && (
            <>
              <Waiting>{t`Opening the card form`}</Waiting>
              <CardSkeleton />
            </>
          )}
          {state.step !== 'preparing' && (
            <Suspense fallback={<CardSkeleton />}>
              <CardStep state={state} send={send} onEdit={onEdit} />
            </Suspense>
          )}
        </>
      );
    default:
      return null;
  }
}
