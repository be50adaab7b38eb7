import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { roleName } from '@/features/account/profile/Roles';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { type UrlState, urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import { memberActions, memberColumns, nameOf } from './columns';
import { DeleteMember } from './DeleteMember';
import { PendingInvites } from './PendingInvites';
import { type Member, membersQuery } from './queries';

const ROLES = ['tour_guide', 'territory_staff', 'shuttle_manager'] as const;
const fields = { q: urlText(), role: urlChoice(['', ...ROLES], '') };

const isGuide = (row: Member) => row.roles.includes('tour_guide');

function useColumns(): Column<Member>[] {
  const { t, i18n } = useLingui();
  return [
    ...memberColumns(),
    {
      id: 'roles',
      header: t`Role`,
      width: '15rem',
      card: 'plain',
      cell: (row) => (
        <ul className="flex flex-wrap gap-1.5">
          {ROLES.filter((one) => row.roles.includes(one)).map((one) => (
            <li key={one}>
              <Badge tone={one === 'tour_guide' ? 'neutral' : 'line'}>{i18n._(roleName[one])}</Badge>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

/** The people of a region by role. Guides are invited, changed and taken off here; the others where they are made. */
export default function GuidesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const state = useUrlState(fields);
  const { q, role } = state.settled;
  const filters = { q, sort: { id: 'name', desc: false } } as const;
  const list = usePages({
    ...membersQuery(territoryId, role === '' ? ROLES : [role], filters),
    placeholderData: keepPreviousData,
  });
  const status = useStatus();
  const [deleting, setDeleting] = useState<Member | null>(null);

  const columns = useColumns();
  const open = (row: Member) => {
    if (isGuide(row)) void navigate(paths.editGuide(row.id));
  };
  const actions = (row: Member): RowAction[] =>
    isGuide(row) ? memberActions(nameOf(row), { onEdit: () => open(row), onDelete: () => setDeleting(row) }) : [];

  return (
    <>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Tour Guides</Trans>
          </h2>
          <LinkButton variant="primary" size="sm" icon={<Plus aria-hidden="true" />} to={paths.editGuide('new')}>
            <Trans>Add Tour Guide</Trans>
          </LinkButton>
        </div>
        <Filters state={state} />
        <DataTable
          label={t`Tour Guides`}
          rowKey={(row) => row.id}
          columns={columns}
          actions={actions}
          onOpen={open}
          {...paged(list)}
          empty={
            state.isSet ? (
              <Trans>Nobody matches your search.</Trans>
            ) : (
              <Trans>Nobody works here yet. Invite your first tour guide.</Trans>
            )
          }
        />
        <PendingInvites memberRole="tour_guide" territoryId={territoryId} status={status} />
      </Card>
      {deleting && (
        <DeleteMember
          userId={deleting.id}
          memberRole="tour_guide"
          territoryId={territoryId}
          type={t`Tour Guide`}
          name={nameOf(deleting)}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(t`Tour guide removed successfully`);
          }}
        >
          <Trans>They stop guiding here, and the next in the ranking takes over. Their account stays.</Trans>
        </DeleteMember>
      )}
    </>
  );
}

function Filters({ state }: { state: UrlState<{ q: string; role: '' | (typeof ROLES)[number] }> }) {
  const { t, i18n } = useLingui();
  const { q, role } = state.shown;
  return (
    <FilterBar label={t`Filter people`} isSet={state.isSet} onClear={state.clear}>
      <SearchFilter
        label={t`Search`}
        placeholder={t`Name or email`}
        value={q}
        onChange={(next) => state.change({ q: next })}
      />
      <SelectFilter
        label={t`Role`}
        value={role}
        onChange={(value) => state.change({ role: fields.role.parse(value) })}
        options={[
          { value: '', label: t`All roles` },
          ...ROLES.map((one) => ({ value: one, label: i18n._(roleName[one]) })),
        ]}
      />
    </FilterBar>
  );
}
