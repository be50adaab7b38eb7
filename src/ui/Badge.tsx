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

/** Tags in a row; nothing without any. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag} tone="accent">
          <bdi>{tag}</bdi>
        </Badge>
      ))}
    </span>
  );
}

const COLOURED = new Set(['ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show']);

/** The colour class of a status. */
export const statusClass = (status: string): string => `st-${COLOURED.has(status) ? status : 'other'}`;

/** A coloured dot with a word; unknown statuses are orange. */
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
