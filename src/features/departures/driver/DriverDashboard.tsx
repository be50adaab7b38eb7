import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bus, Map as MapIcon } from 'lucide-react';
import { useMemo } from 'react';
import PushOffer from '@/features/account/push/PushOffer';
import { DayList } from '@/features/departures/DayList';
import { nextDeparture } from '@/features/departures/next-departure';
import { mapLink } from '@/features/departures/shuttle/pickups';
import {
  type MyDeparture,
  myDeparturesQuery,
  passengersQuery,
  shuttleKeys,
} from '@/features/departures/shuttle/queries';
import { TransportDepartureCard } from '@/features/departures/shuttle/TransportDepartureCard';
import { useCancelRide } from '@/features/departures/shuttle/use-cancel-ride';
import { useWaitingRides } from '@/features/departures/shuttle/use-waiting-rides';
import { useDayPage } from '@/features/departures/use-day-page';
import { usePrefetchQueries } from '@/features/departures/use-prefetch-queries';
import { ScanButton } from '@/features/dock/check-in/scan/ScanButton';
import { DockStatus } from '@/features/dock/offline/DockStatus';
import { WorkLinks } from '@/features/dock/sale/WorkLinks';
import { useNow } from '@/lib/hooks/use-now';
import { paths } from '@/lib/routing/paths';
import { EmptyState } from '@/ui/feedback/states';
import { PageTitle } from '@/ui/PageTitle';
import { Pickups } from './Pickups';

/** A driver's today and tomorrow. New passengers and changes of the schedule show without a reload. */
export function DriverDashboard({ userId, territoryId }: { userId: string; territoryId: string | null }) {
  useDayPage({
    userId,
    page: paths.driverDashboard,
    topics: {
      // Departures that come, go or are cancelled, in other territories too.
      [`user:${userId}`]: ['notification'],
      ...(territoryId && { [`territory:${territoryId}`]: ['booking', 'schedule', 'departure'] }),
    },
    queryKey: shuttleKeys.all(userId),
  });
  return (
    <div className="shell max-w-4xl! pt-6 pb-20 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-5">
        <PageTitle>
          <Trans>My Runs</Trans>
        </PageTitle>
        <div className="flex flex-wrap items-center gap-2">
          <WorkLinks />
          <ScanButton className="max-lg:hidden" />
        </div>
      </div>
      <PushOffer userId={userId} work />
      <DockStatus userId={userId} />
      <Departures userId={userId} />
    </div>
  );
}

function Departures({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = useQuery(myDeparturesQuery(userId));
  const departures = useWaitingRides(userId, query.data);
  usePrefetchQueries(
    useMemo(
      () =>
        (query.data ?? [])
          .filter((departure) => departure.passengers > 0)
          .map((departure) => passengersQuery(userId, departure.slot_id, departure.service_date)),
      [query.data, userId],
    ),
  );
  const cancelling = useCancelRide(userId, query.data);
  const next = nextDeparture(
    (departures ?? []).filter(({ departure_id }) => cancelling.states.get(departure_id)?.status !== 'cancelled'),
    useNow(),
    ({ passengers }) => passengers,
  );
  return (
    <>
      <DayList
        query={query}
        departures={departures}
        loading={t`Loading your runs`}
        empty={
          <EmptyState icon={<Bus aria-hidden="true" />} title={<Trans>No runs today or tomorrow.</Trans>}>
            <Trans>Your shuttle manager adds you to the schedule; your runs appear here automatically.</Trans>
          </EmptyState>
        }
        card={(departure) => (
          <TransportDepartureCard
            key={`${departure.slot_id}-${departure.service_date}`}
            userId={userId}
            territoryId={departure.territory_id}
            departure={departure}
            {...cancelling.of(departure)}
            isNext={departure === next}
            actions={<PickupLink departure={departure} />}
            canMessage={false}
            head={(bookings) => <Pickups departure={departure} bookings={bookings} />}
          />
        )}
      />
      {cancelling.dialog}
    </>
  );
}

function PickupLink({ departure }: { departure: MyDeparture }) {
  return (
    <a
      className="btn btn-secondary flex-1 max-sm:ml-3"
      href={mapLink(departure.pickup_location, departure.territory_name, departure.pickup_link)}
      target="_blank"
      rel="noreferrer"
    >
      <MapIcon aria-hidden="true" />
      <Trans>Open map</Trans>
    </a>
  );
}
