import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { MemberList } from '@/features/management/team/MemberList';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { ShowFirstSteps } from '../first-steps/ShowFirstSteps';
import { managedTerritoryQuery, territoryRulesQuery } from '../queries';
import { CurrencySettings } from './CurrencySettings';
import { PlanSettings } from './PlanSettings';
import { Tags } from './Tags';
import { TerritoryMedia } from './TerritoryMedia';
import { TerritoryTexts } from './TerritoryTexts';
import { TimeZoneSettings } from './TimeZoneSettings';

/** Shows a territory's settings: media, staff, currency, time zone, deadlines and tags. */
export default function SettingsTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(managedTerritoryQuery(territoryId));
  const rules = useQuery(territoryRulesQuery(territoryId));
  const isManager = useSession().hasRole('territory_manager');
  const status = useStatus();
  const [rounds, setRounds] = useState<Readonly<Record<string, number>>>({});
  if (!query.data || !rules.data) {
    const failed = [query, rules].find((one) => one.isError || (one.isSuccess && !one.data));
    if (!failed) return <PageSpinner />;
    return (
      <ErrorState
        title={failed.error?.message ?? t`Failed to load data. Please try again later.`}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  const territory = query.data;
  /** Renders a settings card. A new version remounts its form, while other forms keep what was typed. */
  function part(name: string, ...version: unknown[]) {
    const again = () => setRounds((now) => ({ ...now, [name]: (now[name] ?? 0) + 1 }));
    return {
      key: JSON.stringify([territory.id, rounds[name], ...version]),
      territory,
      onSaved: async () => {
        await client.invalidateQueries({ queryKey: territoryKeys.all });
        status.success(t`Territory updated successfully`);
        again();
      },
      onReload: () => void query.refetch().then(again),
    };
  }
  const { key: textsKey, ...texts } = part(
    'texts',
    territory.name,
    territory.description,
    territory.meeting_point,
    territory.meeting_point_link,
  );
  const { key: mediaKey, ...media } = part('media', territory.image_urls, territory.video_urls);
  const { key: currencyKey, ...currency } = part('currency', territory.currency_code);
  const { key: plansKey, ...plans } = part('plans', territory.offer_hours, territory.change_hours);
  const { key: zoneKey, ...zone } = part('zone', territory.time_zone);
  return (
    <>
      <StatusNotice notice={status.notice} />
      <ShowFirstSteps territoryId={territoryId} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <TerritoryTexts key={textsKey} {...texts} rules={rules.data} />
          <TerritoryMedia key={mediaKey} {...media} />
          {isManager && <MemberList memberRole="territory_staff" territoryId={territoryId} />}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <CurrencySettings key={currencyKey} {...currency} rules={rules.data} />
          <TimeZoneSettings key={zoneKey} {...zone} rules={rules.data} />
          <PlanSettings key={plansKey} {...plans} />
          <Tags territoryId={territoryId} />
        </div>
      </div>
    </>
  );
}
