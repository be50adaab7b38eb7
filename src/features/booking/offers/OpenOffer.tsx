import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { PaymentCalls } from '@/features/booking/checkout/queries';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { PaymentStep } from '@/features/booking/tickets/changes/PaymentStep';
import { whenOf } from './labels';
import { OfferChoice } from './OfferChoice';
import type { Answer, KeptSeats, Offer } from './offer';

export interface OfferAnswering {
  onAnswer: (answer: Answer) => Promise<Offer>;
  /** Refetches the offer after an answer, even if the answer was refused. */
  onChanged: () => Promise<unknown>;
  /** Returns the calls that pay for a more expensive answer. */
  paymentOf: (holdId: string) => PaymentCalls;
}

interface Props extends OfferAnswering {
  offer: Offer;
  /** Reports that the offer is being answered on this page rather than by another person. */
  onBegun: () => void;
}

/** Shows an open offer: the choice, or the payment for a choice made here or by staff on the phone. */
export function OpenOffer({ offer, onAnswer, onChanged, paymentOf, onBegun }: Props) {
  const [made, setMade] = useState<KeptSeats | null>(null);
  // These seats stay held after the guest goes back to the choice, though they don't want them now.
  const [left, setLeft] = useState<readonly string[]>([]);
  const found = offer.hold && !left.includes(offer.hold.id) ? offer.hold : null;
  const hold = found && found.id !== made?.id ? found : made;
  if (hold) {
    return (
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Kept hold={hold} />
        <PaymentStep
          key={hold.id}
          hold={hold}
          resumed={hold !== made}
          calls={paymentOf(hold.id)}
          onBooked={() => {
            onBegun();
            void onChanged();
          }}
          onAgain={() => {
            setLeft([...left, hold.id]);
            setMade(null);
            void onChanged();
          }}
        >
          <MinimumStatus
            minimum={hold.minimum}
            timeZone={offer.time_zone}
            refundTo={offer.paid_by_other ? 'payer' : 'holder'}
          />
        </PaymentStep>
      </section>
    );
  }
  const choose = async (answer: Answer) => {
    const now = await onAnswer(answer);
    onBegun();
    if (now.hold) {
      setLeft(left.filter((id) => id !== now.hold?.id));
      setMade(now.hold);
    }
    return now;
  };
  return <OfferChoice offer={offer} onAnswer={choose} onChanged={onChanged} />;
}

function Kept({ hold }: { hold: KeptSeats }) {
  const when = whenOf({ service_date: hold.serviceDate, start_time: hold.startTime });
  return (
    <p>
      <strong className="block font-semibold break-words">{hold.title}</strong>
      <span className="nums block">{when}</span>
      <span className="block text-sm text-ink-2">
        <Trans>We'll make the change once the difference is paid.</Trans>
      </span>
    </p>
  );
}
