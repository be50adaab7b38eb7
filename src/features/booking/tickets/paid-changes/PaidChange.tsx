import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Hold } from '@/features/booking/checkout/dto';
import {
  confirmPayment,
  createPaymentIntent,
  type PaymentCalls,
  releaseHold,
} from '@/features/booking/checkout/queries';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { PaymentStep } from './PaymentStep';

type Step<Result> =
  | { name: 'choosing' }
  | { name: 'paying'; hold: Hold; resumed: boolean }
  | { name: 'done'; result: Result };

interface Props<Result> {
  /** The one that is open already: its payment is gone on with. */
  hold: Hold | null;
  refetch: () => Promise<unknown>;
  /** What has become of the booking once this hold is paid for. */
  resultOf: (hold: Hold) => Result;
  choosing: (next: { onHeld: (hold: Hold) => void; onDone: (result: Result) => void }) => ReactNode;
  done: (result: Result) => ReactNode;
  /** What is to be known before paying. */
  beforePaying?: (hold: Hold) => ReactNode;
}

const callsFor = (holdId: string): PaymentCalls => ({
  begin: () => createPaymentIntent(holdId),
  confirm: () => confirmPayment(holdId),
  release: () => releaseHold(holdId),
  lost: () => t`The booking couldn't be changed. Anything charged will be refunded to your card.`,
});

/** The steps of a change of a booking: choosing it, paying for it where it costs more, and what has become of it. */
export function PaidChange<Result>({ hold, refetch, resultOf, choosing, done, beforePaying }: Props<Result>) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step<Result>>(() =>
    hold ? { name: 'paying', hold, resumed: true } : { name: 'choosing' },
  );
  const onDone = (result: Result) => {
    setStep({ name: 'done', result });
    void client.invalidateQueries({ queryKey: bookingKeys.all });
  };
  if (step.name === 'done') return done(step.result);
  if (step.name === 'choosing')
    return choosing({ onHeld: (held) => setStep({ name: 'paying', hold: held, resumed: false }), onDone });
  return (
    <PaymentStep
      key={step.hold.id}
      hold={step.hold}
      resumed={step.resumed}
      calls={callsFor(step.hold.id)}
      onBooked={() => onDone(resultOf(step.hold))}
      onAgain={() => {
        setStep({ name: 'choosing' });
        void refetch();
      }}
    >
      {beforePaying?.(step.hold)}
    </PaymentStep>
  );
}
