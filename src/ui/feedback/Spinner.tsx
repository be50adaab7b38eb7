import { useLingui } from '@lingui/react/macro';
import { cx } from '@/ui/cx';

/** Shows a spinner that screen readers ignore. Its owner must describe the progress in words. */
export function Spinner({ className }: { className?: string }) {
  return <span className={cx('spinner', className)} aria-hidden="true" />;
}

/**
 * Shows that a whole view is loading. It appears after 150 ms, and fills the window so that the footer doesn't move.
 */
export function PageSpinner({ label }: { label?: string }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      className="appear-late grid min-h-dvh flex-1 content-start justify-items-center py-32 text-ink-2"
    >
      <span className="inline-flex items-center gap-3 text-sm font-medium">
        <Spinner className="size-6!" />
        {label ?? t`Loading`}
      </span>
    </div>
  );
}
