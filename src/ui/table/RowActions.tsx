import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { Spinner } from '@/ui/feedback/Spinner';
import { persist } from '@/ui/loading/lazy-near';
import { IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import type { RowAction } from './types.ts';

const RowMenu = lazy(() => persist(() => import('./RowMenu.tsx')));

/** What can be done with a row: the most used as buttons, the rest behind one. */
export function RowActions({ actions, className }: { actions: readonly RowAction[]; className?: string }) {
  const inline = actions.filter((action) => action.inline);
  const rest = actions.filter((action) => !action.inline);
  return (
    <div className={cx('-mr-2 flex items-center justify-end gap-0.5', className)}>
      {inline.map((action, index) => (
        <IconButton
          // biome-ignore lint/suspicious/noArrayIndexKey: pressed, it may be called something else (Hide, Show), and keeps the focus
          key={index}
          small
          label={action.label}
          title={typeof action.short === 'string' ? action.short : undefined}
          look={action.tone === 'danger' ? 'danger' : 'plain'}
          aria-pressed={action.pressed}
          aria-busy={action.busy || undefined}
          onClick={() => !action.busy && action.onSelect()}
        >
          {action.busy ? <Spinner /> : action.icon}
        </IconButton>
      ))}
      {rest.length > 0 && <RestMenu actions={rest} />}
    </div>
  );
}

/** The menu's code comes when one is first opened: most rows are only read. */
function RestMenu({ actions }: { actions: readonly RowAction[] }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState<'no' | 'pressed' | 'by-key'>('no');
  const loading = wanted !== 'no';
  const busy = actions.some((action) => action.busy);
  const button = (onClick?: (event: MouseEvent) => void) => (
    <IconButton
      small
      label={t`More actions`}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={busy || loading || undefined}
      onClick={onClick}
    >
      {busy || loading ? <Spinner /> : <Ellipsis aria-hidden="true" />}
    </IconButton>
  );
  // A key presses a button without a click of any finger.
  if (!loading) return button(({ detail }) => setWanted(detail === 0 ? 'by-key' : 'pressed'));
  return (
    <Suspense fallback={button()}>
      <RowMenu actions={actions} byKey={wanted === 'by-key'} />
    </Suspense>
  );
}
