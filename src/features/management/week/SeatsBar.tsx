import { cx } from '@/ui/cx';
import type { WeekDeparture } from './queries';
import { type DepartureState, stateOf, takenOf } from './week';

const FILLS: Record<DepartureState, string> = {
  cancelled: 'bg-line-strong',
  past: 'bg-line-strong',
  open: 'bg-accent',
  full: 'bg-success',
  private: 'bg-success',
  unled: 'bg-warn',
  closed: 'bg-line-strong',
};

/** Shows a departure's seats as a bar. The numbers are beside it. */
export function SeatsBar({ departure, className }: { departure: WeekDeparture; className?: string }) {
  const share = departure.capacity > 0 ? Math.min(1, takenOf(departure) / departure.capacity) : 0;
  return (
    <span
      aria-hidden="true"
      className={cx('my-1 block h-1 overflow-hidden rounded-full bg-surface-3 forced-colors:border', className)}
    >
      <span
        className={cx('block h-full rounded-full forced-colors:bg-[Highlight]', FILLS[stateOf(departure)])}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}
