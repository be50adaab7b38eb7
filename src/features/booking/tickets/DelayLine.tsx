import { useLingui } from '@lingui/react/macro';
import { ClockAlert } from 'lucide-react';
import { formatTime } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import type { TicketRow } from './pages';

/** Returns when the delayed departure of a ticket is expected to leave, until its guest has arrived. */
export const expectedTime = (row: Pick<TicketRow, 'check_in_status' | 'expected_time'>): string | null =>
  row.check_in_status === 'pending' ? (row.expected_time ?? null) : null;

interface Props {
  /** When the delayed departure is expected to leave. Nothing is shown without it. */
  expected: string | null | undefined;
  className?: string | undefined;
}

/** Shows beside the scheduled time when a delayed departure is expected to leave. */
export function DelayLine({ expected, className }: Props) {
  const { t } = useLingui();
  if (!expected) return null;
  const time = formatTime(expected);
  return (
    <p className={cx('nums flex items-start gap-2 font-semibold text-warn-text', className)} role="status">
      <ClockAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <Fresh>{t`Running late: expected at ${time}`}</Fresh>
    </p>
  );
}
