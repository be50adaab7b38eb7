import { t } from '@lingui/core/macro';
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { RowAction } from './types.ts';

/** Actions for many kinds of rows. `name` is the name of the row. */

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

/** The icon shows the current state, and the label says what a click does. */
export const visibilityAction = (name: string, { visible, busy, onSelect }: Visibility): RowAction => ({
  label: visible ? t`Hide ${name}` : t`Show ${name}`,
  short: visible ? t`Hide` : t`Show`,
  icon: visible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
  inline: true,
  busy,
  onSelect,
});
