import { Trans } from '@lingui/react/macro';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { isTabChange } from '@/ui/Tabs';

interface Props {
  dirty: boolean;
  onDiscard?: () => void;
}

/**
 * Asks before a link or the closing of the browser's tab throws away what was typed. The Back button is not held up: the
 * form's draft is there for it.
 */
export function UnsavedGuard({ dirty, onDiscard }: Props) {
  // A router knows one blocker at a time, and a page may have several forms.
  return dirty && <LeaveQuestion {...(onDiscard && { onDiscard })} />;
}

function LeaveQuestion({ onDiscard }: Pick<Props, 'onDiscard'>) {
  // A form that is saved or given up replaces the address; who leaves it goes to another one.
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there, historyAction }) =>
      historyAction === 'PUSH' &&
      !isTabChange(there.state) &&
      (here.pathname !== there.pathname || here.search !== there.search),
  );
  useBeforeUnload((event) => event.preventDefault());
  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      onCancel={() => blocker.reset?.()}
      onLeave={async () => {
        onDiscard?.();
        blocker.proceed?.();
      }}
    />
  );
}

interface LeaveProps {
  open: boolean;
  onCancel: () => void;
  onLeave: () => Promise<unknown>;
}

/** The question before what was typed is thrown away. */
export function LeaveDialog({ open, onCancel, onLeave }: LeaveProps) {
  return (
    <ConfirmDialog
      open={open}
      onCancel={onCancel}
      onConfirm={onLeave}
      title={<Trans>Leave without saving?</Trans>}
      description={<Trans>Your changes have not been saved.</Trans>}
      confirm={<Trans>Leave</Trans>}
    />
  );
}
