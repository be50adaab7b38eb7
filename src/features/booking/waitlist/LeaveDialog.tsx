import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import type { WaitlistEntry } from './queries';
import { useLeave } from './use-leave';

interface Props {
  entry: WaitlistEntry;
  userId: string;
  onClose: () => void;
}

/** Asks before leaving a waitlist. It loads when it is opened, because few people who book need it. */
export default function LeaveDialog({ entry, userId, onClose }: Props) {
  const leave = useLeave(userId);
  const texts =
    entry.state === 'offered'
      ? {
          title: <Trans>Give up these seats?</Trans>,
          description: <Trans>We'll offer these seats to the next group and take you off the waitlist.</Trans>,
          confirm: <Trans>Give up seats</Trans>,
          keep: <Trans>Keep my seats</Trans>,
        }
      : {
          title: <Trans>Leave this waitlist?</Trans>,
          description: (
            <Trans>You'll lose your place. If you join again, everyone who is waiting now comes before you.</Trans>
          ),
          confirm: <Trans>Leave waitlist</Trans>,
          keep: <Trans>Stay on the waitlist</Trans>,
        };
  const confirm = () => leave.mutateAsync(entry.entry_id).then(onClose);
  return <ConfirmDialog open onCancel={onClose} onConfirm={confirm} {...texts} />;
}
