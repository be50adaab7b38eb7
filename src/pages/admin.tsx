import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Activity, ChartColumn, Inbox, Mail, Map as MapIcon, Percent, ScrollText, Users } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminCountsQuery } from '@/features/admin/queries';
import { RegionsTab } from '@/features/admin/regions/RegionsTab';
import TerritoriesTab from '@/features/admin/territories/TerritoriesTab';
import { useTitle } from '@/lib/routing/use-title';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PageTitle } from '@/ui/PageTitle';
import { Tabs, useTab } from '@/ui/Tabs';

const waiting = { fallback: <PageSpinner /> };
const QueuesTab = lazyPart(() => import('@/features/admin/queues/QueuesTab'), waiting);
const PeopleTab = lazyPart(() => import('@/features/admin/people/PeopleTab'), waiting);
const MailTab = lazyPart(() => import('@/features/admin/mail/MailTab'), waiting);
const ChecksTab = lazyPart(() => import('@/features/admin/checks/ChecksTab'), waiting);
const LimitsTab = lazyPart(() => import('@/features/admin/limits/LimitsTab'), waiting);
const AuditTab = lazyPart(() => import('@/features/admin/audit/AuditTab'), waiting);

const TABS = ['overview', 'territories', 'reviews', 'people', 'mail', 'checks', 'limits', 'audit'] as const;
const PANELS = {
  overview: RegionsTab,
  territories: TerritoriesTab,
  reviews: QueuesTab,
  people: PeopleTab,
  mail: MailTab,
  checks: ChecksTab,
  limits: LimitsTab,
  audit: AuditTab,
};

export default function AdminPage() {
  const { t } = useLingui();
  useTitle(t`Admin Dashboard`);
  const [params, setParams] = useSearchParams();
  const [chosen, setTab] = useTab(TABS);
  // A link to a region's form may name no tab. The tab must stay selected after saving, because it shows the result.
  const opensForm = chosen === 'overview' && params.has('edit');
  const tab = opensForm ? 'territories' : chosen;
  useEffect(() => {
    if (!opensForm) return;
    setParams((before) => new URLSearchParams([...before, ['tab', 'territories']]), { replace: true });
  }, [opensForm, setParams]);
  const { data: counts } = useQuery(adminCountsQuery());
  const Panel = PANELS[tab];
  return (
    <div className="page-work flex-1">
      <div className="shell pt-6 pb-20 md:pt-8">
        <PageTitle className="pb-4">
          <Trans>Admin Dashboard</Trans>
        </PageTitle>
        <Tabs
          label={t`Administration`}
          now={tab}
          onChange={setTab}
          items={[
            { name: 'overview', label: t`All regions`, icon: <ChartColumn aria-hidden="true" /> },
            { name: 'territories', label: t`Regions`, icon: <MapIcon aria-hidden="true" /> },
            { name: 'reviews', label: t`Moderation queues`, icon: <Inbox aria-hidden="true" />, count: counts?.queues },
            { name: 'people', label: t`People`, icon: <Users aria-hidden="true" />, count: counts?.roleRequests },
            { name: 'mail', label: t`Mail`, icon: <Mail aria-hidden="true" /> },
            { name: 'checks', label: t`Checks`, icon: <Activity aria-hidden="true" /> },
            { name: 'limits', label: t`Limits`, icon: <Percent aria-hidden="true" /> },
            { name: 'audit', label: t`Audit log`, icon: <ScrollText aria-hidden="true" /> },
          ]}
        >
          <Panel />
        </Tabs>
      </div>
    </div>
  );
}
