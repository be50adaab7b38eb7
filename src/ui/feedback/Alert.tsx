import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

export type AlertTone = 'danger' | 'warn' | 'info' | 'success' | 'accent';

const ICONS = { danger: CircleAlert, warn: TriangleAlert, info: Info, success: CircleCheck, accent: Info } as const;

export interface AlertProps {
  tone: AlertTone;
  /** An icon instead of the tone's. */
  icon?: ReactNode;
  /** A small button or link after the text. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Shows a message within the page. A failure interrupts screen readers, and other messages don't. */
export function Alert({ tone, icon, action, className, children }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className={cx('alert', Boolean(action) && 'flex-wrap', `alert-${tone}`, className)}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      {icon ?? <Icon aria-hidden="true" />}
      {/* If the text would become narrower than this, the button moves below it. */}
      <div className="min-w-0 flex-1 basis-44">{children}</div>
      {action}
    </div>
  );
}
