import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  heading: string;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the result of a change that the guest made to a booking. */
export function DoneDialog({ heading, title, onClose, children }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={heading}
      description={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p role="status" className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success-text" />
        {children}
      </p>
    </Dialog>
  );
}
