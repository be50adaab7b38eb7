import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  /** The text of the button that closes the sheet, with the number of results. */
  done: ReactNode;
  onClear: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the filters on a phone. They apply immediately, so the only button closes the sheet. Import it lazily. */
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
