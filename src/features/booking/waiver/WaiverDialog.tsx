import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { WaiverText } from './WaiverText';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onAccept: () => void };

/** Shows the waiver to read and accept. Its code loads when it is first opened. */
export default function WaiverDialog({ open, onOpenChange, onAccept }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Waiver and Release of Liability`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>
            <Trans>Not now</Trans>
          </Button>
          <Button variant="primary" onClick={onAccept}>
            <Trans>I accept</Trans>
          </Button>
        </>
      }
    >
      <WaiverText />
      <p className="mt-5 text-sm text-ink-3">
        <Trans>This text is in English and in Spanish. Where they differ, the English one counts.</Trans>
      </p>
    </Dialog>
  );
}
