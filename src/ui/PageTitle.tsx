import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Shows the heading of a work page. `RouteAnnouncer` focuses it when the page opens. */
export function PageTitle({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className={cx('font-title text-3xl', className)}>
      {children}
    </h1>
  );
}
