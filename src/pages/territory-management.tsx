import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { firstStepsQuery } from '@/features/management/first-steps/queries';
import { ManagedTerritory } from '@/features/management/ManagedTerritory';
import {
  type ManagedTerritory as Managed,
  managedTerritoryQuery,
  territoryCountsKey,
  territoryCountsQuery,
} from '@/features/management/queries';
import { TABS } from '@/features/management/tabs';
import { localizeInner } from '@/lib/i18n/listing-texts';
import { parseImage } from '@/lib/media/media';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { useTitle } from '@/lib/routing/use-title';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { Poster } from '@/ui/media/Poster';
import { PageTitle } from '@/ui/PageTitle';
import { Tabs, useTab } from '@/ui/Tabs';

export default function TerritoryManagementPage() {
  const { t } = useLingui();
  useTitle(t`Region Management`);
  return <ManagedTerritory>{(territoryId) => <Dashboard territoryId={territoryId} />}</ManagedTerritory>;
}

/** Returns whether to show the tab of first steps. The tab disappears once all steps are done, unless it is open. */
function useStart(territoryId: string) {
  const { data: steps, isPending, fetchStatus } = useQuery(firstStepsQuery(territoryId));
  const [begun, setBegun] = useState(false);
  if (steps && !steps.done && !begun) setBegun(true);
  return {
    shown: steps !== undefined && !steps.hidden && (begun || !steps.done),
    // True until the first tab is known. Tabs shown earlier would move under a click.
    waiting: isPending && fetchStatus === 'fetching',
  };
}

function Dashboard({ territoryId }: { territoryId: string }) {
  const { t, i18n } = useLingui();
  const isManager = useSession().hasRole('territory_manager');
  const start = useStart(territoryId);
  const tabs = TABS.filter((tab) => (isManager || !tab.managersOnly) && (tab.name !== 'start' || start.shown));
  const [now, setTab] = useTab(tabs.map((tab) => tab.name));
  const { data: territory } = useQuery(managedTerritoryQuery(territoryId));
  // The tabs work without counts, so the page doesn't wait for them.
  const { data: counts } = useQuery(territoryCountsQuery(territoryId));
  // The count of role requests is visible from every tab, because managers must decide on them.
  useLiveQuery({ [`territory:${territoryId}`]: ['role_request'] }, territoryCountsKey);
  const requests = counts?.requests ?? 0;
  const asks = t`${plural(requests, { one: '# request', other: '# requests' })}`;
  const named = useSearchParams()[0].has('tab');
  const Panel = tabs.find((tab) => tab.name === now)?.panel;
  return (
    <>
      <PageTitle>
        <Trans>Region Management</Trans>
      </PageTitle>
      <div className="flex min-h-6 items-center gap-2 pt-1 pb-4 text-ink-2">
        {territory && (
          <>
            {territory.image_urls[0] && (
              <Poster
                picture={parseImage(territory.image_urls[0])}
                alt=""
                sizes="2.25rem"
                className="h-6 w-9 flex-none rounded-xs bg-surface-3"
              />
            )}
            <TerritoryName territory={territory} />
          </>
        )}
      </div>
      {start.waiting && !named ? (
        <PageSpinner />
      ) : (
        <Tabs
          label={t`Region Management`}
          now={now}
          onChange={setTab}
          items={tabs.map(({ name, label, icon: Icon }) => ({
            name,
            label: i18n._(label),
            icon: <Icon aria-hidden="true" />,
            count: counts?.[name],
            waiting: name === 'guides' && requests > 0 ? { count: requests, label: asks } : undefined,
          }))}
        >
          {Panel && <Panel key={territoryId} territoryId={territoryId} fallback={<PageSpinner />} />}
        </Tabs>
      )}
    </>
  );
}

function TerritoryName({ territory }: { territory: Managed }) {
  const { name, untranslated } = localizeInner(territory, ['name']);
  return <span lang={untranslated?.name}>{name}</span>;
}
