import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

interface Props {
  className?: string;
  /** A button, where the browser may be wrong about the signal. */
  action?: ReactNode;
}

/**
 * In the place of what never came, while there is no signal: no fault, and no box beside that of the page's frame, which says so too.
 * Its owner asks for it when the line is back.
 */
export function OpensOnline({ className, action }: Props) {
  return (
    <div role="alert" className={cx('grid justify-items-center gap-4 p-8 text-center text-ink-2', className)}>
      <p>
        <Trans>You're offline. This will open when you're back online.</Trans>
      </p>
      {action}
    </div>
  );
}
