import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

interface Props {
  className?: string;
  /** A button, because the browser may be wrong about the connection. */
  action?: ReactNode;
}

/**
 * Shown offline in place of a part that isn't available. It isn't an error and has no box of its own, because the
 * page's frame also says that the person is offline. The owner retries when the connection is back.
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
