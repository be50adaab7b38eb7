import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { ICONS, LOOKS } from './DepartureButton';

/** Explains the colours and marks, which the table also shows as text. */
export function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-1 pt-3 text-xs text-ink-2">
      <Key look={LOOKS.full}>
        <Trans>Sold out</Trans>
      </Key>
      <Key look={LOOKS.private} icon={ICONS.private}>
        <Trans>Private group</Trans>
      </Key>
      <Key look={LOOKS.unled} icon={ICONS.unled}>
        <Trans>No guide or driver</Trans>
      </Key>
      <Key look={LOOKS.closed} icon={ICONS.closed}>
        <Trans>Closed</Trans>
      </Key>
      <Key look={LOOKS.cancelled} icon={ICONS.cancelled}>
        <Trans>Cancelled</Trans>
      </Key>
    </ul>
  );
}

function Key({ look, icon, children }: { look: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <i
        aria-hidden="true"
        className={cx('grid size-5 place-items-center rounded-xs border border-line-strong [&>svg]:size-3.5', look)}
      >
        {icon}
      </i>
      <span>{children}</span>
    </li>
  );
}
