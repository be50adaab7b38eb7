import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import { DeleteOffer } from '../catalogue/DeleteOffer';
import { territoryCurrencyQuery } from '../catalogue/queries';
import { useOfferActions } from '../catalogue/use-offer-actions';
import { regionCountsQuery } from '../queries';
import { transportColumns } from './columns';
import {
  type DeskTransport,
  deleteTransport,
  deskTransportsQuery,
  setTransportVisible,
  transportDeskKeys,
} from './queries';

const fields = { q: urlText() };

/** The boats, shuttles and cars of a region. */
export function TransportServices({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const state = useUrlState(fields);
  const q = state.settled.q.trim();
  const list = usePages({ ...deskTransportsQuery(territoryId, q), placeholderData: keepPreviousData });
  const { rows } = list;
  const all = useQuery(regionCountsQuery(territoryId)).data?.transport;
  // Of a search it is known when its end is there.
  const count = q === '' ? all : list.hasNextPage ? undefined : rows?.length;
  const symbol = useQuery(territoryCurrencyQuery(territoryId)).data?.currency_symbol ?? 'Q';
  const status = useStatus();
  const [deleting, setDeleting] = useState<DeskTransport | null>(null);
  const columns = useMemo(() => transportColumns(symbol), [symbol]);
  const actions = useOfferActions<DeskTransport>({
    listKey: transportDeskKeys.list(territoryId),
    publicKey: transportKeys.all,
    setVisible: setTransportVisible,
    editPath: paths.editTransport,
    onDelete: setDeleting,
    onFailure: status.failure,
  });
  return (
    <section aria-label={t`Transport Services`}>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Transport Services</Trans>
            {count !== undefined && <span className="nums ml-2 text-sm font-medium text-ink-2">{count}</span>}
          </h2>
          <LinkButton to={paths.editTransport('new')} variant="primary" size="sm" icon={<Plus aria-hidden="true" />}>
            <Trans>Add Transport Service</Trans>
          </LinkButton>
        </div>
        {rows && (rows.length > 0 || state.isSet) && (
          <FilterBar label={t`Filter transport services`} isSet={state.isSet} onClear={state.clear}>
            <SearchFilter
              label={t`Search`}
              placeholder={t`Title, pickup location or destination`}
              className="lg:max-w-96"
              value={state.shown.q}
              onChange={(next) => state.change({ q: next })}
            />
          </FilterBar>
        )}
        <DataTable
          {...paged(list)}
          label={t`Transport Services`}
          rows={rows}
          total={count}
          rowKey={(row) => row.id}
          columns={columns}
          actions={actions}
          onOpen={(row) => void navigate(paths.editTransport(row.id))}
          isQuiet={(row) => !row.visible}
          empty={
            q === '' ? (
              <Trans>No transport services yet. Add the first boat, shuttle or car.</Trans>
            ) : (
              <Trans>No transport services match your search.</Trans>
            )
          }
        />
      </Card>
      {deleting && (
        <DeleteOffer
          offer={deleting}
          type={t`Transport Service`}
          remove={deleteTransport}
          publicKey={transportKeys.all}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(t`Transport service deleted successfully`);
          }}
        />
      )}
    </section>
  );
}
