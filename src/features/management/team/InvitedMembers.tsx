import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '@/ui/Button';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { deleteAction, editAction } from '@/ui/table/common-actions';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import { TableCard } from '@/ui/table/TableCard';
import type { DataTableProps } from '@/ui/table/types';
import { UpcomingBookings } from '../deletion/UpcomingBookings';
import { PendingInvites } from './invites/PendingInvites';
import { KINDS, type Kind } from './kinds';
import { type Member, removeMember, teamKeys } from './queries';

interface Props extends Pick<DataTableProps<Member>, 'columns' | 'sort' | 'onSort'> {
  kind: Kind;
  title?: string;
  territoryId: string;
  /** The people in the list, including those who can't be changed here. */
  list: Parameters<typeof paged<Member>>[0];
  filters: ReactNode;
  /** True if a search may be the reason for an empty list. */
  searched: boolean;
}

/** Lists a territory's guides or partners, who are invited, changed and removed here. */
export function InvitedMembers({ kind, territoryId, list, filters, searched, title: given, ...table }: Props) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const status = useStatus();
  const [deleting, setDeleting] = useState<Member | null>(null);
  const { role, edit, nameOf, texts } = KINDS[kind];
  const title = given ?? i18n._(texts.title);
  const mayChange = (row: Member) => row.roles.includes(role);
  const open = (row: Member) => {
    if (mayChange(row)) void navigate(edit(row.id));
  };
  return (
    <>
      <StatusNotice notice={status.notice} />
      <TableCard
        title={title}
        actions={
          <LinkButton variant="primary" size="sm" icon={<Plus aria-hidden="true" />} to={edit('new')}>
            {i18n._(texts.addButton)}
          </LinkButton>
        }
      >
        <div className="mb-4 empty:hidden">
          <PendingInvites memberRole={role} territoryId={territoryId} status={status} />
        </div>
        <div>{filters}</div>
        <DataTable
          label={title}
          rowKey={(row) => row.id}
          actions={(row) =>
            mayChange(row)
              ? [editAction(nameOf(row), () => open(row)), deleteAction(nameOf(row), () => setDeleting(row))]
              : []
          }
          onOpen={open}
          {...table}
          {...paged(list)}
          empty={searched ? t`No one matches your search.` : i18n._(texts.none)}
        />
      </TableCard>
      {deleting && (
        <DeleteMember
          kind={kind}
          member={deleting}
          territoryId={territoryId}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(i18n._(texts.removed));
          }}
        />
      )}
    </>
  );
}

interface DeleteProps extends Pick<Props, 'kind' | 'territoryId'> {
  member: Member;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Removes a guide or partner. Their role ends, and their account stays. */
function DeleteMember({ kind, member, territoryId, onCancel, onDeleted }: DeleteProps) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const { role, nameOf, texts } = KINDS[kind];
  return (
    <DeleteDialog
      open
      isRole
      type={i18n._(texts.one)}
      name={nameOf(member)}
      onCancel={onCancel}
      onConfirm={async () => {
        await removeMember({ userId: member.id, role, territoryId });
        await client.invalidateQueries({ queryKey: teamKeys.all });
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">{i18n._(texts.whatStays)}</p>
      <UpcomingBookings territoryId={territoryId} kind={kind} id={member.id} />
    </DeleteDialog>
  );
}
