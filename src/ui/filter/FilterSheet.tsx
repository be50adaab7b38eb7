import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  /** On the button that closes: how many are left. */
  done: ReactNode;
  onClear: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The filters of a phone. They act at once; the button says how many results are left and closes. Load it lazily. */
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
            <Trans>Clear all</Trans>
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
