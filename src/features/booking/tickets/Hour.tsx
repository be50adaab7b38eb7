import { formatTime, halvesOf } from '@/lib/format/dates';
import { cx } from '@/ui/cx';

/** Shows the time as the largest text, as '7:00' with a small 'AM'. */
export function Hour({ time, className }: { time: string; className: string }) {
  const [clock, half] = halvesOf(formatTime(time));
  return (
    <p className={cx('font-title leading-none', className)}>
      <span>{clock}</span> <span className="font-sans text-lg font-bold">{half}</span>
    </p>
  );
}
