import { Trans, useLingui } from '@lingui/react/macro';
import { deadlineText } from '@/features/catalogue/cancellation-policy';
import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { Hold } from './dto';
import { HoldCountdown } from './HoldCountdown';
import { HoldMinimum, useHoldWaits } from './HoldMinimum';
import type { CheckoutEvent, CheckoutState, Problem, Trouble } from './machine';
import { CancellationLine, PriceLines } from './price';
import type { Service } from './service';
import { CardSkeleton, HoldSummary, PaymentUnknown, StepHeading, Waiting } from './step-parts';

const CardStep = lazyPart(() => import('./payment/CardStep'), { fallback: <CardSkeleton /> });

type Props = {
  service: Service;
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  onEdit: () => void;
};

export function HoldStep({ service, state, send, onEdit }: Props) {
  const { t } = useLingui();
  switch (state.step) {
    case 'resuming':
      return state.problem ? (
        <Failed problem={state.problem} send={send} onEdit={onEdit} />
      ) : (
        <Waiting>{t`Finding your held seats`}</Waiting>
      );
    case 'agreeing':
      return <Agreeing service={service} hold={state.hold} send={send} onEdit={onEdit} />;
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
      return <Paying service={service} state={state} send={send} onEdit={onEdit} />;
    default:
      return null;
  }
}

type PayingState = Extract<CheckoutState, { step: 'preparing' | 'card' | 'paying' }>;

/** Shows the held seats and the card form, with the cancellation policy that was fixed by the hold. */
function Paying({ service, state, send, onEdit }: Props & { state: PayingState }) {
  const { t } = useLingui();
  const { hold } = state;
  const waits = useHoldWaits({ service, hold });
  return (
    <>
      <StepHeading>{waits ? <Trans>Your card</Trans> : <Trans>Pay by card</Trans>}</StepHeading>
      <HoldSummary hold={hold} />
      <HoldMinimum service={service} hold={hold} />
      <Conditions territoryId={service.territoryId} service={service} />
      <CancellationLine waits={waits}>
        {deadlineText(hold.cancellationPolicy, {
          date: hold.serviceDate,
          startTime: hold.startTime,
          timeZone: service.timeZone,
        })}
      </CancellationLine>
      <HoldTime hold={hold} begun={state.step === 'paying' || (state.step === 'card' && state.problem !== null)} />
      {state.step === 'preparing' && state.problem && <Failed problem={state.problem} send={send} onEdit={onEdit} />}
      {state.step === 'preparing' && !state.problem && (
        <>
          <Waiting>{t`Opening the card form`}</Waiting>
          <CardSkeleton />
        </>
      )}
      {state.step !== 'preparing' && <CardStep state={state} send={send} onEdit={onEdit} waits={waits} />}
    </>
  );
}

/** Asks the guest to accept a price that differs from the one on the page, before anything is booked or charged. */
function Agreeing({ service, hold, send, onEdit }: { hold: Hold } & Omit<Props, 'state'>) {
  return (
    <>
      <StepHeading>
        <Trans>Please check the price</Trans>
      </StepHeading>
      <Alert tone="warn">
        {hold.keepsSeats ? (
          <Trans>The price has changed since you filled in the form. We're holding your seats at this price:</Trans>
        ) : (
          <Trans>The price has changed since you filled in the form. It's now:</Trans>
        )}
      </Alert>
      <HoldSummary hold={hold} />
      <HoldMinimum service={service} hold={hold} />
      <Conditions territoryId={service.territoryId} service={service} />
      <HoldTime hold={hold} />
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

function Confirming({ trouble }: { trouble: Trouble | null }) {
  return (
    <>
      <StepHeading>
        <Trans>Confirming your payment</Trans>
      </StepHeading>
      <Waiting>
        {trouble === 'processing' ? (
          <Trans>Your bank is taking longer than usual.</Trans>
        ) : trouble === 'offline' || trouble === 'unknown' ? (
          <Trans>The connection was lost. We're still trying.</Trans>
        ) : (
          <Trans>This takes a second.</Trans>
        )}
      </Waiting>
      {trouble && (
        <Alert
          tone="info"
          action={
            // While the payment's outcome is unknown, the text asks the guest to stay on the page.
            trouble !== 'unknown' && (
              <LinkButton to={paths.bookings} size="sm">
                <Trans>View My Bookings</Trans>
              </LinkButton>
            )
          }
        >
          {trouble === 'unknown' ? (
            <span key="unknown">
              <PaymentUnknown />
            </span>
          ) : (
            <span key="safe">
              <Trans>
                You can leave this page. You will not be charged twice: as soon as the payment goes through, the ticket
                will be in My Bookings and in your email.
              </Trans>
            </span>
          )}
        </Alert>
      )}
    </>
  );
}

function Failed({ problem, send, onEdit }: { problem: Problem } & Omit<Props, 'state' | 'service'>) {
  return (
    <>
      <Alert tone="danger">
        <p>{problem.message}</p>
        <p className="mt-0.5">
          <Trans>Nothing has been charged, and your details are saved.</Trans>
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

/**
 * Shows the time left to pay, or says that no seats are held. `begun` means that the guest has already tried to
 * pay.
 */
function HoldTime({ hold, begun = false }: { hold: Hold; begun?: boolean }) {
  if (hold.keepsSeats) {
    return (
      <>
        <HoldCountdown expiresAt={hold.expiresAt} />
        {hold.tookOver && !begun && (
          <Alert tone="info">
            <Trans>
              You were already holding seats on this departure in another tab or on another device. These replace them,
              and we've released the others.
            </Trans>
          </Alert>
        )}
      </>
    );
  }
  return (
    <Alert tone="warn">
      <p className="font-semibold">
        <Trans>We can't hold seats on this departure while you pay</Trans>
      </p>
      <p>
        <Trans>
          Too many seats were held without payment today, so yours are booked only once you've paid. If someone else
          books them first, you won't be charged.
        </Trans>
      </p>
    </Alert>
  );
}
