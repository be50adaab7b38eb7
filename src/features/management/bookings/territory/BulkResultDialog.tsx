import { Trans } from '@lingui/react/macro';
import { customerName } from '@/features/management/bookings/labels';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Dialog } from '@/ui/overlay/Dialog';
import type { BulkResult } from './use-bulk';

interface Props {
  result: BulkResult;
  done: string;
  onRetry: () => void;
  onClose: () => void;
}

/** Lists the selected bookings for which the action failed, with the reasons. */
export default function BulkResultDialog({ result: { done: count, failed }, done, onRetry, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Some bookings couldn't be changed</Trans>}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {failed.some(({ again }) => again) && (
            <Button variant="primary" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </>
      }
    >
      {count > 0 && (
        <Alert tone="success" className="mb-4">
          {done}
        </Alert>
      )}
      <ul className="grid gap-3">
        {failed.map(({ row, reason }) => (
          <li key={row.id} className="wrap-anywhere">
            <strong className="font-semibold">{customerName(row)}</strong>
            <span className="text-ink-2">, {row.title}</span>
            <span className="block text-danger-text">{reason}</span>
          </li>
        ))}
      </ul>
      {failed.some(({ signIn }) => signIn) && <SignInLink />}
    </Dialog>
  );
}
