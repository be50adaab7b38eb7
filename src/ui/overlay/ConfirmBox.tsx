import { Trans } from '@lingui/react/macro';
import { AlertDialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useReturnFocus } from './use-return-focus.ts';

export interface ConfirmProps {
  open: boolean;
  onCancel: () => void;
  /** Closing is the caller's: a failure is shown here, and may be tried again. */
  onConfirm: () => Promise<unknown>;
  title: ReactNode;
  /** One sentence: what will happen. */
  description: ReactNode;
  /** What else there is to know. */
  children?: ReactNode;
  confirm: ReactNode;
  tone?: 'danger' | 'primary';
}

/** Asks before what cannot be taken back. Focus starts on Cancel. */
export default function ConfirmBox({
  open,
  onCancel,
  onConfirm,
  title,
  description,
  children,
  confirm,
  tone = 'danger',
}: ConfirmProps) {
  const focus = useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function run() {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  function onOpenChange(next: boolean) {
    if (next || busy) return;
    setFailure(null);
    onCancel();
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="sheet-overlay" />
        <Radix.Content {...focus} className="dialog dialog-center p-5 sm:p-6">
          <Radix.Title className="font-title text-2xl">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-2 wrap-anywhere">{description}</Radix.Description>
          {children && <div className="mt-4">{children}</div>}
          {failure && (
            <Alert tone="danger" className="mt-4">
              {failure}
            </Alert>
          )}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Radix.Cancel asChild>
              <Button>
                <Trans>Cancel</Trans>
              </Button>
            </Radix.Cancel>
            <Button variant={tone} busy={busy} onClick={() => void run()}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
