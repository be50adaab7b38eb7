import { Trans, useLingui } from '@lingui/react/macro';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { splitByDate, type TicketRow } from './pages';
import { bookingKeys, myBookingsQuery } from './queries';
import { Ticket } from './Ticket';

const EMPTY_PICTURE = {
  ...parseImage('/art/atitlan.svg'),
  src: '/art/atitlan.svg',
  color: '#708e90',
  focus: '62% 70%',
};

function Empty() {
  return (
    <EmptyState
      title={<Trans>No bookings yet</Trans>}
      picture={EMPTY_PICTURE}
      className="mx-auto max-w-lg"
      actions={
        <>
          <LinkButton variant="primary" to={paths.regions}>
            <Trans>Browse Experiences</Trans>
          </LinkButton>
          <LinkButton to={paths.transports}>
            <Trans>Find Transport</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Your tickets will appear here as soon as you book.</Trans>
    </EmptyState>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading your bookings`} className="grid gap-6">
      <Skeleton className="h-72 rounded-xl!" />
      <Skeleton className="h-72 rounded-xl!" />
    </LoadingArea>
  );
}

type GroupProps = {
  id: 'upcoming' | 'past';
  title: string;
  rows: TicketRow[];
  onChanged: () => Promise<unknown>;
};

function Group({ id, title, rows, onChanged }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-lg font-bold">
        {title}
      </h2>
      <div className="grid gap-6">
        {rows.map((row) => (
          <Ticket key={row.id} row={row} upcoming={id === 'upcoming'} onChanged={onChanged} />
        ))}
      </div>
    </section>
  );
}

/** All tickets of a tourist. A change made anywhere (staff, a scan, the bank) shows without a reload. */
export function BookingList({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = usePages(myBookingsQuery(userId));
  const { loadMore, loadingMore } = query;
  useLiveQuery({ [`user:${userId}`]: ['booking'] }, bookingKeys.mine(userId));
  const rows = query.rows ?? [];
  const { upcoming, past } = splitByDate(rows, (zone) => calendarDate(zone));

  if (query.isPending) return <Loading />;
  const failed = query.error && (
    <RetryAlert retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {query.error.message}
    </RetryAlert>
  );
  if (!query.data) return failed;
  return (
    <div className="grid gap-10">
      {failed}
      {rows.length === 0 && <Empty />}
      <Group id="upcoming" title={t`Upcoming`} rows={upcoming} onChanged={query.refetch} />
      <Group id="past" title={t`Past`} rows={past} onChanged={query.refetch} />
      {query.hasNextPage && (
        <Button className="justify-self-center" busy={loadingMore} onClick={loadMore}>
          <Trans>Show older bookings</Trans>
        </Button>
      )}
    </div>
  );
}
