import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import { Spinner } from '../Spinner.tsx';
import type { RowAction } from './types.ts';

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

function RestMenu({ actions }: { actions: readonly RowAction[] }) {
  const { t } = useLingui();
  const busy = actions.some((action) => action.busy);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton small label={t`More actions`} aria-busy={busy || undefined}>
          {busy ? <Spinner /> : <Ellipsis aria-hidden="true" />}
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className="menu z-40 min-w-52">
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
