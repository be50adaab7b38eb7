import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface Props {
  /** Names the figure for screen readers. */
  label: string;
  /** Opens the list of its bookings. Undefined if there is no such list, so that the figure is only text. */
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** Shows an amount that opens the bookings of which it is the sum. */
export function FigureButton({ label, onOpen, children }: Props) {
  const { t } = useLingui();
  if (!onOpen) return children;
  return (
    <button
      type="button"
      className="min-h-11 text-left underline decoration-line-strong underline-offset-4 hover:decoration-current"
      onClick={onOpen}
    >
      <span>{children}</span> <span className="sr-only">{t`${label}: show bookings`}</span>
    </button>
  );
}
