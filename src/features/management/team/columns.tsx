import { t } from '@lingui/core/macro';
import { Avatar } from '@/ui/media/Avatar';
import { deleteAction } from '@/ui/table/common-actions';
import type { Column, RowAction } from '@/ui/table/types';
import type { Member } from './queries';

export const nameOf = (member: Pick<Member, 'full_name' | 'email'>) => member.full_name || member.email;

export function memberColumns(): Column<Member>[] {
  return [
    {
      id: 'name',
      header: t`Name`,
      card: 'title',
      sortValue: nameOf,
      cell: (row) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={nameOf(row)} src={row.avatar_url} size={34} />
          <strong className="font-semibold wrap-anywhere">{nameOf(row)}</strong>
        </div>
      ),
    },
    { id: 'email', header: t`Email`, card: 'plain', cell: (row) => <span className="wrap-anywhere">{row.email}</span> },
  ];
}

/** Returns the action that removes an account which the manager created. */
export const removeAction = (name: string, onSelect: () => void): RowAction => ({
  ...deleteAction(name, onSelect),
  label: t`Remove ${name}`,
  short: t`Remove`,
});
