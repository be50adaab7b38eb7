import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { PartFailed } from '@/ui/feedback/PartFailed';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { Offer } from './offer';
import { myOffersQuery, offerKeys } from './queries';

const MyOfferCards = lazyPart(() => import('./MyOfferCards'));

/** Shows the guest's cancelled departures above the tickets, those with an open choice first. */
export function MyOffers({ userId }: { userId: string }) {
  const client = useQueryClient();
  const query = useQuery(myOffersQuery(userId));
  const { data = [], refetch } = query;
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, offerKeys.mine(userId));
  const changed = () => Promise.all([refetch(), client.invalidateQueries({ queryKey: bookingKeys.all })]);
  const shown = useChosenHere(data);
  return (
    <>
      <PartFailed query={query} className="mb-6" />
      {shown.length > 0 && <MyOfferCards offers={shown} onChanged={changed} />}
    </>
  );
}

/**
 * Returns the open offers and those that were open when this page first showed them, so that an answered offer
 * stays and shows its outcome.
 */
function useChosenHere(offers: readonly Offer[]): Offer[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const more = offers.filter(({ state, offer_id }) => state === 'open' && !seen.has(offer_id));
  if (more.length > 0) setSeen(new Set([...seen, ...more.map(({ offer_id }) => offer_id)]));
  return offers.filter(({ offer_id }) => seen.has(offer_id));
}
