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
  /** After an answer, and after one that was refused: what holds now is read again. */
  onChanged: () => Promise<unknown>;
  /** How what an answer costs more is paid. */
  paymentOf: (holdId: string) => PaymentCalls;
}

interface Props extends OfferAnswering {
  offer: Offer;
  /** It is being answered on this page, not by another person. */
  onBegun: () => void;
}

/** What is still to be chosen, or what was chosen and is to be paid for: here, or by staff on the telephone while this is looked at. */
export function OpenOffer({ offer, onAnswer, onChanged, paymentOf, onBegun }: Props) {
  const [made, setMade] = useState<KeptSeats | null>(null);
  // Going back to the choice keeps those seats held, though they are not wanted now.
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
        <Trans>We'll make the change once the guest has paid the difference.</Trans>
      </span>
    </p>
  );
}
