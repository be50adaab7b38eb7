import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { paths } from '@/lib/routing/paths';
import { StatusNotice } from '@/ui/feedback/StatusNotice';
import { SalesFailed } from '../catalogue/SalesFailed';
import { ServiceList } from '../catalogue/ServiceList';
import { useManagedServices } from '../catalogue/use-managed-services';
import { useServiceActions } from '../catalogue/use-service-actions';
import { transportColumns } from './columns';
import { deleteTransport } from './queries';

/** Lists the boats, shuttles and cars of a territory. */
export function TransportServices({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const { state, list, total, symbol, week, status } = useManagedServices('transport', territoryId);
  const { sales } = week;
  const columns = useMemo(() => transportColumns(symbol, sales), [symbol, sales]);
  const { actions, question } = useServiceActions({
    kind: 'transport',
    territoryId,
    publicKey: transportKeys.all,
    remove: deleteTransport,
    editPath: paths.editTransport,
    type: t({ message: 'Transport Service', context: 'to delete' }),
    deleted: t`Transport service deleted`,
    status,
  });
  return (
    <section aria-label={t`Transport Services`}>
      <StatusNotice notice={status.notice} />
      <ServiceList
        texts={{
          title: t`Transport Services`,
          add: t`Add Transport Service`,
          filter: t`Filter transport services`,
          placeholder: t`Title, pickup location or destination`,
          none: t`There are no transport services yet. Add the first boat, shuttle or car.`,
          notFound: t`No transport services match your search.`,
        }}
        state={state}
        list={list}
        total={total}
        columns={columns}
        actions={actions}
        editPath={paths.editTransport}
      >
        <SalesFailed week={week} />
      </ServiceList>
      {question}
    </section>
  );
}
