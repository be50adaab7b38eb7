import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Role } from '@/features/account/profile/queries';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { removeMember, teamKeys } from './queries';

interface Props {
  userId: string;
  memberRole: Role;
  territoryId: string;
  /** A noun, such as 'Tour Guide'. */
  type: string;
  name: string;
  onCancel: () => void;
  onDeleted: () => void;
  /** What stays. */
  children: ReactNode;
}

/** Takes a guide or a partner off a region: the role ends, the account stays. */
export function DeleteMember({ userId, memberRole: role, territoryId, onDeleted, children, ...dialog }: Props) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      {...dialog}
      open
      onConfirm={async () => {
        await removeMember({ userId, role, territoryId });
        await client.invalidateQueries({ queryKey: teamKeys.all });
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">{children}</p>
    </DeleteDialog>
  );
}
