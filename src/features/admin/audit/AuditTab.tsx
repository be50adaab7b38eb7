import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminTerritoriesQuery } from '@/features/admin/territories/queries';
import { TerritoryFilter } from '@/features/admin/territories/TerritoryFilter';
import { useTerritoryName } from '@/features/admin/territories/use-territory-name';
import { usePages } from '@/lib/api/use-pages';
import { compareText } from '@/lib/i18n/intl';
import { languageOfName, nameIn } from '@/lib/i18n/listing-texts';
import { Alert } from '@/ui/feedback/Alert';
import { DateRangeFilter, FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { type UrlState, urlDate, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import { TableCard } from '@/ui/table/TableCard';
import type { Column } from '@/ui/table/types';
import { Moment } from '../Moment';
import { detailText } from './detail';
import { actionLabel, subjectLabel } from './labels';
import { type AuditEntry, type AuditFilters, auditActionsQuery, auditCutQuery, auditQuery } from './queries';

const fields = {
  q: urlText(),
  who: urlText(),
  action: urlText(60),
  region: urlText(80),
  from: urlDate(),
  to: urlDate(),
};

function useColumns(): Column<AuditEntry>[] {
  const { t } = useLingui();
  const territoryName = useTerritoryName();
  return [
    { id: 'at', header: t`When`, width: '12.5rem', cell: (row) => <Moment at={row.at} /> },
    {
      id: 'action',
      header: t`What`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold">{actionLabel(row.action)}</strong>
          <span className="block text-xs text-ink-2 wrap-anywhere">{detailText(row.detail)}</span>
        </>
      ),
    },
    { id: 'actor', header: t`Who`, width: '12rem', cell: (row) => <Actor row={row} /> },
    { id: 'territory', header: t`Region`, width: '9rem', cell: (row) => territoryName(row.territory_id) },
    {
      id: 'subject',
      header: t`Subject`,
      cell: (row) => (
        <>
          {row.subject_name && (
            <span
              className="block wrap-anywhere"
              lang={languageOfName(row.subject_name, row.subject_names ?? undefined)}
            >
              {nameIn(row.subject_name, row.subject_names ?? undefined)}
            </span>
          )}
          <span className="block text-xs text-ink-2 wrap-anywhere">
            {subjectLabel(row.subject_table)} {row.subject_id}
          </span>
        </>
      ),
    },
  ];
}

function Actor({ row }: { row: AuditEntry }) {
  if (row.actor_name) return <span className="wrap-anywhere">{row.actor_name}</span>;
  return (
    <span className="text-ink-2">{row.actor_id ? <Trans>A deleted account</Trans> : <Trans>The system</Trans>}</span>
  );
}

/** Shows who did what and when. The log is read-only. */
export default function AuditTab() {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const list = usePages({ ...auditQuery(state.settled), placeholderData: keepPreviousData });
  const columns = useColumns();
  const { data: cut } = useQuery(auditCutQuery(state.settled));
  return (
    <TableCard title={<Trans>Audit log</Trans>}>
      <Filters state={state} />
      {cut && (
        <Alert tone="warn" className="mx-4 mb-4 sm:mx-5">
          <Trans>
            This search matches more than 5,000 people or bookings, so some entries aren't listed. Add another word,
            such as an email or a title.
          </Trans>
        </Alert>
      )}
      <DataTable
        {...paged(list)}
        label={t`Audit log`}
        rowKey={(row) => String(row.id)}
        columns={columns}
        cardsBelow="lg"
        empty={state.isSet ? <Trans>No entries match these filters.</Trans> : <Trans>No entries yet.</Trans>}
      />
    </TableCard>
  );
}

function Filters({ state }: { state: UrlState<AuditFilters> }) {
  const { t } = useLingui();
  const { data: territories = [] } = useQuery(adminTerritoriesQuery());
  const { data: known = [] } = useQuery(auditActionsQuery());
  const { q, who, action, region, from, to } = state.shown;
  const actions = [...new Set([...known, action])]
    .filter(Boolean)
    .map((value) => ({ value, label: actionLabel(value) }))
    .sort((a, b) => compareText(a.label, b.label));
  return (
    <FilterBar label={t`Filter the log`} isSet={state.isSet} onClear={state.clear}>
      <SearchFilter
        label={t`Search`}
        placeholder={t`Person, booking or text`}
        value={q}
        onChange={(next) => state.change({ q: next })}
      />
      <SearchFilter
        label={t`Done by`}
        placeholder={t`Name or email`}
        className="lg:max-w-56"
        value={who}
        onChange={(next) => state.change({ who: next })}
      />
      <SelectFilter
        label={t`Action`}
        value={action}
        onChange={(next) => state.change({ action: next })}
        options={[{ value: '', label: t`All actions` }, ...actions]}
      />
      <TerritoryFilter
        territories={territories.map(({ id, shown }) => ({ id, name: shown.name }))}
        value={region}
        onChange={(next) => state.change({ region: next })}
      />
      <DateRangeFilter from={from} to={to} onChange={state.change} />
    </FilterBar>
  );
}
