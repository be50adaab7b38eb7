import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Timer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

/** Whole seconds until an instant, never below zero. */
export const secondsLeft = (expiresAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));

export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long the seats are kept: seconds for the eye, minutes for a screen reader. */
export function HoldCountdown({ expiresAt, children }: { expiresAt: string; children?: ReactNode }) {
  const [left, setLeft] = useState(() => secondsLeft(expiresAt, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(expiresAt, Date.now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  const minutes = Math.ceil(left / 60);
  const clock = clockText(left);
  return (
    <p className="alert alert-accent">
      <Timer aria-hidden="true" />
      <span role="timer" aria-live="off" aria-atomic="true">
        <Trans>
          Your seats are held for <strong className="nums font-semibold">{clock}</strong>
        </Trans>
        {children && <span className="block">{children}</span>}
      </span>
      <span className="sr-only" aria-live="polite">
        {plural(minutes, { one: '# minute left to pay', other: '# minutes left to pay' })}
      </span>
    </p>
  );
}
