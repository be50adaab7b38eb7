import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  name: string;
  /** 'Tomorrow, Mon, Nov 23, 8:00 AM, with Marta' */
  departure: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** One question before a ticket of another departure counts. */
export default function DoubtDialog({ name, departure, onClose, onConfirm }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Does ${name} come with you now?`}
      description={t`This ticket is for another departure: ${departure}.`}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button
            variant="success"
            size="lg"
            icon={<CircleCheck aria-hidden="true" />}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            <Trans>Yes, check in</Trans>
          </Button>
        </>
      }
    />
  );
}
