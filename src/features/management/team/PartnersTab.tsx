import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { urlSort, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column } from '@/ui/table/types';
import { memberActions, nameOf } from './columns';
import { DeleteMember } from './DeleteMember';
import { PendingInvites } from './PendingInvites';
import { type Member, membersQuery } from './queries';

const fields = {
  q: urlText(),
  sort: urlSort(['business', 'name', 'commission'], { id: 'business', desc: false }),
};

const titleOf = (row: Member) => row.business_name || nameOf(row);

function useColumns(): Column<Member>[] {
  const { t, i18n } = useLingui();
  return [
    {
      id: 'business',
      header: t`Business Name`,
      card: 'title',
      sortValue: (row) => row.business_name,
      cell: (row) =>
        row.business_name ? (
          <strong className="font-semibold wrap-anywhere">{row.business_name}</strong>
        ) : (
          <span className="text-ink-2">{t`Not specified`}</span>
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

/** Hotels and businesses that refer guests to a region. */
export default function PartnersTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const state = useUrlState(fields);
  const list = usePages({
    ...membersQuery(territoryId, ['travel_partner'], state.settled),
    placeholderData: keepPreviousData,
  });
  const status = useStatus();
  const columns = useColumns();
  const [deleting, setDeleting] = useState<Member | null>(null);
  const { q, sort } = state.shown;
  const open = (row: Member) => void navigate(paths.editPartner(row.id));
  const actions = (row: Member) =>
    memberActions(titleOf(row), { onEdit: () => open(row), onDelete: () => setDeleting(row) });

  return (
    <>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Travel Partners</Trans>
          </h2>
          <LinkButton variant="primary" size="sm" icon={<Plus aria-hidden="true" />} to={paths.editPartner('new')}>
            <Trans>Add Travel Partner</Trans>
          </LinkButton>
        </div>
        <FilterBar label={t`Filter partners`} isSet={state.isSet} onClear={state.clear}>
          <SearchFilter
            label={t`Search`}
            placeholder={t`Business, name or email`}
            value={q}
            onChange={(next) => state.change({ q: next })}
          />
        </FilterBar>
        <DataTable
          label={t`Travel Partners`}
          rowKey={(row) => row.id}
          columns={columns}
          actions={actions}
          onOpen={open}
          sort={sort}
          onSort={(next) => state.change({ sort: next })}
          {...paged(list)}
          empty={
            q.trim() ? (
              <Trans>Nobody matches your search.</Trans>
            ) : (
              <Trans>No travel partners yet. Invite a hotel or a business that sends you guests.</Trans>
            )
          }
        />
        <PendingInvites memberRole="travel_partner" territoryId={territoryId} status={status} />
      </Card>
      {deleting && (
        <DeleteMember
          userId={deleting.id}
          memberRole="travel_partner"
          territoryId={territoryId}
          type={t`Travel Partner`}
          name={titleOf(deleting)}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(t`Travel partner removed successfully`);
          }}
        >
          <Trans>Their referral links stop working. Their account and what they have earned stay.</Trans>
        </DeleteMember>
      )}
    </>
  );
}
