import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Clock, CloudSun, Rss } from 'lucide-react';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { ageOf } from '@/features/catalogue/conditions/age';
import { ConditionHistory } from '@/features/catalogue/conditions/ConditionHistory';
import { ConditionsAge } from '@/features/catalogue/conditions/ConditionsAge';
import { conditionsFeed, recentConditionsQuery } from '@/features/catalogue/conditions/queries';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import { refreshSnapshot } from '@/lib/api/query-client';
import { useNoIndex, usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';
import { BackLink } from '@/ui/BackLink';
import { LinkButton } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';

/** Lists the current travel alerts of a territory, and those of the last 30 days. */
export default function TerritoryConditionsPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const query = useQuery(territoryQuery(id));
  const { data: territory, error } = query;
  const name = territory?.name ?? '';
  usePageHead({
    title: territory === null ? t`Territory not found` : territory && t`Travel alerts for ${name}`,
    description: territory && t`See which roads, rivers and lakes in ${name} are closed, and where there are delays.`,
    canonical: territory && paths.territoryConditions(territory.id),
  });
  useNoIndex(territory === null);

  const others = (
    <LinkButton to={paths.regions} variant={error ? 'ghost' : 'primary'}>
      <Trans>All regions</Trans>
    </LinkButton>
  );
  if (territory === null || (error && !territory)) {
    return (
      <div className="shell flex-1 pb-20">
        {error ? (
          <QueryFailed query={query} heading="h1" className="my-10" actions={others} />
        ) : (
          <ErrorState heading="h1" className="my-10" title={<Trans>Territory not found</Trans>} actions={others}>
            <Trans>This region may have been renamed or closed for a while.</Trans>
          </ErrorState>
        )}
      </div>
    );
  }
  return (
    <div className="shell flex-1 pb-20">
      <BackLink to={paths.territory(id)}>
        {territory ? (
          <span key="first">{t`Back to ${name}`}</span>
        ) : (
          <span>
            <Trans>Back</Trans>
          </span>
        )}
      </BackLink>
      {error && <LoadFailed query={query} className="mt-1" />}
      <div className="pt-3 pb-6">
        <h1 className="font-title text-4xl break-words">
          {territory ? (
            <span key="first">{t`Travel alerts for ${name}`}</span>
          ) : (
            <span>
              <Trans>Travel alerts</Trans>
            </span>
          )}
        </h1>
        <p className="mt-2 text-lg text-ink-2">
          <Trans>Travel alerts for roads, rivers and lakes, now and in the last 30 days.</Trans>
        </p>
        <a
          href={conditionsFeed(id)}
          type="application/atom+xml"
          className="mt-1 inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
        >
          <Rss aria-hidden="true" className="size-4.5" />
          <Trans>Follow with a feed reader</Trans>
        </a>
      </div>
      <Recent key={id} territoryId={id} timeZone={territory?.time_zone} />
    </div>
  );
}

function Recent({ territoryId, timeZone }: { territoryId: string; timeZone: string | undefined }) {
  const { t } = useLingui();
  const query = useQuery(recentConditionsQuery(territoryId));
  const { data } = query;
  useEffect(() => refreshSnapshot(), []);
  const age = ageOf(query);
  if (!data || !age) {
    return query.error ? (
      <QueryFailed query={query} />
    ) : (
      <LoadingArea label={t`Loading travel alerts`} className="grid gap-3">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-20 w-full" />
      </LoadingArea>
    );
  }
  const checked = age.state === 'checked';
  return (
    <>
      <ConditionsAge age={age} timeZone={timeZone} onRetry={() => void query.refetch()} className="mb-4" />
      {data.length === 0 ? <Nothing checked={checked} /> : <ConditionHistory conditions={data} checked={checked} />}
    </>
  );
}

/** Says "Everything is open" only if the data was just checked, because older data proves nothing about now. */
function Nothing({ checked }: { checked: boolean }) {
  return checked ? (
    <EmptyState key="now" icon={<CloudSun aria-hidden="true" />} title={<Trans>Everything is open</Trans>}>
      <Trans>There were no closed roads or rivers in the last 30 days.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={<Clock aria-hidden="true" />} title={<Trans>There were no travel alerts</Trans>}>
      <Trans>There were no closed roads or rivers in the 30 days before that.</Trans>
    </EmptyState>
  );
}
