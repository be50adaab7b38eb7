import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';

interface Props {
  userId: string;
  status: StatusControls;
  title: ReactNode;
  question: ReactNode;
  /** On the button; unset: Delete. */
  confirm?: ReactNode;
  /** The row in question; null while none is. */
  name: string | null;
  onClose: () => void;
  remove: () => Promise<void>;
  done: string;
  /** Further details. */
  children?: ReactNode;
}

/** Asks before deleting a row; a failure is shown in the dialog and can be retried. */
export function DeleteRow({ userId, status, title, question, confirm, name, onClose, remove, done, children }: Props) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      open={name !== null}
      title={title}
      description={question}
      confirm={
        confirm ?? (
          <span>
            <Trans>Delete</Trans>
          </span>
        )
      }
      onCancel={onClose}
      onConfirm={async () => {
        // Even after a failure: it may be gone already.
        await remove().finally(() => client.invalidateQueries({ queryKey: workKeys.all(userId) }));
        onClose();
        status.success(done);
      }}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
      {children}
    </ConfirmDialog>
  );
}
