import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { Spinner } from '@/ui/feedback/Spinner';
import { IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import type { RowAction } from './types.ts';

/** What is not in sight of a row, behind a button. It is drawn to be opened. */
export default function RowMenu({ actions, byKey }: { actions: readonly RowAction[]; byKey: boolean }) {
  const { t } = useLingui();
  // Radix has not seen the key that opened it first, and would leave the arrows to find the first line.
  const toFirst = useRef(byKey);
  const busy = actions.some((action) => action.busy);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <IconButton small label={t`More actions`} aria-busy={busy || undefined}>
          {busy ? <Spinner /> : <Ellipsis aria-hidden="true" />}
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="menu z-40 min-w-52"
          onFocus={({ target, currentTarget }) => {
            if (!toFirst.current || target !== currentTarget) return;
            toFirst.current = false;
            currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
          }}
        >
          {actions.map((action) => (
            <DropdownMenu.Item key={action.label} asChild disabled={action.busy ?? false} onSelect={action.onSelect}>
              <button type="button" className={cx('text-left', action.tone === 'danger' && 'text-danger-text')}>
                {action.icon}
                {action.short}
              </button>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
