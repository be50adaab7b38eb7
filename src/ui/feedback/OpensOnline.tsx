import { Trans } from '@lingui/react/macro';
import { cx } from '@/ui/cx';

/** In the place of what was never read, while there is no signal: no fault, and nothing to press. Its owner reads it when the line is back. */
export function OpensOnline({ className }: { className?: string }) {
  return (
    <p role="alert" className={cx('p-8 text-center text-ink-2', className)}>
      <Trans>You are offline. This opens when the signal is back.</Trans>
    </p>
  );
}
