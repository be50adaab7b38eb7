import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, EyeOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTerritoryName } from '@/features/admin/territories/use-territory-name';
import { usePages } from '@/lib/api/use-pages';
import { usePending } from '@/lib/api/use-pending';
import { mailLink } from '@/lib/format/mail-link';
import { parseImage } from '@/lib/media/media';
import { Card } from '@/ui/Card';
import { cx } from '@/ui/cx';
import { type StatusControls, StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import { Moment } from '../Moment';
import { adminCountsQuery, adminKeys } from '../queries';
import { aboutLabel, useQueueLabels } from './labels';
import { decide, QUEUES, type Queue, type QueueItem, queueQuery } from './queries';

const fields = { queue: urlChoice(QUEUES, 'reports') };

/** Lists reports and submissions, one queue at a time, oldest first. */
export default function QueuesTab() {
  const { t } = useLingui();
  const { shown, change } = useUrlState(fields);
  const labels = useQueueLabels();
  const { data: counts } = useQuery(adminCountsQuery());
  return (
    <Card className="card-clip">
      <ChipChoice
        label={t`Queue`}
        options={QUEUES.map((value) => ({ value, label: labels[value].label, count: counts?.[value] }))}
        chosen={shown.queue}
        onChange={(queue) => change({ queue })}
      />
      <QueueTable key={shown.queue} queue={shown.queue} />
    </Card>
  );
}

function QueueTable({ queue }: { queue: Queue }) {
  const labels = useQueueLabels()[queue];
  const status = useStatus();
  const query = usePages(queueQuery(queue));
  const columns = useColumns(queue);
  const actions = useActions(queue, status);
  return (
    <>
      <div className="px-4 sm:px-5">
        <StatusNotice notice={status.notice} />
      </div>
      <DataTable
        {...paged(query)}
        label={labels.label}
        rowKey={(row) => row.id}
        columns={columns}
        actions={actions}
        empty={<Trans>There's nothing waiting here.</Trans>}
      />
    </>
  );
}

function useColumns(queue: Queue): Column<QueueItem>[] {
  const { t } = useLingui();
  const labels = useQueueLabels()[queue];
  const territoryName = useTerritoryName();
  const columns: Column<QueueItem>[] = [
    { id: 'at', header: t`Date`, width: '12.5rem', cell: (row) => <Moment at={row.at} /> },
    { id: 'what', header: labels.column, card: 'title', cell: (row) => <What item={row} queue={queue} /> },
    { id: 'from', header: t`From`, width: '13rem', cell: (row) => <Sender item={row} /> },
  ];
  // A contact message has no region.
  if (queue === 'contact') return columns;
  const territory = (row: QueueItem) => territoryName(row.territoryId);
  return [...columns, { id: 'territory', header: t`Region`, width: '9rem', cell: territory }];
}

const DECIDING = [...adminKeys.all, 'decide'];

/** Returns the possible decisions for each row. */
function useActions(queue: Queue, status: StatusControls): (row: QueueItem) => RowAction[] {
  const client = useQueryClient();
  const labels = useQueueLabels()[queue];
  const decision = useMutation({
    mutationKey: DECIDING,
    mutationFn: decide,
    onSuccess: (_, { accept }) => status.success(accept ? labels.accepted : labels.declined),
    onError: (error) => status.failure(error),
    // Refetched even after a failure, because a colleague may have been faster.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: adminKeys.queue(queue) });
      await client.invalidateQueries({ queryKey: adminKeys.counts() });
    },
  });
  const deciding = usePending<Parameters<typeof decide>[0]>(DECIDING);
  return (row) => {
    const excerpt = row.text.slice(0, 40) || row.from || '';
    const action = (accept: boolean, label: string, icon: ReactNode): RowAction => ({
      label: `${label}: ${excerpt}`,
      short: label,
      icon,
      inline: true,
      busy: deciding.some(({ id }) => id === row.id),
      onSelect: () => decision.mutate({ queue, id: row.id, accept }),
    });
    const accept = action(
      true,
      labels.accept,
      labels.hides ? <EyeOff aria-hidden="true" /> : <Check aria-hidden="true" />,
    );
    return labels.decline ? [accept, action(false, labels.decline, <X aria-hidden="true" />)] : [accept];
  };
}

function Sender({ item }: { item: QueueItem }) {
  const { t } = useLingui();
  return (
    <>
      <span className="block font-medium">{item.from ?? t`Deleted account`}</span>
      {item.email && (
        <a className="text-xs text-accent-text underline underline-offset-2" href={mailLink(item.email)}>
          {item.email}
        </a>
      )}
    </>
  );
}

function What({ item, queue }: { item: QueueItem; queue: Queue }) {
  const about = aboutLabel(queue, item.about ?? null);
  return (
    <div className="min-w-0 max-w-prose">
      {about && <strong className="block font-semibold">{about}</strong>}
      {item.text && <p className={cx('whitespace-pre-line wrap-anywhere', about && 'mt-0.5')}>{item.text}</p>}
      {item.note && <p className="mt-1 text-xs text-ink-2">{item.note}</p>}
      {item.media && item.media.length > 0 && <Files files={item.media} />}
    </div>
  );
}

function Files({ files }: { files: NonNullable<QueueItem['media']> }) {
  const { t } = useLingui();
  return (
    <ul className="mt-2 flex flex-wrap gap-2" aria-label={t`Files`}>
      {files.map((file, index) => {
        const { src } = parseImage(file.url);
        const n = index + 1;
        const look = 'h-14 w-20 rounded-sm bg-surface-3 object-cover';
        return (
          <li key={file.url}>
            <a href={src} target="_blank" rel="noreferrer" aria-label={t`Open file ${n}`}>
              {file.type === 'video' ? (
                <video src={src} muted preload="metadata" className={look} />
              ) : (
                <img src={src} alt="" loading="lazy" className={look} />
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
