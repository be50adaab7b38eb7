import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { useVisibility } from '@/features/management/catalogue/use-visibility';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import type { RowAction } from '@/ui/table/types';
import { territoryColumns } from './columns';
import { DeleteTerritory } from './DeleteTerritory';
import { filterTerritories, TerritoryFilters, territoryFields } from './filters';
import { type AdminTerritory, adminTerritoriesQuery, setTerritoryVisible } from './queries';

const TerritoryEditor = lazy(() => import('./TerritoryEditor'));

/** The territory whose form is open stands in the address: 'new', an id, or nothing. */
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

/** All territories: found, ordered, shown or hidden at once, added, edited, deleted. */
export function TerritoriesTab() {
  const query = useQuery(adminTerritoriesQuery());
  const { editing, edit, back } = useEditing();
  // Here and not in the list: what was typed last still reaches the address when the form opens at once.
  const state = useUrlState(territoryFields);
  const status = useStatus();
  const all = useMemo(() => query.data?.filter((territory) => territory.archived_at === null), [query.data]);
  // Back from a form: the focus goes to the list that has taken its place.
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current !== null && editing === null) heading.current?.focus();
    before.current = editing;
  }, [editing]);
  if (editing !== null) {
    return (
      <Suspense fallback={<PageSpinner />}>
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
      </Suspense>
    );
  }
  return <TerritoryList all={all} query={query} state={state} status={status} onEdit={edit} heading={heading} />;
}

interface ListProps {
  all: AdminTerritory[] | undefined;
  query: { error: Error | null; refetch: () => unknown };
  state: ReturnType<typeof useUrlState<typeof territoryFields>>;
  status: ReturnType<typeof useStatus>;
  onEdit: (id: string) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

function TerritoryList({ all, query, state, status, onEdit, heading }: ListProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<AdminTerritory | null>(null);
  const eye = useVisibility<AdminTerritory>({
    queryKey: adminTerritoriesQuery().queryKey,
    save: setTerritoryVisible,
    onFailure: status.failure,
    publicKey: territoryKeys.all,
  });
  const columns = useMemo(() => territoryColumns(), []);
  const rows = useMemo(() => all && filterTerritories(all, state.shown), [all, state.shown]);
  const { shown } = state;

  const actions = (row: AdminTerritory): RowAction[] => [
    {
      label: row.visible ? t`Hide ${row.name}` : t`Show ${row.name}`,
      short: row.visible ? t`Hide` : t`Show`,
      icon: row.visible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      inline: true,
      busy: eye.busy(row.id),
      onSelect: () => eye.mutate({ id: row.id, visible: !row.visible }),
    },
    {
      label: t`Edit ${row.name}`,
      short: t`Edit`,
      icon: <Pencil aria-hidden="true" />,
      inline: true,
      onSelect: () => onEdit(row.id),
    },
    {
      label: t`Delete ${row.name}`,
      short: t`Delete`,
      icon: <Trash2 aria-hidden="true" />,
      inline: true,
      tone: 'danger',
      onSelect: () => setDeleting(row),
    },
  ];

  return (
    <>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-bold">
            <Trans>Territories</Trans>{' '}
            {rows && <span className="nums ml-1 text-sm font-medium text-ink-2">{rows.length}</span>}
          </h2>
          <Button variant="primary" size="sm" icon={<Plus aria-hidden="true" />} onClick={() => onEdit('new')}>
            <Trans>Add Territory</Trans>
          </Button>
        </div>
        <TerritoryFilters state={state} territories={all ?? []} />
        <DataTable
          label={t`Territories`}
          rows={rows}
          rowKey={(row) => row.id}
          columns={columns}
          actions={actions}
          onOpen={(row) => onEdit(row.id)}
          sort={shown.sort}
          onSort={(sort) => state.change({ sort })}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={
            all?.length === 0 ? (
              <Trans>No territories found. Add your first territory to get started.</Trans>
            ) : (
              <Trans>No territories match your search criteria.</Trans>
            )
          }
          isQuiet={(row) => !row.visible}
        />
      </Card>
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
