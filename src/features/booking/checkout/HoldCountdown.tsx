import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { clockText, useSecondsLeft } from '@/lib/hooks/use-seconds-left';

interface Props {
  expiresAt: string;
  onEnd?: () => void;
  children?: ReactNode;
}

/** Shows the remaining time, in seconds on screen and in minutes for screen readers. */
export function HoldCountdown({ expiresAt, onEnd, children }: Props) {
  const left = useSecondsLeft(expiresAt, onEnd);
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
