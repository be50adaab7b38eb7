import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'neutral' | 'line' | 'accent' | 'brand' | 'warn' | 'success' | 'danger' | 'paper';

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return <span className={cx('badge', tone !== 'neutral' && `badge-${tone}`, className)}>{children}</span>;
}

const COLOURED = new Set(['ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show']);

/** Returns the CSS class that colours a status. */
export const statusClass = (status: string): string => `st-${COLOURED.has(status) ? status : 'other'}`;

/** Shows a status as a coloured dot and a word. Unknown statuses are orange. */
export function StatusBadge({
  status,
  className,
  children,
}: {
  status: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cx('badge', statusClass(status), className)}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}
