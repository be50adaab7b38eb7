import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { Spinner } from '@/ui/feedback/Spinner';
import { Menu, MenuItem } from '@/ui/overlay/Menu';
import { IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import type { RowAction } from './types.ts';

/** Shows a row's actions: the common ones as buttons, and the rest in a menu. */
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
  const trigger = (
    <IconButton small label={t`More actions`} aria-busy={busy || undefined}>
      {busy ? <Spinner /> : <Ellipsis aria-hidden="true" />}
    </IconButton>
  );
  return (
    <Menu trigger={trigger}>
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          icon={action.icon}
          danger={action.tone === 'danger'}
          busy={action.busy ?? false}
          onSelect={action.onSelect}
        >
          {action.short}
        </MenuItem>
      ))}
    </Menu>
  );
}
