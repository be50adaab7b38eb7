import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock, SearchX } from 'lucide-react';
import { workPathOf, worksAtDoor } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { unreadSinceQuery } from '@/features/messaging/notifications/queries';
import { useConversationRead } from '@/features/messaging/notifications/use-conversation-read';
import { usePages } from '@/lib/api/use-pages';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type ConversationBooking, conversationBookingQuery, messageKeys, threadQuery } from './queries';
import { ThreadView } from './ThreadView';
import { firstUnread, oldestFirst, withPending } from './thread';
import { useReachUnread } from './use-reach-unread';
import { type Sender, useSend } from './use-send';

interface Props {
  kind: ServiceKind;
  bookingId: string;
  me: Sender;
}

/** Shows the work navigation to people who work here, whatever link they used. */
function ToOwnStart() {
  const session = useSession();
  const work = worksAtDoor(session) ? workPathOf(session) : null;
  return (
    <LinkButton variant="primary" to={work ?? paths.bookings}>
      <span>{work ? <Trans>Go to today</Trans> : <Trans>My Bookings</Trans>}</span>
    </LinkButton>
  );
}

export function NotFound() {
  return (
    <EmptyState
      heading="h1"
      icon={<SearchX aria-hidden="true" />}
      title={<Trans>Booking not found</Trans>}
      actions={<ToOwnStart />}
      className="mt-10"
    >
      <Trans>It doesn't exist, or it isn't yours.</Trans>
    </EmptyState>
  );
}

/** Shown to drivers and admins, who see bookings but don't take part in their conversations. */
function NotForYou() {
  return (
    <EmptyState
      heading="h1"
      icon={<Lock aria-hidden="true" />}
      title={<Trans>This conversation isn't yours</Trans>}
      actions={<ToOwnStart />}
      className="mt-10"
    >
      <Trans>It's between the guest and the team running this trip.</Trans>
    </EmptyState>
  );
}

function Head({ booking, me }: { booking: ConversationBooking; me: Sender }) {
  const { t } = useLingui();
  const title = booking.service?.title ?? t`Unknown Service`;
  useTitle(t`Messages: ${title}`);
  const other = booking.tourist_id === me.id ? booking.guide?.full_name : booking.tourist?.full_name;
  return (
    <header className="border-b border-line pb-4">
      <h1
        tabIndex={-1}
        dir="auto"
        lang={booking.service?.untranslated?.title}
        className="font-title text-2xl [overflow-wrap:anywhere] sm:text-3xl"
      >
        {title}
      </h1>
      <p className="mt-1 text-sm text-ink-2">
        {formatLongDate(booking.booking_date)}
        {booking.start_time && <span>{`, ${formatTime(booking.start_time)}`}</span>}
        {other && (
          <span>
            {' · '}
            <bdi className="font-semibold">{other}</bdi>
          </span>
        )}
      </p>
    </header>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading messages...`} className="grid gap-4">
      <Skeleton className="h-14" />
      <Skeleton className="mt-6 h-16 w-3/5" />
      <Skeleton className="ml-auto h-16 w-1/2" />
      <Skeleton className="h-16 w-2/3" />
    </LoadingArea>
  );
}

/** Shows the conversation of a booking between the guest and the operator's team. */
export function Conversation({ kind, bookingId, me }: Props) {
  const { hasRole, profilePending } = useSession();
  const booking = useQuery(conversationBookingQuery(bookingId));
  const isPart = booking.data?.tourist_id === me.id || booking.data?.guide_id === me.id;
  const hosts = hasRole('territory_manager', 'territory_staff') || (kind === 'transport' && hasRole('shuttle_manager'));
  const thread = usePages(threadQuery(bookingId));
  const { loadMore, loadingMore } = thread;
  const unread = useQuery(unreadSinceQuery(bookingId));
  const reaching = useReachUnread(thread, unread.data ?? null);
  const { pending, send } = useSend(bookingId, me);
  // Only people who may read the conversation subscribe, because others would be refused again and again.
  const listening = Boolean(booking.data) && (isPart || hosts);
  useLiveQuery(listening ? { [`booking:${bookingId}`]: ['message'] } : {}, messageKeys.thread(bookingId));

  const heard = thread.data?.pages[0]?.rows.find((message) => message.sender_id !== me.id)?.id ?? null;
  // We wait for the unread count, because messages that were read have no marker above them.
  const shown = booking.data && thread.data && !unread.isPending && !reaching;
  useConversationRead(bookingId, shown && (isPart || hosts) ? heard : undefined);

  if (booking.data === null) return <NotFound />;
  // If a refetch fails, the messages and the draft stay.
  const failed = booking.data ? !thread.data && thread.error : booking.error;
  if (failed) {
    const query = {
      error: failed,
      isFetching: booking.isFetching || thread.isFetching,
      refetch: () => Promise.all([booking.refetch(), thread.refetch()]),
    };
    return <QueryFailed query={query} heading="h1" className="mt-10" />;
  }
  if (!booking.data || !thread.data || profilePending) return <Loading />;
  if (!isPart && !hosts) return <NotForYou />;
  if (unread.isPending || reaching) return <Loading />;
  const loaded = oldestFirst(thread.data.pages);
  return (
    <>
      <Head booking={booking.data} me={me} />
      <ThreadView
        messages={withPending(loaded, pending)}
        userId={me.id}
        isTourist={booking.data.tourist_id === me.id}
        firstNew={firstUnread(loaded, me.id, unread.data ?? null)}
        draftKey={`territorio-message-${me.id}-${bookingId}`}
        hasOlder={thread.hasNextPage}
        loadingOlder={loadingMore}
        olderError={thread.isFetchNextPageError ? thread.error : null}
        onOlder={loadMore}
        onSend={send}
      />
    </>
  );
}
