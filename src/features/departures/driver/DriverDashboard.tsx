import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bus, Map as MapIcon } from 'lucide-react';
import { useMemo } from 'react';
import { ScanButton } from '@/features/booking/check-in/scan/ScanButton';
import { DIALOGS } from '@/features/departures/dialogs';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { Days } from '@/features/departures/shuttle/Days';
import { PassengerList } from '@/features/departures/shuttle/PassengerList';
import { mapLink } from '@/features/departures/shuttle/pickups';
import { type MyRun, myRunsQuery, passengersQuery, shuttleKeys } from '@/features/departures/shuttle/queries';
import { RunCard } from '@/features/departures/shuttle/RunCard';
import { useReadAhead } from '@/features/departures/use-read-ahead';
import { usePrefetch } from '@/lib/hooks/use-prefetch';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { useInvalidate } from '@/lib/realtime/use-invalidate';
import { useTopic } from '@/lib/realtime/use-topic';
import { paths } from '@/lib/routing/paths';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Pickups } from './Pickups';

const SOON_MS = 400;

/** A driver's today and tomorrow. New passengers and changes of the schedule show without a reload. */
export function DriverDashboard({ userId, territoryId }: { userId: string; territoryId: string | null }) {
  const refresh = useInvalidate(shuttleKeys.all(userId), SOON_MS);
  useTopic(territoryId ? `territory:${territoryId}` : null, ['booking', 'schedule', 'departure'], refresh);
  // Runs that come, go or are cancelled, in other regions too.
  useTopic(`user:${userId}`, ['notification'], refresh);
  usePrefetch(DIALOGS);
  usePersistedQueries(userId, paths.driverDashboard);
  return (
    <div className="shell max-w-4xl! pt-6 pb-20 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-5">
        <h1 tabIndex={-1} className="font-title text-3xl">
          <Trans>My Runs</Trans>
        </h1>
        <ScanButton className="w-full sm:w-auto" />
      </div>
      <Runs userId={userId} />
    </div>
  );
}

function Runs({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = useQuery(myRunsQuery(userId));
  const runs = query.data;
  useReadAhead(
    useMemo(
      () =>
        (runs ?? [])
          .filter((run) => run.passengers > 0)
          .map((run) => passengersQuery(userId, run.transport_id, run.service_date)),
      [runs, userId],
    ),
  );
  if (!query.data) {
    return query.error ? (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <LoadingArea label={t`Loading your runs`} className="grid gap-3">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-32 rounded-lg!" />
      </LoadingArea>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <StaleNotice
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {query.data.length === 0 && (
        <EmptyState icon={<Bus aria-hidden="true" />} title={<Trans>No runs today or tomorrow.</Trans>}>
          <Trans>Your shuttle manager puts you on the schedule; it appears here by itself.</Trans>
        </EmptyState>
      )}
      <Days
        runs={query.data}
        card={(run) => (
          <RunCard key={`${run.transport_id}-${run.service_date}`} run={run} actions={<PickupLink run={run} />}>
            {(begun) => (
              <PassengerList
                userId={userId}
                transportId={run.transport_id}
                date={run.service_date}
                open={begun}
                talks={false}
                head={(bookings) => <Pickups run={run} bookings={bookings} />}
              />
            )}
          </RunCard>
        )}
      />
    </div>
  );
}

function PickupLink({ run }: { run: MyRun }) {
  return (
    <a
      className="btn btn-secondary flex-1"
      href={mapLink(run.pickup_location, run.territory_name, run.pickup_link)}
      target="_blank"
      rel="noreferrer"
    >
      <MapIcon aria-hidden="true" />
      <Trans>Open map</Trans>
    </a>
  );
}
