import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { transportKeys } from '@/features/transport/queries';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/StatusNotice';
import { DataTable } from '@/ui/table/DataTable';
import { DeleteOffer } from '../catalogue/DeleteOffer';
import { regionQuery } from '../catalogue/queries';
import { useOfferActions } from '../catalogue/use-offer-actions';
import { transportColumns } from './columns';
import {
  type DeskTransport,
  deleteTransport,
  deskTransportsQuery,
  setTransportVisible,
  transportDeskKeys,
} from './queries';

/** The boats, shuttles and cars of a region. */
export function TransportServices({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(deskTransportsQuery(territoryId));
  const symbol = useQuery(regionQuery(territoryId)).data?.currency_symbol ?? 'Q';
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
            {query.data && <span className="nums ml-2 text-sm font-medium text-ink-2">{query.data.length}</span>}
          </h2>
          <LinkButton to={paths.editTransport('new')} variant="primary" size="sm" icon={<Plus aria-hidden="true" />}>
            <Trans>Add Transport Service</Trans>
          </LinkButton>
        </div>
        <DataTable
          label={t`Transport Services`}
          rows={query.data}
          rowKey={(row) => row.id}
          columns={columns}
          actions={actions}
          onOpen={(row) => void navigate(paths.editTransport(row.id))}
          error={query.error}
          onRetry={() => void query.refetch()}
          isQuiet={(row) => !row.visible}
          empty={<Trans>No transport services yet. Add the first boat, shuttle or car.</Trans>}
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
