import { Trans, useLingui } from '@lingui/react/macro';
import { CircleSlash } from 'lucide-react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

/** One question before a no-show: only staff can take it back. */
export default function NoShowDialog({
  name,
  onClose,
  onConfirm,
}: {
  name: string;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Did ${name} not come?`}
      description={t`After this the ticket cannot be checked in any more. You can undo it for a few minutes, later only your region's staff.`}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button
            variant="danger"
            size="lg"
            icon={<CircleSlash aria-hidden="true" />}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            <Trans>Yes, mark as no show</Trans>
          </Button>
        </>
      }
    />
  );
}
