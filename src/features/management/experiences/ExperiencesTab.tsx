import { useLingui } from '@lingui/react/macro';
import { Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { paths } from '@/lib/routing/paths';
import { StatusNotice } from '@/ui/feedback/StatusNotice';
import type { RowAction } from '@/ui/table/types';
import type { ManagedService } from '../catalogue/queries';
import { SalesFailed } from '../catalogue/SalesFailed';
import { ServiceList } from '../catalogue/ServiceList';
import { useManagedServices } from '../catalogue/use-managed-services';
import { useServiceActions } from '../catalogue/use-service-actions';
import { experienceColumns, isDraft } from './columns';
import { FeaturedOrder } from './FeaturedOrder';
import { deleteExperience } from './queries';
import { useFeatured } from './use-featured';

/** Lists a territory's experiences with search, visibility, featured order, editing and deleting. */
export default function ExperiencesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const { state, list, total, symbol, week, status } = useManagedServices('experience', territoryId);
  const { featured, setFeatured, toggleFeatured } = useFeatured(territoryId, status.failure);
  const { sales } = week;
  const columns = useMemo(() => experienceColumns(symbol, sales), [symbol, sales]);
  const { actions: serviceActions, question } = useServiceActions<ManagedService>({
    kind: 'experience',
    territoryId,
    blocked: (row) => (isDraft(row) ? t`A guide must accept this experience before visitors can see it.` : null),
    publicKey: experienceKeys.all,
    remove: deleteExperience,
    editPath: paths.editExperience,
    type: t({ message: 'Experience', context: 'to delete' }),
    deleted: t`Experience deleted successfully`,
    status,
  });
  const actions = (row: ManagedService): RowAction[] => [
    ...serviceActions(row),
    {
      label: row.featured ? t`Stop featuring ${row.title}` : t`Feature ${row.title}`,
      short: row.featured ? t`Stop featuring` : t`Feature`,
      icon: <Sparkles aria-hidden="true" />,
      onSelect: () => toggleFeatured(row),
    },
  ];
  return (
    <>
      <StatusNotice notice={status.notice} />
      <ServiceList
        texts={{
          title: t`Experiences`,
          add: t`Add Experience`,
          filter: t`Filter experiences`,
          placeholder: t`Search experiences`,
          none: t`No experiences yet. Add the first one that guests can book here.`,
          notFound: t`No experiences match your search.`,
        }}
        state={state}
        list={list}
        total={total}
        columns={columns}
        actions={actions}
        editPath={paths.editExperience}
      >
        <SalesFailed week={week} />
        {featured.length > 1 && <FeaturedOrder featured={featured} onOrder={setFeatured} />}
      </ServiceList>
      {question}
    </>
  );
}
