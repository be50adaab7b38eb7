import { useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import { usePages } from '@/lib/api/use-pages';
import { Badge } from '@/ui/Badge';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { urlSort, urlText, useUrlState } from '@/ui/filter/use-url-state';
import type { Column } from '@/ui/table/types';
import { nameOf } from './columns';
import { InvitedMembers } from './InvitedMembers';
import { type Member, membersQuery } from './queries';

const fields = {
  q: urlText(),
  sort: urlSort(['business', 'name', 'commission'], { id: 'business', desc: false }),
};

export default function PartnersTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const { q, sort } = state.shown;
  const list = usePages({
    ...membersQuery(territoryId, ['travel_partner'], state.settled),
    placeholderData: keepPreviousData,
  });
  return (
    <InvitedMembers
      kind="partner"
      territoryId={territoryId}
      list={list}
      columns={useColumns()}
      sort={sort}
      onSort={(next) => state.change({ sort: next })}
      filters={
        <FilterBar label={t`Filter partners`} isSet={state.isSet} onClear={state.clear}>
          <SearchFilter
            label={t`Search`}
            placeholder={t`Business, name or email`}
            value={q}
            onChange={(next) => state.change({ q: next })}
          />
        </FilterBar>
      }
      searched={q.trim() !== ''}
    />
  );
}

function useColumns(): Column<Member>[] {
  const { t, i18n } = useLingui();
  return [
    {
      id: 'business',
      header: t`Business Name`,
      card: 'title',
      sortValue: (row) => row.business_name,
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          {row.business_name ? (
            <strong key="name" className="font-semibold wrap-anywhere">
              {row.business_name}
            </strong>
          ) : (
            <span className="text-ink-2">{t`Not specified`}</span>
          )}
          {row.active_links === 0 && (
            <Badge tone="warn">
              <span>{t`No active link`}</span>
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'name',
      header: t`Contact Person`,
      sortValue: nameOf,
      cell: (row) => <span className="wrap-anywhere">{row.full_name || '-'}</span>,
    },
    { id: 'email', header: t`Email`, cell: (row) => <span className="wrap-anywhere">{row.email}</span> },
    {
      id: 'commission',
      header: t`Commission`,
      align: 'end',
      width: '9rem',
      sortValue: (row) => row.commission_level,
      cell: (row) => <span className="nums">{i18n.number(row.commission_level, { maximumFractionDigits: 1 })}%</span>,
    },
  ];
}
