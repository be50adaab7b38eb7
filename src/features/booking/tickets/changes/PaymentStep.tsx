import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Hold } from '@/features/booking/checkout/dto';
import { HoldCountdown } from '@/features/booking/checkout/HoldCountdown';
import type { Problem, Trouble } from '@/features/booking/checkout/machine';
import type { PaymentCalls } from '@/features/booking/checkout/queries';
import {
  CardSkeleton,
  HoldSummary,
  PaymentUnknown,
  StepHeading,
  Waiting,
} from '@/features/booking/checkout/step-parts';
import { Failure } from '@/features/booking/offers/choice-parts';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { lazyPart } from '@/ui/loading/lazy-part';
import { usePayment } from './use-payment';

const CardStep = lazyPart(() => import('@/features/booking/checkout/payment/CardStep'), { fallback: <CardSkeleton /> });

interface Props {
  hold: Hold;
  /** True if the payment was started earlier and found when the page opened. */
  resumed: boolean;
  /** True if the booking no longer has a change that waits for this payment. */
  ended?: boolean;
  calls: PaymentCalls;
  onBooked: () => void;
  /**
   * Goes back to the choice, while the seats stay held until others replace them. Undefined if there is nothing to
   * choose.
   */
  onAgain?: () => void;
  /** Releases the seats and leaves the booking as it is. */
  onKeep?: () => Promise<unknown>;
  /** What the payment is for. The default is the held seats. */
  summary?: ReactNode;
  /** Information to read before paying, shown below the amount. */
  children?: ReactNode;
}

/** Shows the seats held for a change and takes the payment. The booking doesn't change before that. */
export function PaymentStep(props: Props) {
  const { hold, resumed, ended = false, calls, onBooked, onAgain, onKeep, summary, children } = props;
  const { t } = useLingui();
  const { state, send, ask } = usePayment(hold, resumed, calls, ended);
  const { step } = state;
  const again = onAgain ? { onAgain } : {};
  const booked = useEffectEvent(onBooked);
  useEffect(() => {
    if (step === 'booked') booked();
  }, [step]);

  if (step === 'expired') {
    return (
      <Ended {...again}>
        <span>
          <Trans>Your time to pay has run out, and the seats were released. Nothing was charged.</Trans>
        </span>
      </Ended>
    );
  }
  if (step === 'form') {
    return (
      <Ended {...again}>
        <span>{state.problem?.message}</span>
      </Ended>
    );
  }
  if (step === 'confirming') return <Confirming trouble={state.trouble} />;
  // The payment has succeeded, and the page is about to show the result.
  if (step !== 'preparing' && step !== 'card' && step !== 'paying') return <Confirming trouble={null} />;
  return (
    <>
      <StepHeading>
        <Trans>Pay by card</Trans>
      </StepHeading>
      {summary ?? <HoldSummary hold={hold} />}
      {children}
      <Time hold={hold} />
      {step !== 'preparing' ? (
        <CardStep state={state} send={send} ask={ask} {...(onAgain && { onEdit: onAgain })} />
      ) : state.problem ? (
        <Failed problem={state.problem} onRetry={() => send({ type: 'retry' })} {...again} />
      ) : (
        <Waiting>{t`Opening the card form`}</Waiting>
      )}
      {onKeep && step !== 'paying' && <Keep onKeep={onKeep} />}
    </>
  );
}

function Keep({ onKeep }: Required<Pick<Props, 'onKeep'>>) {
  const keep = useMutation({ mutationFn: onKeep });
  return (
    <div className="grid gap-3">
      <Failure error={keep.error} />
      <Button className="justify-self-start" variant="ghost" busy={keep.isPending} onClick={() => keep.mutate()}>
        <Trans>No, keep my booking</Trans>
      </Button>
    </div>
  );
}

function Time({ hold }: { hold: Hold }) {
  if (hold.keepsSeats) return <HoldCountdown expiresAt={hold.expiresAt} />;
  return (
    <Alert tone="warn">
      <p>
        <Trans>
          We can't hold seats on this departure while you pay. If someone else books them first, you won't be charged.
        </Trans>
      </p>
    </Alert>
  );
}

function Confirming({ trouble }: { trouble: Trouble | null }) {
  const { t } = useLingui();
  return (
    <>
      <StepHeading>
        <Trans>Confirming your payment</Trans>
      </StepHeading>
      <Waiting>
        {trouble === 'offline' || trouble === 'unknown'
          ? t`The connection was lost. We're still trying.`
          : t`This takes a second.`}
      </Waiting>
      {trouble && (
        <Alert tone="info">
          {trouble === 'unknown' ? (
            <p key="unknown">
              <PaymentUnknown />
            </p>
          ) : (
            <p key="safe">
              <Trans>You can leave this page. You will not be charged twice.</Trans>
            </p>
          )}
        </Alert>
      )}
    </>
  );
}

function Failed({ problem, onRetry, onAgain }: { problem: Problem; onRetry: () => void } & Pick<Props, 'onAgain'>) {
  return (
    <>
      <Alert tone="danger">
        <p>{problem.message}</p>
        <p className="mt-0.5">
          <Trans>Nothing has been charged.</Trans>
        </p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        {onAgain && (
          <Button variant="ghost" onClick={onAgain}>
            <Trans>Change details</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

function Ended({ onAgain, children }: { children: ReactNode } & Pick<Props, 'onAgain'>) {
  return (
    <>
      <Alert tone="warn">
        <p>{children}</p>
      </Alert>
      {onAgain && (
        <div>
          <Button variant="primary" onClick={onAgain}>
            <Trans>Choose again</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
