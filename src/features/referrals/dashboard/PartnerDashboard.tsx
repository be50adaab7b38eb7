import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Hotel } from 'lucide-react';
import type { Profile } from '@/features/account/profile/queries';
import { usePages } from '@/lib/api/use-pages';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { PageTitle } from '@/ui/PageTitle';
import { ExportButton } from '@/ui/table/ExportButton';
import { CommissionSummary } from './CommissionSummary';
import { Links } from './Links';
import { activityQuery, businessOf, linksQuery, partnerKeys, summaryQuery } from './queries';
import { RecentActivity } from './RecentActivity';
import { collectStatement, statementName } from './statement';

/** Shows a partner's dashboard. Registrations, bookings and payouts update live. */
export function PartnerDashboard({ profile }: { profile: Profile }) {
  const status = useStatus();
  useLiveQuery({ [`user:${profile.id}`]: ['referral'] }, partnerKeys.all(profile.id));
  const { data } = useQuery(summaryQuery(profile.id));
  const business = businessOf(data?.terms ?? []) ?? profile.full_name;
  return (
    <div className="shell pt-6 pb-20 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-4 pb-6">
        <div className="min-w-0">
          <PageTitle>
            <Trans>Travel Partner Dashboard</Trans>
          </PageTitle>
          {business && (
            <p className="mt-1.5 flex items-center gap-2 text-sm text-ink-2">
              <Hotel aria-hidden="true" className="size-4" /> {business}
            </p>
          )}
        </div>
        <ExportButton
          fileName={statementName()}
          collect={collectStatement}
          onFailure={(error) => status.failure(error)}
        />
      </div>
      <StatusNotice notice={status.notice} />
      <Stale userId={profile.id} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start">
        {/* On a phone this comes first. If there is room, it is beside the links. */}
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <CommissionSummary userId={profile.id} />
        </div>
        <Links userId={profile.id} />
        <RecentActivity userId={profile.id} />
      </div>
    </div>
  );
}

/**
 * If a refetch fails, the data stays and one notice covers all parts. Parts that never loaded show their own
 * failure.
 */
function Stale({ userId }: { userId: string }) {
  const links = useQuery(linksQuery(userId));
  const summary = useQuery(summaryQuery(userId));
  const activity = usePages(activityQuery(userId));
  const read = [links, summary, activity].filter(({ data }) => data !== undefined);
  if (read.length === 0) return null;
  const failed = read.filter((query) => query.isError && !(query === activity && activity.isFetchNextPageError));
  return (
    <div className="mb-6 empty:hidden">
      <StaleNotice
        failed={failed.length > 0}
        updatedAt={Math.min(...(failed.length > 0 ? failed : read).map(({ dataUpdatedAt }) => dataUpdatedAt))}
        busy={read.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of failed) void refetch();
        }}
      />
    </div>
  );
}
