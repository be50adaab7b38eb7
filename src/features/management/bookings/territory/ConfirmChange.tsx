import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type Seen, type StatusPlan, statusPlanQuery } from '@/features/management/bookings/booking/queries';
import { customerName } from '@/features/management/bookings/labels';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { Consequences } from './Consequences';
import StatusReason from './StatusReason';
import type { Change } from './use-status-change';

interface Props {
  change: Change;
  onCancel: () => void;
  onConfirm: (seen: Seen) => Promise<void>;
}

/** Asks before changing a status, and shows the database's plan for seats, money and the guest. */
export default function ConfirmChange({ change, onCancel, onConfirm }: Props) {
  const { row, to } = change;
  const query = useQuery(statusPlanQuery(row.id, to));
  // The confirmed plan stays visible until the response arrives, because the new status has a different plan.
  const [confirmed, setConfirmed] = useState<StatusPlan | null>(null);
  const plan = confirmed ?? query.data;
  const status = statusLabel(to);
  const confirm = (reason?: string) => {
    setConfirmed(plan ?? null);
    return onConfirm({ from: row.status, amount: plan?.amount ?? 0, ...(reason ? { reason } : {}) }).finally(() =>
      setConfirmed(null),
    );
  };
  if (plan?.needs_reason) return <StatusReason change={change} onCancel={onCancel} onConfirm={confirm} />;
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      onConfirm={() => confirm()}
      title={<Trans>Set to {status}</Trans>}
      description={
        <Trans>
          {row.title}, {customerName(row)}
        </Trans>
      }
      confirm={
        plan && !plan.refusal ? (
          <span>
            <Trans>Set to {status}</Trans>
          </span>
        ) : null
      }
      tone={plan?.seats === 'free' ? 'danger' : 'primary'}
    >
      {plan ? <Consequences plan={plan} /> : query.error ? <LoadFailed query={query} /> : <Skeleton className="h-20" />}
    </ConfirmDialog>
  );
}
