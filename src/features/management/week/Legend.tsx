import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { LOOKS } from './DepartureButton';

/** What the colours mean; each stands with its words in the table too. */
export function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-1 pt-3 text-xs text-ink-2">
      <Key look={LOOKS.full}>
        <Trans>Sold out</Trans>
      </Key>
      <Key look={LOOKS.unled}>
        <Trans>No guide or driver</Trans>
      </Key>
      <Key look={LOOKS.closed}>
        <Trans>Closed</Trans>
      </Key>
    </ul>
  );
}

function Key({ look, children }: { look: string; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <i aria-hidden="true" className={cx('size-3.5 rounded-xs border border-line-strong', look)} />
      <span>{children}</span>
    </li>
  );
}
