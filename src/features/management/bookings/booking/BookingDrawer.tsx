import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, MessageCircle, Pencil } from 'lucide-react';
import { useState } from 'react';
import { BookingStatusBadge, CardWaitsNote, CheckInBadge } from '@/features/booking/tickets/badges';
import { bookingTypeLabel } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { AppError } from '@/lib/api/errors';
import { departureInstant, formatLongDate, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { type StatusControls, StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Dialog } from '@/ui/overlay/Dialog';
import { Emails } from './emails/Emails';
import { History } from './History';
import { Money } from './Money';
import { Notes } from './Notes';
import { People } from './People';
import { type BookingDetail, bookingQuery } from './queries';
import { UnpaidChange } from './UnpaidChange';

const ChangeDialog = lazyPart(() => import('./ChangeDialog'));
const DetailsDialog = lazyPart(() => import('./DetailsDialog'));

interface Props {
  bookingId: string;
  currency: TerritoryCurrency;
  /** True for operators, who may read the booking's conversation. Admins may not. */
  conversation?: boolean;
  onClose: () => void;
  refresh: () => Promise<void>;
}

/** Shows a booking's details. */
export default function BookingDrawer({ bookingId, currency, conversation = true, onClose, refresh }: Props) {
  const { t } = useLingui();
  const query = useQuery(bookingQuery(bookingId));
  const now = useNow();
  // The drawer has its own status message, because the page's message is dimmed behind it and silent for screen
  // readers.
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
            {conversation && !booking.walk_in && (
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
          <UnpaidChange booking={booking} refresh={refresh} />
          <People booking={booking} />
          {mayChange(booking, now) && <Changes booking={booking} notice={notice} refresh={refresh} />}
          <Money
            booking={booking}
            symbol={symbolOf(booking.currency_code, currency)}
            notice={notice}
            refresh={refresh}
          />
          <Notes booking={booking} refresh={refresh} />
          <Emails booking={booking} notice={notice} />
          <History
            events={booking.history}
            timeZone={booking.time_zone}
            symbol={symbolOf(booking.currency_code, currency)}
          />
        </div>
      ) : query.error instanceof AppError && query.error.code === 'booking_not_found' ? (
        <ErrorState title={<Trans>Booking not found</Trans>}>
          <Trans>The link is incomplete, or the booking no longer exists. Search for it in the list.</Trans>
        </ErrorState>
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

/** Only live bookings that haven't departed can be changed. The database checks the same rule. */
const mayChange = (booking: BookingDetail, now: Date) =>
  booking.live &&
  booking.check_in_status === 'pending' &&
  departureInstant(booking.booking_date, booking.start_time, booking.time_zone) > now.getTime();

interface ChangesProps extends Pick<Props, 'refresh'> {
  booking: BookingDetail;
  notice: StatusControls;
}

/** Lets the team change the date or number of people of a booking, or correct its details. */
function Changes({ booking, notice, refresh }: ChangesProps) {
  const [act, setAct] = useState<'change' | 'details' | null>(null);
  const [round, setRound] = useState(0);
  const dialog = { booking, refresh, onClose: () => setAct(null), onDone: notice.success };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<CalendarClock aria-hidden="true" />} onClick={() => setAct('change')}>
        <Trans>Change booking</Trans>
      </Button>
      <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={() => setAct('details')}>
        <Trans>Edit details</Trans>
      </Button>
      {act === 'change' && <ChangeDialog {...dialog} />}
      {act === 'details' && (
        <DetailsDialog key={round} {...dialog} onReload={() => void refresh().then(() => setRound(round + 1))} />
      )}
    </div>
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
