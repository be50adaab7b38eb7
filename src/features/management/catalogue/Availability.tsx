import { cx } from '@/ui/cx';

/** '6 / 12' with a bar of the same; red where nothing is left. */
export function Availability({ available, max }: { available: number; max: number }) {
  const share = max > 0 ? Math.min(1, available / max) : 0;
  return (
    <span className="inline-flex items-center gap-2.5">
      <span aria-hidden="true" className="h-1.5 w-14 flex-none overflow-hidden rounded-full bg-surface-3">
        <span
          className={cx('block h-full min-w-1 rounded-full', available > 0 ? 'bg-selva-600' : 'bg-danger')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className={cx('nums', available === 0 && 'font-semibold text-danger-text')}>
        {available} / {max}
      </span>
    </span>
  );
}
