import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { BookingStatusBadge, CardWaitsNote, CheckInBadge } from '@/features/booking/tickets/badges';
import { bookingTypeLabel } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { History } from './History';
import { Money } from './Money';
import { People } from './People';
import { type BookingDetail, type BookingRef, bookingQuery } from './queries';

interface Props {
  booking: BookingRef;
  currency: TerritoryCurrency;
  /** Its conversation is open to those who run the trip, and not to administrators. */
  conversation?: boolean;
  onClose: () => void;
  refresh: () => Promise<void>;
}

/** Everything about one booking. */
export default function BookingDrawer({ booking: ref, currency, conversation = true, onClose, refresh }: Props) {
  const { t } = useLingui();
  const query = useQuery(bookingQuery(ref));
  // Its own: the page's lies behind it, dimmed, and silent for a screen reader.
  const notice = useStatus();
  const booking = query.data;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      kind="side"
      title={booking?.title ?? t`Booking`}
      description={booking && <When booking={booking} />}
    >
      {booking ? (
        <div className="grid gap-6 pb-2">
          <StatusNotice notice={notice.notice} />
          {query.error && <LoadFailed query={query} />}
          <div className="flex flex-wrap items-center gap-2">
            <BookingStatusBadge status={booking.status} />
            <CardWaitsNote booking={booking} />
            <CheckInBadge status={booking.check_in_status} booking={booking.status} party={booking} />
            {conversation && (
              <LinkButton
                size="sm"
                to={paths.conversation(booking.kind, booking.id)}
                icon={<MessageCircle aria-hidden="true" />}
                className="ml-auto"
              >
                <Trans>Messages</Trans>
              </LinkButton>
            )}
          </div>
          <People booking={booking} />
          <Money
            booking={booking}
            symbol={symbolOf(booking.currency_code, currency)}
            notice={notice}
            refresh={refresh}
          />
          <History
            events={booking.history}
            timeZone={booking.time_zone}
            symbol={symbolOf(booking.currency_code, currency)}
          />
        </div>
      ) : query.error ? (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <LoadingArea label={t`Loading`} className="grid gap-4">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-28" />
          <Skeleton className="h-24" />
        </LoadingArea>
      )}
    </Dialog>
  );
}

function When({ booking }: { booking: BookingDetail }) {
  const parts = [
    formatLongDate(booking.booking_date),
    booking.start_time && formatTime(booking.start_time),
    plural(booking.num_people, { one: '# person', other: '# people' }),
    bookingTypeLabel(booking.booking_type),
    booking.guide_name,
    booking.hotel_name,
  ];
  return <>{parts.filter(Boolean).join(', ')}</>;
}
