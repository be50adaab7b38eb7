import { Alert } from '@/ui/feedback/Alert';
import { outcomeOf } from './labels';
import type { Offer } from './offer';

/** What became of an offer that has ended. */
export function OfferOutcome({ offer }: { offer: Offer }) {
  const { heading, text } = outcomeOf(offer);
  return (
    <Alert key={offer.state} tone={offer.state === 'moved' ? 'success' : 'info'}>
      <strong className="block">{heading}</strong>
      <span>{text}</span>
    </Alert>
  );
}
