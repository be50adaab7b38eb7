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
  /** The label of the confirming button. The default is "Delete". */
  confirm?: ReactNode;
  /** The name of the row to delete, or null while the dialog is closed. */
  name: string | null;
  onClose: () => void;
  remove: () => Promise<void>;
  done: string;
  children?: ReactNode;
}

/** Asks before deleting a row. The dialog shows a failure and offers a retry. */
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
        // Refetched even after a failure, because the row may already be deleted.
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
