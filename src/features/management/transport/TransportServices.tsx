import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { transportKeys } from '@/features/transport/queries';
import { paths, withQuery } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DeleteDialog } from '@/ui/ConfirmDialog';
import { StatusNotice, useStatus } from '@/ui/StatusNotice';
import { DataTable } from '@/ui/table/DataTable';
import type { RowAction } from '@/ui/table/types';
import { catalogueKeys, regionQuery } from '../catalogue/queries';
import { useVisibility } from '../catalogue/use-visibility';
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
  const actions = useActions(territoryId, setDeleting, status.failure);
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
        <DeleteTransport
          transport={deleting}
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

function useActions(territoryId: string, onDelete: (row: DeskTransport) => void, onFailure: (text: string) => void) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const eye = useVisibility<DeskTransport>({
    queryKey: transportDeskKeys.list(territoryId),
    save: setTransportVisible,
    onFailure,
    publicKey: transportKeys.all,
  });
  return (row: DeskTransport): RowAction[] => [
    {
      label: row.visible ? t`Hide ${row.title}` : t`Show ${row.title}`,
      short: row.visible ? t`Hide` : t`Show`,
      icon: row.visible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      inline: true,
      busy: eye.isPending && eye.variables.id === row.id,
      onSelect: () => eye.mutate({ id: row.id, visible: !row.visible }),
    },
    {
      label: t`Edit ${row.title}`,
      short: t`Edit`,
      icon: <Pencil aria-hidden="true" />,
      inline: true,
      onSelect: () => void navigate(paths.editTransport(row.id)),
    },
    {
      label: t`Delete ${row.title}`,
      short: t`Delete`,
      icon: <Trash2 aria-hidden="true" />,
      inline: true,
      tone: 'danger',
      onSelect: () => onDelete(row),
    },
    {
      label: t`Calendar of ${row.title}`,
      short: t`Calendar`,
      icon: <CalendarDays aria-hidden="true" />,
      onSelect: () => void navigate(withQuery(paths.editTransport(row.id), { tab: 'calendar' })),
    },
  ];
}

interface DeleteProps {
  transport: DeskTransport;
  onCancel: () => void;
  onDeleted: () => void;
}

function DeleteTransport({ transport, onCancel, onDeleted }: DeleteProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <DeleteDialog
      open
      type={t`Transport Service`}
      name={transport.title}
      onCancel={onCancel}
      onConfirm={async () => {
        await deleteTransport(transport.id);
        await client.invalidateQueries({ queryKey: catalogueKeys.all });
        await client.invalidateQueries({ queryKey: transportKeys.all });
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">
        <Trans>Travellers who have booked it keep their tickets.</Trans>
      </p>
    </DeleteDialog>
  );
}
