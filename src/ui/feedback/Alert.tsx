import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

export type AlertTone = 'danger' | 'warn' | 'info' | 'success' | 'accent';

const ICONS = { danger: CircleAlert, warn: TriangleAlert, info: Info, success: CircleCheck, accent: Info } as const;

export interface AlertProps {
  tone: AlertTone;
  /** Replaces the icon of the tone. */
  icon?: ReactNode;
  /** A small button or link at the end. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Shows a message within the page. Failures interrupt a screen reader, and other messages wait. */
export function Alert({ tone, icon, action, className, children }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className={cx('alert', Boolean(action) && 'flex-wrap', `alert-${tone}`, className)}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      {icon ?? <Icon aria-hidden="true" />}
      {/* The text keeps at least this width. If there is no room beside it, the button moves below. */}
      <div className="min-w-0 flex-1 basis-44">{children}</div>
      {action}
    </div>
  );
}
