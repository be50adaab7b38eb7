import { Trans, useLingui } from '@lingui/react/macro';
import { MapPinned } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { TerritoryGuard } from '@/features/account/profile/TerritoryGuard';
import { useSession } from '@/features/account/session/session';
import { ScanButton } from '@/features/dock/check-in/scan/ScanButton';
import { DockStatus } from '@/features/dock/offline/DockStatus';
import { WorkLinks } from '@/features/dock/sale/WorkLinks';
import { TerritoryBookings } from '@/features/management/bookings/territory/TerritoryBookings';
import { type BookingsView, ViewSwitch } from '@/features/management/week/ViewSwitch';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { EmptyState } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PageTitle } from '@/ui/PageTitle';

const PushOffer = lazyPart(() => import('@/features/account/push/PushOffer'), { ahead: false });
// Loads later, because hardly any territory has impossible phone numbers.
const ImpossiblePhones = lazyPart(() => import('@/features/management/bookings/phones/ImpossiblePhones'));
const WeekBoard = lazyPart(() => import('@/features/management/week/WeekBoard'));

export default function TerritoryBookingsPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  const [params] = useSearchParams();
  const view: BookingsView = params.get('view') === 'week' ? 'week' : 'list';
  useTitle(t`Territory Bookings`);
  return (
    <div className="page-work page-wide flex-1">
      <div className="shell pt-6 pb-20 md:pt-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-5">
          <PageTitle>
            <Trans>Territory Bookings</Trans>
          </PageTitle>
          {profile?.territory_id && (
            <div className="flex flex-wrap items-center gap-3">
              <ViewSwitch view={view} />
              <WorkLinks />
              <ScanButton className="max-lg:hidden" />
            </div>
          )}
        </div>
        {profile?.territory_id ? (
          <TerritoryGuard userId={profile.id} territoryId={profile.territory_id} heading="h2">
            <PushOffer userId={profile.id} work />
            <DockStatus userId={profile.id} territoryId={profile.territory_id} />
            <Desk key={profile.territory_id} view={view} userId={profile.id} territoryId={profile.territory_id} />
          </TerritoryGuard>
        ) : (
          profile && (
            <EmptyState
              icon={<MapPinned aria-hidden="true" className="size-6" />}
              title={<Trans>You have no region yet</Trans>}
            >
              <Trans>
                An administrator will assign you to the region you manage. The region's bookings will then appear here.
              </Trans>
            </EmptyState>
          )
        )}
      </div>
    </div>
  );
}

function Desk({ view, userId, territoryId }: { view: BookingsView; userId: string; territoryId: string }) {
  // Keeps the data of the day and the week, because the signal is often weak where they are used.
  usePersistedQueries(userId, paths.territoryBookings);
  return view === 'week' ? (
    <WeekBoard territoryId={territoryId} />
  ) : (
    <>
      <ImpossiblePhones territoryId={territoryId} />
      <TerritoryBookings userId={userId} territoryId={territoryId} />
    </>
  );
}
