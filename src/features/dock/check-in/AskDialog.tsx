import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

export interface Asked {
  onClose: () => void;
  onConfirm: () => void;
}

interface Props extends Asked {
  title: string;
  description: string;
  variant: 'danger' | 'success';
  icon: ReactNode;
  confirm: ReactNode;
}

/** Asks before an action that is hard to undo. The dialog closes with the answer. */
export function AskDialog({ title, description, variant, icon, confirm, onClose, onConfirm }: Props) {
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button
            variant={variant}
            size="lg"
            icon={icon}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
