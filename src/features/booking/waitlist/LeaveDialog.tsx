import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';

interface Props {
  onCancel: () => void;
  onConfirm: () => Promise<unknown>;
}

/** Asks before leaving a waitlist. It loads when it is opened, because few people who book need it. */
export default function LeaveDialog({ onCancel, onConfirm }: Props) {
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={<Trans>Leave this waitlist?</Trans>}
      description={
        <Trans>You'll lose your place. If you join again, everyone who is waiting now comes before you.</Trans>
      }
      confirm={<Trans>Leave waitlist</Trans>}
      keep={<Trans>Stay on the waitlist</Trans>}
    />
  );
}
