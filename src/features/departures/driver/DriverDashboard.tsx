import { Trans, useLingui } from '@lingui/react/macro';
import { Bus, Map as MapIcon } from 'lucide-react';
import { mapLink } from '@/features/departures/day/bookings';
import { DayList } from '@/features/departures/day/DayList';
import { type Departure, type Work, workKeys } from '@/features/departures/day/queries';
import { useDay } from '@/features/departures/day/use-day';
import { useDayPage } from '@/features/departures/day/use-day-page';
import { ScanButton } from '@/features/dock/check-in/scan/ScanButton';
import { DockStatus } from '@/features/dock/offline/DockStatus';
import { WorkLinks } from '@/features/dock/sale/WorkLinks';
import { paths } from '@/lib/routing/paths';
import { MorePages } from '@/ui/feedback/MorePages';
import { EmptyState } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PageTitle } from '@/ui/PageTitle';
import { Pickups } from './Pickups';

const PushOffer = lazyPart(() => import('@/features/account/push/PushOffer'), { ahead: false });
// Below today's departures, which the page is opened for.
const ComingRuns = lazyPart(() => import('./ComingRuns'), { ahead: false });

/** Shows a driver's departures of today and tomorrow with passengers, and the runs of two weeks. New passengers and schedule changes appear live. */
export function DriverDashboard({ userId, territoryId }: { userId: string; territoryId: string | null }) {
  useDayPage({
    userId,
    page: paths.driverDashboard,
    topics: {
      // A notification reports departures that were added, removed or cancelled, also those in other territories.
      [`user:${userId}`]: ['notification'],
      ...(territoryId && { [`territory:${territoryId}`]: ['booking', 'schedule', 'departure'] }),
    },
    queryKey: workKeys.all(userId),
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
      <ComingRuns userId={userId} />
    </div>
  );
}

function Departures({ userId }: { userId: string }) {
  const { t } = useLingui();
  const work: Work = { userId, role: 'shuttle_driver' };
  const day = useDay(work);
  return (
    <DayList
      work={work}
      day={day}
      loading={t`Loading your runs`}
      empty={
        <EmptyState icon={<Bus aria-hidden="true" />} title={<Trans>You have no runs today or tomorrow.</Trans>} />
      }
      actions={(departure) => <PickupLink departure={departure} />}
      head={(departure, bookings) => <Pickups departure={departure} bookings={bookings} />}
      more={<MorePages pages={day.query} />}
    />
  );
}

function PickupLink({ departure: { place, place_link, territory_name } }: { departure: Departure }) {
  return (
    <a
      className="btn btn-secondary flex-1 max-sm:ml-3"
      href={mapLink(place, territory_name, place_link)}
      target="_blank"
      rel="noreferrer"
    >
      <MapIcon aria-hidden="true" />
      <Trans>Open map</Trans>
    </a>
  );
}
