import { useLingui } from '@lingui/react/macro';
import type { QueryKey } from '@tanstack/react-query';
import { CalendarDays, Copy } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { withQuery } from '@/lib/routing/paths';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { deleteAction, editAction, visibilityAction } from '@/ui/table/common-actions';
import type { RowAction } from '@/ui/table/types';
import { useHideQuestion } from '../deletion/use-hide-question';
import { territoryCountsKey } from '../queries';
import { DeleteService } from './DeleteService';
import { catalogueKeys, type ServiceRow, setServiceVisible } from './queries';
import { useDuplicate } from './use-duplicate';
import { useVisibility } from './use-visibility';

interface Options<Row extends ServiceRow> {
  kind: ServiceKind;
  territoryId: string;
  /** The key of the public lists, which are refetched after hiding, showing or deleting. */
  publicKey: QueryKey;
  /** Returns why a service can't be shown yet, or null if it can. */
  blocked?: (row: Row) => string | null;
  remove: (id: string) => Promise<void>;
  /** Returns the address of the editing page. The calendar is a tab of it. */
  editPath: (id: string) => string;
  type: string;
  deleted: string;
  status: StatusControls;
}

/** Provides the actions for each row, and the questions before deleting or hiding. */
export function useServiceActions<Row extends ServiceRow>(options: Options<Row>) {
  const { kind, territoryId, publicKey, blocked, remove, editPath, type, deleted, status } = options;
  const { t } = useLingui();
  const navigate = useNavigate();
  const visibility = useVisibility({
    queryKey: catalogueKeys.list(kind, territoryId),
    publicKey,
    save: setServiceVisible,
    onFailure: status.failure,
  });
  const { duplicate, busy } = useDuplicate({
    refresh: [catalogueKeys.all, territoryCountsKey],
    onCopied: (copyId) => void navigate(editPath(copyId)),
    onFailure: status.failure,
  });
  const [deleting, setDeleting] = useState<ServiceRow | null>(null);
  const hiding = useHideQuestion((id) => visibility.mutate({ id, visible: false }));
  const toggle = (row: Row) => {
    const why = row.visible ? null : blocked?.(row);
    if (why) status.failure(why);
    else if (row.visible) hiding.ask({ territoryId, kind, id: row.id, name: row.title });
    else visibility.mutate({ id: row.id, visible: true });
  };
  const actions = (row: Row): RowAction[] => [
    visibilityAction(row.title, {
      visible: row.visible,
      busy: visibility.busy(row.id) || hiding.asking(row.id),
      onSelect: () => toggle(row),
    }),
    editAction(row.title, () => void navigate(editPath(row.id))),
    deleteAction(row.title, () => setDeleting(row)),
    {
      label: t`Calendar for ${row.title}`,
      short: t`Calendar`,
      icon: <CalendarDays aria-hidden="true" />,
      onSelect: () => void navigate(withQuery(editPath(row.id), { tab: 'calendar' })),
    },
    {
      label: t`Duplicate ${row.title}`,
      short: t`Duplicate`,
      icon: <Copy aria-hidden="true" />,
      busy: busy(row.id),
      onSelect: () => duplicate(row.id),
    },
  ];
  const close = () => setDeleting(null);
  const onDeleted = () => {
    close();
    status.success(deleted);
  };
  const deletion = deleting && (
    <DeleteService {...{ kind, territoryId, type, remove, publicKey, onDeleted }} service={deleting} onCancel={close} />
  );
  return { actions, question: deletion ?? hiding.question };
}
