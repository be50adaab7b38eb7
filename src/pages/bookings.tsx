import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { MyOffers } from '@/features/booking/offers/MyOffers';
import { BookingList } from '@/features/booking/tickets/BookingList';
import { MyTransfers } from '@/features/booking/tickets/transfer/MyTransfers';
import { MyWaitlist } from '@/features/booking/waitlist/MyWaitlist';
import { useTitle } from '@/lib/routing/use-title';

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
