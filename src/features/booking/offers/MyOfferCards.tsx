import { OfferCard } from './OfferCard';
import type { Offer } from './offer';
import { paymentOf } from './payment';
import { answerOffer } from './queries';

interface Props {
  offers: readonly Offer[];
  onChanged: () => Promise<unknown>;
}

/** Shows the choices of cancelled departures. It is a chunk of its own, because few people have one. */
export default function MyOfferCards({ offers, onChanged }: Props) {
  return (
    <div className="mb-10 grid grid-cols-1 gap-6">
      {offers.map((offer) => (
        <OfferCard
          key={offer.offer_id}
          offer={offer}
          onAnswer={(answer) => answerOffer(offer.offer_id, answer)}
          onChanged={onChanged}
          paymentOf={paymentOf}
        />
      ))}
    </div>
  );
}
