import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bus, CalendarCheck, CalendarClock, CalendarDays, IdCard, MapPin } from 'lucide-react';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import { workKeys } from '@/features/departures/day/queries';
import { useDayPage } from '@/features/departures/day/use-day-page';
import { TransportDepartures } from '@/features/departures/shuttle/TransportDepartures';
import { ScanButton } from '@/features/dock/check-in/scan/ScanButton';
import { DockStatus } from '@/features/dock/offline/DockStatus';
import { WorkLinks } from '@/features/dock/sale/WorkLinks';
import { territoryCurrency } from '@/features/management/bookings/money';
import { paths } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { EmptyState } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PageTitle } from '@/ui/PageTitle';
import { Tabs, useTab } from '@/ui/Tabs';
import { countsQuery } from './queries';

const waiting = { fallback: <PageSpinner /> };
const PushOffer = lazyPart(() => import('@/features/account/push/PushOffer'), { ahead: false });
const Services = lazyPart(() => import('./Services'), waiting);
const Drivers = lazyPart(() => import('./Drivers'), waiting);
const Schedules = lazyPart(() => import('./Schedules'), waiting);
const DriverPlan = lazyPart(() => import('./plan/DriverPlan'), waiting);

interface Props {
  userId: string;
  /** The territory in the profile. Without one there is nothing to manage. */
  territoryId: string | null;
}

/** Shows the dashboard of the shuttle managers. Bookings, check-ins and changes of drivers appear live. */
export function ShuttleDashboard({ userId, territoryId }: Props) {
  return (
    <div className="shell pt-6 pb-20 md:pt-8">
      <PageTitle>
        <Trans>Shuttle Manager Dashboard</Trans>
      </PageTitle>
      {territoryId ? (
        <Dashboard key={territoryId} userId={userId} territoryId={territoryId} />
      ) : (
        <EmptyState
          className="mt-6"
          icon={<MapPin aria-hidden="true" />}
          title={<Trans>Territory ID is required</Trans>}
        >
          <Trans>Ask your region's manager to add you to the team.</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function Dashboard({ userId, territoryId }: { userId: string; territoryId: string }) {
  const { t } = useLingui();
  const status = useStatus();
  const [tab, setTab] = useTab(['bookings', 'services', 'drivers', 'schedules', 'plan']);
  useDayPage({
    userId,
    page: paths.shuttleDashboard,
    topics: { [`territory:${territoryId}`]: ['booking', 'schedule'] },
    queryKey: workKeys.all(userId),
  });
  const territory = useQuery(territoryQuery(territoryId));
  const counts = useQuery(countsQuery(userId, territoryId)).data;
  const props = { userId, territoryId, status };
  return (
    <>
      <p className="min-h-8 pb-2 text-ink-2">{territory.data?.name}</p>
      <PushOffer userId={userId} work />
      <DockStatus userId={userId} territoryId={territoryId} />
      <StatusNotice notice={status.notice} />
      <Tabs
        label={t`Shuttle Manager Dashboard`}
        items={[
          { name: 'bookings', label: t`Upcoming Bookings`, icon: <CalendarDays aria-hidden="true" /> },
          { name: 'services', label: t`Shuttle Services`, icon: <Bus aria-hidden="true" />, count: counts?.services },
          { name: 'drivers', label: t`Drivers`, icon: <IdCard aria-hidden="true" />, count: counts?.drivers },
          { name: 'schedules', label: t`Schedules`, icon: <CalendarClock aria-hidden="true" /> },
          { name: 'plan', label: t`Driver plan`, icon: <CalendarCheck aria-hidden="true" /> },
        ]}
        now={tab}
        onChange={setTab}
      >
        {tab === 'bookings' && (
          <>
            <div className="mb-5 flex flex-wrap items-center gap-2">
              <WorkLinks />
              <ScanButton className="max-lg:hidden" />
            </div>
            <TransportDepartures {...props} />
          </>
        )}
        {tab === 'services' && <Services {...props} currency={territoryCurrency(territory.data ?? undefined)} />}
        {tab === 'drivers' && <Drivers {...props} />}
        {tab === 'schedules' && <Schedules {...props} />}
        {tab === 'plan' && <DriverPlan {...props} />}
      </Tabs>
    </>
  );
}
