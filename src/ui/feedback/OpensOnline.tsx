import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

interface Props {
  className?: string;
  /** A retry button, because the browser may be wrong about the connection. */
  action?: ReactNode;
}

/**
 * Replaces a part that isn't available offline. It doesn't look like an error, because the page's frame already says
 * that the person is offline. The owner must retry once the connection is back.
 */
export function OpensOnline({ className, action }: Props) {
  return (
    <div role="alert" className={cx('grid justify-items-center gap-4 p-8 text-center text-ink-2', className)}>
      <p>
        <Trans>You're offline. This page will open when you're back online.</Trans>
      </p>
      {action}
    </div>
  );
}
