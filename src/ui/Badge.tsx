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

const STATUS_CLASSES = new Set(['ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show']);

/** A status dot with its word; a status without a colour of its own is orange. Knows colours, not meanings. */
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
    <span className={cx('badge', `st-${STATUS_CLASSES.has(status) ? status : 'other'}`, className)}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}
