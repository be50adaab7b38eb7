import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { useUrlState } from '@/ui/filter/use-url-state';
import type { RowAction } from '@/ui/table/types';
import { OfferList, offerFields } from '../catalogue/OfferList';
import type { ManagedService } from '../catalogue/queries';
import { currencyOf, offerTerritoryQuery, setOfferVisible } from '../catalogue/queries';
import { SalesFailed } from '../catalogue/SalesFailed';
import { useSales } from '../catalogue/sales';
import { useOfferActions } from '../catalogue/use-offer-actions';
import { territoryCountsQuery } from '../queries';
import { experienceColumns, isDraft } from './columns';
import { FeaturedOrder } from './FeaturedOrder';
import { deleteExperience, managedExperienceKeys, managedExperiencesQuery } from './queries';
import { useFeatured } from './use-featured';

/** Lists a territory's experiences with search, visibility, featured order, editing and deleting. */
export default function ExperiencesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const state = useUrlState(offerFields);
  const query = managedExperiencesQuery(territoryId, state.settled.q.trim());
  const list = usePages({ ...query, placeholderData: keepPreviousData });
  const { symbol } = currencyOf(useQuery(offerTerritoryQuery(territoryId)).data);
  const counts = useQuery(territoryCountsQuery(territoryId)).data;
  const status = useStatus();
  const { featured, setFeatured, toggleFeatured } = useFeatured(territoryId, status.failure);
  const week = useSales(territoryId, list.rows);
  const { sales } = week;
  const columns = useMemo(() => experienceColumns(symbol, sales), [symbol, sales]);
  const { actions: offerActions, question } = useOfferActions<ManagedService>({
    kind: 'experience',
    territoryId,
    blocked: (row) => (isDraft(row) ? t`A guide must accept before visitors can see this.` : null),
    listKey: managedExperienceKeys.list(territoryId),
    publicKey: experienceKeys.all,
    setVisible: setOfferVisible,
    remove: deleteExperience,
    editPath: paths.editExperience,
    type: t({ message: 'Experience', context: 'to delete' }),
    deleted: t`Experience deleted successfully`,
    status,
  });
  const actions = (row: ManagedService): RowAction[] => [
    ...offerActions(row),
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
      <OfferList
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
        total={counts?.experiences}
        columns={columns}
        actions={actions}
        editPath={paths.editExperience}
      >
        <SalesFailed week={week} />
        {featured.length > 1 && <FeaturedOrder featured={featured} onOrder={setFeatured} />}
      </OfferList>
      {question}
    </>
  );
}
