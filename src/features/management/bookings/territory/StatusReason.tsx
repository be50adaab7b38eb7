import { Trans, useLingui } from '@lingui/react/macro';
import { statusLabel } from '@/features/booking/tickets/labels';
import { ReasonDialog } from '@/ui/form/ReasonDialog';
import type { Change } from './use-status-change';

interface Props {
  change: Change;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

/** Asks why an arrival is set after its day. The reason goes into the booking's history and the audit log. */
export default function StatusReason({ change: { row, to }, ...dialog }: Props) {
  const { t } = useLingui();
  const status = statusLabel(to);
  return (
    <ReasonDialog
      {...dialog}
      draft={`status-${row.kind}-${row.id}-${to}`}
      title={<Trans>Set to {status}</Trans>}
      description={
        <Trans>
          The date of {row.title} has passed. Your reason stays in the booking's history. A guest with an account is
          notified of the new status in the app.
        </Trans>
      }
      label={<Trans>Why are you changing it now?</Trans>}
      required={t`Please give a reason`}
      submit={<Trans>Set to {status}</Trans>}
      variant="primary"
    />
  );
}
