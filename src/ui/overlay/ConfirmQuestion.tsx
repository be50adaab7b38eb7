import { Trans } from '@lingui/react/macro';
import * as AlertDialog from 'radix-ui/alert-dialog';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface ConfirmProps {
  open: boolean;
  onCancel: () => void;
  /** Runs the action. The caller closes the dialog afterwards. A failure is shown in the dialog and can be retried. */
  onConfirm: () => Promise<unknown>;
  title: ReactNode;
  /** One sentence about the consequences. */
  description: ReactNode;
  /** Further details. */
  children?: ReactNode;
  /** The text of the button that confirms, or null if there is nothing to confirm yet. */
  confirm: ReactNode | null;
  /** The text of the button that changes nothing, where 'Cancel' would be ambiguous. */
  keep?: ReactNode;
  tone?: 'danger' | 'primary';
}

/** Shows the question of a `ConfirmDialog`. Cancel has the focus first. */
export default function ConfirmQuestion(props: ConfirmProps) {
  const { open, onCancel, onConfirm, keep } = props;
  // Keeps the confirmed content until the response arrives, because the action itself may change what the dialog asks
  // about.
  const [confirmed, setConfirmed] = useState<ConfirmProps | null>(null);
  const { title, description, children, confirm, tone = 'danger' } = confirmed ?? props;
  const focus = useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  async function run() {
    setBusy(true);
    setConfirmed(props);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
      setConfirmed(null);
    }
  }
  function onOpenChange(next: boolean) {
    if (next || busy) return;
    setFailure(null);
    onCancel();
  }
  useBackCloses(open, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="sheet-overlay" />
        <AlertDialog.Content {...focus} className="dialog dialog-center p-5 sm:p-6">
          <AlertDialog.Title className="font-title text-[min(1.5rem,8vw)] leading-tight wrap-anywhere">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-2 wrap-anywhere">{description}</AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          <FailureAlert error={failure} className="mt-4" />
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button>
                {confirm === null ? (
                  <span key="close">
                    <Trans>Close</Trans>
                  </span>
                ) : keep ? (
                  <span key="keep">{keep}</span>
                ) : (
                  <span>
                    <Trans>Cancel</Trans>
                  </span>
                )}
              </Button>
            </AlertDialog.Cancel>
            {confirm !== null && (
              <Button variant={tone} busy={busy} onClick={() => void run()}>
                {confirm}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
