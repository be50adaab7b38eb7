import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adminTerritoriesQuery } from '@/features/admin/territories/queries';
import type { Json } from '@/types/database';
import { Card } from '@/ui/Card';
import { FilterBar, SelectFilter } from '@/ui/filters';
import { DataTable } from '@/ui/table/DataTable';
import type { Column } from '@/ui/table/types';
import { urlText, useUrlState } from '@/ui/use-url-state';
import { Moment } from '../Moment';
import { type AuditEntry, auditQuery } from './queries';

const fields = { region: urlText(80) };

/** 'role: tour_guide, state: dead' */
function detailText(detail: Json): string {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return '';
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}

/** 'role_granted' → 'Role granted'. Actions are the database's own words. */
const inWords = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Who did what, when. Nothing here can be changed. */
export default function AuditTab() {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const { data: territories } = useQuery(adminTerritoriesQuery());
  const query = useInfiniteQuery({ ...auditQuery(state.settled.region), placeholderData: keepPreviousData });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  const regionName = (id: string | null) => territories?.find((one) => one.id === id)?.name ?? id ?? '–';
  const columns: Column<AuditEntry>[] = [
    { id: 'at', header: t`When`, width: '12.5rem', cell: (row) => <Moment at={row.at} /> },
    {
      id: 'action',
      header: t`What`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold">{inWords(row.action)}</strong>
          <span className="block text-xs text-ink-2 wrap-anywhere">{detailText(row.detail)}</span>
        </>
      ),
    },
    { id: 'actor', header: t`Who`, width: '12rem', cell: (row) => row.actor ?? <Trans>The system</Trans> },
    { id: 'region', header: t`Region`, width: '9rem', cell: (row) => regionName(row.territory_id) },
    {
      id: 'subject',
      header: t`Subject`,
      cell: (row) => (
        <span className="text-xs text-ink-2 wrap-anywhere">
          {row.subject_table.replaceAll('_', ' ')} {row.subject_id}
        </span>
      ),
    },
  ];
  return (
    <Card className="card-clip">
      <h2 className="p-4 pb-3 text-lg font-bold sm:px-5">
        <Trans>Audit log</Trans>
      </h2>
      <FilterBar label={t`Filter the log`} isSet={state.isSet} onClear={state.clear}>
        <SelectFilter
          label={t`Region`}
          value={state.shown.region}
          onChange={(region) => state.change({ region })}
          options={[
            { value: '', label: t`All regions` },
            ...(territories ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </FilterBar>
      <DataTable
        label={t`Audit log`}
        rows={rows}
        rowKey={(row) => String(row.id)}
        columns={columns}
        sortedBy="server"
        cardsBelow="lg"
        error={query.isFetchNextPageError ? null : query.error}
        onRetry={() => void query.refetch()}
        empty={<Trans>Nothing has been written down yet.</Trans>}
        stale={query.isPlaceholderData}
        more={{
          has: query.hasNextPage,
          loading: query.isFetchingNextPage,
          load: () => void query.fetchNextPage(),
          error: query.isFetchNextPageError ? query.error : null,
        }}
      />
    </Card>
  );
}
