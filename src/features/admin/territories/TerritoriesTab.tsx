import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { useVisibility } from '@/features/management/catalogue/use-visibility';
import { HIDE_REGION, useHideQuestion } from '@/features/management/deletion/use-hide-question';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { type StatusControls, StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { useUrlState } from '@/ui/filter/use-url-state';
import { lazyPart } from '@/ui/loading/lazy-part';
import { deleteAction, editAction, visibilityAction } from '@/ui/table/common-actions';
import { DataTable } from '@/ui/table/DataTable';
import type { RowAction } from '@/ui/table/types';
import { territoryColumns } from './columns';
import { DeleteTerritory } from './DeleteTerritory';
import { filterTerritories, TerritoryFilters, territoryFields } from './filters';
import { type AdminTerritory, adminTerritoriesQuery, setTerritoryVisible } from './queries';

const TerritoryEditor = lazyPart(() => import('./TerritoryEditor'), { fallback: <PageSpinner /> });

/** Keeps the territory of the open form in the URL, as 'new', an id, or nothing. */
function useEditing() {
  const [params, setParams] = useSearchParams();
  const addressOf = (id: string | null) => {
    const after = new URLSearchParams(params);
    if (id === null) after.delete('edit');
    else after.set('edit', id);
    return after;
  };
  return {
    editing: params.get('edit'),
    edit: (id: string | null) => setParams(addressOf(id)),
    back: `?${addressOf(null)}`,
  };
}

/** Lists all territories with search and sorting, and lets admins show, hide, add, edit and delete them. */
export default function TerritoriesTab() {
  const query = useQuery(adminTerritoriesQuery());
  const { editing, edit, back } = useEditing();
  // This state is kept here, so that the last typed text reaches the URL even if the form opens at once.
  const state = useUrlState(territoryFields);
  const status = useStatus();
  const all = useMemo(() => query.data?.filter((territory) => territory.archived_at === null), [query.data]);
  // After closing a form, the focus moves to the list.
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current !== null && editing === null) heading.current?.focus();
    before.current = editing;
  }, [editing]);
  if (editing !== null) {
    return (
      <TerritoryEditor
        key={editing}
        id={editing}
        territories={query.data}
        error={query.error}
        onRetry={() => query.refetch()}
        back={back}
        onDone={(text) => {
          status.success(text);
          edit(null);
        }}
      />
    );
  }
  return <TerritoryList all={all} query={query} state={state} status={status} onEdit={edit} heading={heading} />;
}

interface ListProps {
  all: AdminTerritory[] | undefined;
  query: { error: Error | null; refetch: () => unknown };
  state: ReturnType<typeof useUrlState<typeof territoryFields>>;
  status: StatusControls;
  onEdit: (id: string) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

function TerritoryList({ all, query, state, status, onEdit, heading }: ListProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<AdminTerritory | null>(null);
  const columns = useMemo(() => territoryColumns(), []);
  const rows = useMemo(() => all && filterTerritories(all, state.shown), [all, state.shown]);
  const { actions, question } = useActions(status, { onEdit, onDelete: setDeleting });
  return (
    <>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <CardHeader title={<Trans>Regions</Trans>} count={rows?.length} titleRef={heading}>
          <Button variant="primary" size="sm" icon={<Plus aria-hidden="true" />} onClick={() => onEdit('new')}>
            <Trans>Add region</Trans>
          </Button>
        </CardHeader>
        <TerritoryFilters state={state} territories={all ?? []} />
        <DataTable
          label={t`Regions`}
          rows={rows}
          rowKey={(row) => row.id}
          columns={columns}
          actions={actions}
          onOpen={(row) => onEdit(row.id)}
          sort={state.shown.sort}
          onSort={(sort) => state.change({ sort })}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={
            all?.length === 0
              ? t`No territories found. Add your first territory to get started.`
              : t`No territories match your search criteria.`
          }
          isQuiet={(row) => !row.visible}
        />
      </Card>
      {question}
      {deleting && (
        <DeleteTerritory
          territory={deleting}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(t`Territory deleted successfully`);
          }}
        />
      )}
    </>
  );
}

interface Handlers {
  onEdit: (id: string) => void;
  onDelete: (territory: AdminTerritory) => void;
}

function useActions(status: StatusControls, { onEdit, onDelete }: Handlers) {
  const visibility = useVisibility<AdminTerritory>({
    queryKey: adminTerritoriesQuery().queryKey,
    save: setTerritoryVisible,
    onFailure: status.failure,
    publicKey: territoryKeys.all,
  });
  const hiding = useHideQuestion((id) => visibility.mutate({ id, visible: false }), HIDE_REGION);
  const toggle = ({ id, visible, shown }: AdminTerritory) => {
    if (visible) hiding.ask({ territoryId: id, kind: 'territory', id, name: shown.name });
    else visibility.mutate({ id, visible: true });
  };
  const actions = (row: AdminTerritory): RowAction[] => [
    visibilityAction(row.shown.name, {
      visible: row.visible,
      busy: visibility.busy(row.id) || hiding.asking(row.id),
      onSelect: () => toggle(row),
    }),
    editAction(row.shown.name, () => onEdit(row.id)),
    deleteAction(row.shown.name, () => onDelete(row)),
  ];
  return { actions, question: hiding.question };
}
