import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { PaymentCalls } from '@/features/booking/checkout/queries';
import { PaymentStep } from '@/features/booking/tickets/paid-changes/PaymentStep';
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

/** What is still to be chosen, or what was chosen and is to be paid for. */
export function OpenOffer({ offer, onAnswer, onChanged, paymentOf }: OfferAnswering & { offer: Offer }) {
  const [paying, setPaying] = useState<{ hold: KeptSeats; resumed: boolean } | null>(
    offer.hold && { hold: offer.hold, resumed: true },
  );
  if (paying) {
    const { hold, resumed } = paying;
    return (
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Kept hold={hold} />
        <PaymentStep
          key={hold.id}
          hold={hold}
          resumed={resumed}
          calls={paymentOf(hold.id)}
          onBooked={() => void onChanged()}
          onAgain={() => {
            setPaying(null);
            void onChanged();
          }}
        />
      </section>
    );
  }
  const choose = async (answer: Answer) => {
    const now = await onAnswer(answer);
    if (now.hold) setPaying({ hold: now.hold, resumed: false });
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
        <Trans>You are moved once the difference is paid.</Trans>
      </span>
    </p>
  );
}
