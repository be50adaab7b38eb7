import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  /** On the close button: the number of results. */
  done: ReactNode;
  onClear: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Filters on a phone. They apply immediately; the button shows the number of results and closes. Load it lazily. */
export default function FilterSheet({ done, onClear, onClose, children }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      kind="sheet"
      title={t`Filters`}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      actions={
        <>
          <Button variant="ghost" onClick={onClear}>
            <Trans>Clear all filters</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">{children}</div>
    </Dialog>
  );
}
