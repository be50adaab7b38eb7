import { t } from '@lingui/core/macro';
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { RowAction } from './types.ts';

/** Returns the action that edits a row. `name` is the row's name. */

export const editAction = (name: string, onSelect: () => void): RowAction => ({
  label: t`Edit ${name}`,
  short: t`Edit`,
  icon: <Pencil aria-hidden="true" />,
  inline: true,
  onSelect,
});

export const deleteAction = (name: string, onSelect: () => void): RowAction => ({
  label: t`Delete ${name}`,
  short: t`Delete`,
  icon: <Trash2 aria-hidden="true" />,
  inline: true,
  tone: 'danger',
  onSelect,
});

interface Visibility {
  visible: boolean;
  busy: boolean;
  onSelect: () => void;
}

/** Returns the action that shows or hides a row. The icon is the current state, and the label is what a click does. */
export const visibilityAction = (name: string, { visible, busy, onSelect }: Visibility): RowAction => ({
  label: visible ? t`Hide ${name}` : t`Show ${name}`,
  short: visible ? t`Hide` : t`Show`,
  icon: visible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
  inline: true,
  busy,
  onSelect,
});
