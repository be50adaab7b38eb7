import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { Button } from '@/ui/Button';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import { TableCard } from '@/ui/table/TableCard';
import { AddMemberForm } from './AddMemberForm';
import { memberColumns, nameOf, removeAction } from './columns';
import { PendingInvites } from './invites/PendingInvites';
import type { AccountRole } from './invites/queries';
import { ACCOUNTS } from './kinds';
import { type Member, membersQuery, removeMember, teamKeys } from './queries';

const SHOWN_MS = 2000;

/** The open form is in the URL, so that a reload keeps it open with its text. */
function useAdding(role: AccountRole) {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (open: boolean) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (open) after.set('add', role);
          else after.delete('add');
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams, role],
  );
  return [params.get('add') === role, set] as const;
}

interface Props {
  memberRole: AccountRole;
  territoryId: string;
}

/** A territory's staff or shuttle managers. Its team sees them; managers add and remove them. */
export function MemberList({ memberRole: role, territoryId }: Props) {
  const { i18n } = useLingui();
  const list = usePages(membersQuery(territoryId, [role]));
  const mayChange = useSession().hasRole('territory_manager');
  const [adding, setAdding] = useAdding(role);
  const close = useCallback(() => setAdding(false), [setAdding]);
  const [removing, setRemoving] = useState<Member | null>(null);
  const status = useStatus(SHOWN_MS);
  const texts = ACCOUNTS[role];
  const title = i18n._(texts.title);
  const actions = (row: Member) => [removeAction(nameOf(row), () => setRemoving(row))];
  return (
    <section aria-label={title}>
      <StatusNotice notice={status.notice} />
      <TableCard
        title={title}
        actions={
          mayChange &&
          !adding && (
            <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              {i18n._(texts.add)}
            </Button>
          )
        }
      >
        {mayChange && adding && (
          <div className="border-t border-line bg-surface-2 p-4 sm:p-5">
            <AddMemberForm memberRole={role} territoryId={territoryId} onClose={close} />
          </div>
        )}
        {mayChange && <PendingInvites memberRole={role} territoryId={territoryId} status={status} />}
        <DataTable
          label={title}
          rowKey={(row) => row.id}
          columns={memberColumns()}
          {...(mayChange && { actions })}
          {...paged(list)}
          empty={i18n._(texts.none)}
        />
      </TableCard>
      {removing && (
        <RemoveMember
          member={removing}
          memberRole={role}
          territoryId={territoryId}
          onCancel={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            status.success(i18n._(texts.removed));
          }}
        />
      )}
    </section>
  );
}

interface RemoveProps extends Props {
  member: Member;
  onCancel: () => void;
  onRemoved: () => void;
}

function RemoveMember({ member, memberRole: role, territoryId, onCancel, onRemoved }: RemoveProps) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const name = nameOf(member);
  return (
    <ConfirmDialog
      open
      title={i18n._(ACCOUNTS[role].remove)}
      description={
        <Trans>
          Are you sure you want to remove {name}? They'll stop working for this region right away. Their account stays.
        </Trans>
      }
      confirm={<Trans>Remove</Trans>}
      onCancel={onCancel}
      onConfirm={async () => {
        await removeMember({ userId: member.id, role, territoryId });
        await client.invalidateQueries({ queryKey: teamKeys.all });
        onRemoved();
      }}
    />
  );
}
