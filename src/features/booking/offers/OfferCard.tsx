import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Paragraphs } from '@/ui/Paragraphs';
import { reasonOf, whenOf } from './labels';
import { OfferOutcome } from './OfferOutcome';
import { type OfferAnswering, OpenOffer } from './OpenOffer';
import type { Offer } from './offer';

interface Props extends OfferAnswering {
  offer: Offer;
  heading?: 'h1' | 'h2';
}

/** Shows a cancelled departure with its service, the reason and the guest's choices. */
export function OfferCard({ offer, heading: Heading = 'h2', ...rest }: Props) {
  const id = useId();
  const [begun, setBegun] = useState(false);
  const when = whenOf(offer);
  const { title } = offer;
  return (
    <article
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7"
    >
      <header>
        <Heading id={id} tabIndex={-1} className="font-title text-2xl leading-tight break-words sm:text-3xl">
          <Trans>
            Cancelled: {title}, {when}
          </Trans>
        </Heading>
        <p className="mt-2 text-ink-2">
          <span>{reasonOf(offer.reason)}</span>{' '}
          <span>{plural(offer.num_people, { one: 'For # person.', other: 'For # people.' })}</span>
        </p>
        {offer.message && (
          <blockquote className="mt-3 border-l-4 border-line-strong pl-4" dir="auto">
            <Paragraphs text={offer.message} className="text-ink-2" />
          </blockquote>
        )}
      </header>
      {offer.state === 'open' && (
        <OpenOffer key={offer.offer_id} offer={offer} {...rest} onBegun={() => setBegun(true)} />
      )}
      {offer.state !== 'open' && <OfferOutcome offer={offer} answeredHere={begun} />}
    </article>
  );
}
