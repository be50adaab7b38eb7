import { Trans, useLingui } from '@lingui/react/macro';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMonth } from '@/lib/format/dates';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { MonthFigures } from './MonthFigures';
import { closeMonth, type Month } from './queries';

interface Props {
  open: boolean;
  territoryId: string;
  month: Month;
  currency: TerritoryCurrency;
  notice: StatusControls;
  refresh: () => Promise<void>;
  onEnd: () => void;
}

/** Asks with the figures before a month is closed, and says who closed it if someone else was faster. */
export function CloseMonth({ open, territoryId, month, currency, notice, refresh, onEnd }: Props) {
  const { t } = useLingui();
  const name = formatMonth(month.month.slice(0, 7));
  const close = async () => {
    try {
      const { outcome, closed_by_name } = await closeMonth(territoryId, month);
      const by = closed_by_name ?? t`Deleted account`;
      onEnd();
      notice.success(outcome === 'closed' ? t`${name} is closed` : t`${name} was already closed by ${by}`);
    } finally {
      // The figures may have changed since they were read.
      await refresh();
    }
  };
  return (
    <ConfirmDialog
      open={open}
      tone="primary"
      title={<Trans>Close {name}?</Trans>}
      description={
        <Trans>
          We'll freeze these figures with your name and the time. Later refunds and corrections go into the next month.
          You can't undo this.
        </Trans>
      }
      confirm={<Trans>Close month</Trans>}
      keep={<Trans>Keep open</Trans>}
      onCancel={onEnd}
      onConfirm={close}
    >
      <MonthFigures sums={month.sums} currency={currency} />
    </ConfirmDialog>
  );
}
