import { useLingui } from '@lingui/react/macro';
import type { QueryKey } from '@tanstack/react-query';
import { CalendarDays, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { withQuery } from '@/lib/routing/paths';
import type { RowAction } from '@/ui/table/types';
import { useVisibility } from './use-visibility';

/** A row of what a region offers: an experience or a transport service. */
export interface Offer {
  id: string;
  title: string;
  visible: boolean;
}

interface Options<T extends Offer> {
  /** The list that shows the rows. */
  listKey: QueryKey;
  /** The public lists that are old when one is hidden or shown. */
  publicKey: QueryKey;
  setVisible: (change: { id: string; visible: boolean }) => Promise<void>;
  /** Where one is edited; its calendar is a tab of that page. */
  editPath: (id: string) => string;
  onDelete: (row: T) => void;
  onFailure: (text: string) => void;
}

/** What can be done with each row of a region's offer. */
export function useOfferActions<T extends Offer>(options: Options<T>): (row: T) => RowAction[] {
  const { listKey, publicKey, setVisible, editPath, onDelete, onFailure } = options;
  const { t } = useLingui();
  const navigate = useNavigate();
  const eye = useVisibility<T>({ queryKey: listKey, save: setVisible, onFailure, publicKey });
  return (row) => [
    {
      label: row.visible ? t`Hide ${row.title}` : t`Show ${row.title}`,
      short: row.visible ? t`Hide` : t`Show`,
      icon: row.visible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      inline: true,
      busy: eye.busy(row.id),
      onSelect: () => eye.mutate({ id: row.id, visible: !row.visible }),
    },
    {
      label: t`Edit ${row.title}`,
      short: t`Edit`,
      icon: <Pencil aria-hidden="true" />,
      inline: true,
      onSelect: () => void navigate(editPath(row.id)),
    },
    {
      label: t`Delete ${row.title}`,
      short: t`Delete`,
      icon: <Trash2 aria-hidden="true" />,
      inline: true,
      tone: 'danger',
      onSelect: () => onDelete(row),
    },
    {
      label: t`Calendar of ${row.title}`,
      short: t`Calendar`,
      icon: <CalendarDays aria-hidden="true" />,
      onSelect: () => void navigate(withQuery(editPath(row.id), { tab: 'calendar' })),
    },
  ];
}
