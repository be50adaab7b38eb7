import type { ReactNode } from 'react';
import { Spinner } from '@/ui/feedback/Spinner';

type Props = {
  blocked: boolean;
  busy?: boolean;
  icon: ReactNode;
  onPress: () => void;
  describedBy?: string;
  children: ReactNode;
};

/**
 * The pay button. `blocked` is `aria-disabled` and not `disabled`: it looks and reads as off, and a press on it still
 * says what is missing (or opens the waiver), where a dead button would leave people guessing.
 */
export function PayButton({ blocked, busy = false, icon, onPress, describedBy, children }: Props) {
  return (
    <button
      type="button"
      className="btn btn-primary btn-lg btn-block"
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={busy ? undefined : onPress}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
