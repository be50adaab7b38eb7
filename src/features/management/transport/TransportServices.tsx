import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { useUrlState } from '@/ui/filter/use-url-state';
import { OfferList, offerFields } from '../catalogue/OfferList';
import { currencyOf, offerTerritoryQuery, setOfferVisible } from '../catalogue/queries';
import { SalesFailed } from '../catalogue/SalesFailed';
import { useSales } from '../catalogue/sales';
import { useOfferActions } from '../catalogue/use-offer-actions';
import { territoryCountsQuery } from '../queries';
import { transportColumns } from './columns';
import { deleteTransport, managedTransportKeys, managedTransportsQuery } from './queries';

/** Lists the boats, shuttles and cars of a territory. */
export function TransportServices({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const state = useUrlState(offerFields);
  const query = managedTransportsQuery(territoryId, state.settled.q.trim());
  const list = usePages({ ...query, placeholderData: keepPreviousData });
  const { symbol } = currencyOf(useQuery(offerTerritoryQuery(territoryId)).data);
  const counts = useQuery(territoryCountsQuery(territoryId)).data;
  const status = useStatus();
  const week = useSales(territoryId, list.rows);
  const { sales } = week;
  const columns = useMemo(() => transportColumns(symbol, sales), [symbol, sales]);
  const { actions, question } = useOfferActions({
    kind: 'transport',
    territoryId,
    listKey: managedTransportKeys.list(territoryId),
    publicKey: transportKeys.all,
    setVisible: setOfferVisible,
    remove: deleteTransport,
    editPath: paths.editTransport,
    type: t({ message: 'Transport Service', context: 'to delete' }),
    deleted: t`Transport service deleted successfully`,
    status,
  });
  return (
    <section aria-label={t`Transport Services`}>
      <StatusNotice notice={status.notice} />
      <OfferList
        texts={{
          title: t`Transport Services`,
          add: t`Add Transport Service`,
          filter: t`Filter transport services`,
          placeholder: t`Title, pickup location or destination`,
          none: t`No transport services yet. Add the first boat, shuttle or car.`,
          notFound: t`No transport services match your search.`,
        }}
        state={state}
        list={list}
        total={counts?.transport}
        columns={columns}
        actions={actions}
        editPath={paths.editTransport}
      >
        <SalesFailed week={week} />
      </OfferList>
      {question}
    </section>
  );
}
