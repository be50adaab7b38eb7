import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { MyOffers } from '@/features/booking/offers/MyOffers';
import { myOffersQuery } from '@/features/booking/offers/queries';
import { BookingList } from '@/features/booking/tickets/BookingList';
import { myBookingsQuery } from '@/features/booking/tickets/queries';
import { MyWaitlist } from '@/features/booking/waitlist/MyWaitlist';
import { queryClient } from '@/lib/api/query-client';
import { useTitle } from '@/lib/routing/use-title';
import { lazyPart } from '@/ui/loading/lazy-part';

// Loads later, because few people have transfers, and they appear below all bookings.
const MyTransfers = lazyPart(() => import('@/features/booking/tickets/transfer/MyTransfers'));

/** Requests the rows without which the list can't be shown. */
export function prefetch(userId: string): void {
  void queryClient.prefetchInfiniteQuery(myBookingsQuery(userId));
  void queryClient.prefetchQuery(myOffersQuery(userId));
}

export default function BookingsPage() {
  const { t } = useLingui();
  const { user } = useSession();
  useTitle(t`My Bookings`);
  return (
    <div className="page-work flex-1">
      <div className="shell">
        <div className="mx-auto max-w-5xl pt-8 pb-24 md:pt-12">
          <h1 tabIndex={-1} className="font-title mb-7 text-4xl">
            <Trans>My Bookings</Trans>
          </h1>
          {user && (
            <>
              <MyOffers userId={user.id} />
              <MyWaitlist userId={user.id} />
              <BookingList userId={user.id} />
              <MyTransfers userId={user.id} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
