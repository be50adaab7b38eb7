import { useEffect, useRef } from 'react';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { anotherTrip, outcomeOf, type Reader, refundNote, refundToOf } from './labels';
import type { Offer } from './offer';

interface Props {
  offer: Offer;
  reader?: Reader;
  /** True if the offer was answered on this page, where the clicked button has disappeared. */
  answeredHere?: boolean;
}

/** Shows the outcome of an offer that has ended. */
export function OfferOutcome({ offer, reader = 'guest', answeredHere = false }: Props) {
  const { heading, text } = outcomeOf(offer, reader);
  const another = anotherTrip(offer);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!answeredHere) return;
    box.current?.focus({ preventScroll: true });
    // The page is shorter now, and its content may be hidden behind the header. scrollIntoView is missing in some
    // test browsers.
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [answeredHere]);
  return (
    <div ref={box} tabIndex={-1} className="grid scroll-mt-24 gap-3 rounded-md outline-none">
      <Alert key={offer.state} tone={offer.state === 'moved' ? 'success' : 'info'}>
        <strong className="block">{heading}</strong>
        <span>{text}</span>
        {another && <Fresh className="block">{another}</Fresh>}
        {offer.state === 'moved' && offer.refund_amount > 0 && (
          <Fresh className="block">{refundNote(offer, reader)}</Fresh>
        )}
      </Alert>
      <MinimumStatus
        minimum={offer.moved_to?.minimum}
        timeZone={offer.time_zone}
        refundTo={refundToOf(offer, reader)}
      />
    </div>
  );
}
