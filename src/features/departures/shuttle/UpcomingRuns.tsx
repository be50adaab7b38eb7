import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, MessageCircle, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { sendGroupMessage } from '@/features/departures/queries';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { useMorePages } from '@/lib/api/use-more-pages';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Days } from './Days';
import { PassengerList } from './PassengerList';
import { groupsQuery, type Run } from './queries';
import { RunCard } from './RunCard';

const GroupMessageDialog = lazy(() => import('@/features/departures/GroupMessageDialog'));

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** The departures ahead, by date and service, with who comes and who drives. */
export function UpcomingRuns({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const [writing, setWriting] = useState<Run | null>(null);
  const query = useInfiniteQuery(groupsQuery(userId, territoryId));
  const { loadMore, loadingMore } = useMorePages(query);
  const runs = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (!query.data) {
    return query.error ? (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <LoadingArea label={t`Loading bookings`} className="grid gap-3">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-32 rounded-lg!" />
        <Skeleton className="h-32 rounded-lg!" />
      </LoadingArea>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <StaleNotice
        failed={query.isError && !query.isFetchNextPageError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {runs.length === 0 && (
        <EmptyState icon={<CalendarDays aria-hidden="true" />} title={<Trans>No upcoming bookings.</Trans>}>
          <Trans>New ones appear here by themselves.</Trans>
        </EmptyState>
      )}
      <Days
        runs={runs}
        card={(run) => (
          <RunCard
            key={`${run.transport_id}-${run.service_date}`}
            run={run}
            actions={<Actions run={run} onMessage={() => setWriting(run)} />}
          >
            {(begun) => (
              <PassengerList
                userId={userId}
                transportId={run.transport_id}
                date={run.service_date}
                open={begun}
                talks
              />
            )}
          </RunCard>
        )}
      />
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          {query.error?.message}
        </p>
      )}
      {query.hasNextPage && (
        <Button block busy={loadingMore} onClick={loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <Suspense>
        {writing && (
          <GroupMessageDialog
            draftKey={`territorio-group-${userId}-${writing.departure_id}`}
            about={`${writing.title}, ${formatLongDate(writing.service_date)}${writing.has_time ? `, ${formatTime(writing.start_time)}` : ''}`}
            bookings={writing.bookings}
            onClose={() => setWriting(null)}
            send={(text, key) => sendGroupMessage('transport', writing.departure_id, text, key)}
            onSent={(count) => {
              setWriting(null);
              status.success(count === 1 ? t`Message sent to 1 booking` : t`Message sent to ${count} bookings`);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Actions({ run, onMessage }: { run: Run; onMessage: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Button className="flex-1" icon={<MessageCircle aria-hidden="true" />} onClick={onMessage}>
        <Trans>Message Group</Trans>
      </Button>
      <Link
        to={paths.manifest(run.transport_id, run.service_date)}
        className="icon-btn icon-btn-line"
        aria-label={t`Manifest of ${run.title}`}
        title={t`Manifest`}
      >
        <Printer aria-hidden="true" />
      </Link>
    </>
  );
}
