import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { OfferCard } from './OfferCard';
import { answerOffer, myOffersQuery, offerKeys } from './queries';

/** Departures of one's own that do not take place, above the tickets: first what is still to be chosen. */
export function MyOffers({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { data = [], error, isFetching, refetch } = useQuery(myOffersQuery(userId));
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, offerKeys.mine(userId));
  const changed = () => Promise.all([refetch(), client.invalidateQueries({ queryKey: bookingKeys.all })]);
  const open = data.filter(({ state }) => state === 'open');
  const answered = data.filter(({ state }) => state === 'moved');
  return (
    <>
      {error && (
        <RetryAlert retrying={isFetching} onRetry={() => void refetch()} className="mb-6">
          {error.message}
        </RetryAlert>
      )}
      {(open.length > 0 || answered.length > 0) && (
        <div className="mb-10 grid gap-6">
          {[...open, ...answered].map((offer) => (
            <OfferCard
              key={offer.offer_id}
              offer={offer}
              onAnswer={(answer) => answerOffer(offer.offer_id, answer)}
              onChanged={changed}
            />
          ))}
        </div>
      )}
    </>
  );
}
