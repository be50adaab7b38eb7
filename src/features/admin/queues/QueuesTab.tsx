import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, EyeOff, X } from 'lucide-react';
import { adminTerritoriesQuery } from '@/features/admin/territories/queries';
import { usePages } from '@/lib/api/use-pages';
import { usePending } from '@/lib/api/use-pending';
import { parseImage } from '@/lib/media/media';
import { Card } from '@/ui/Card';
import { cx } from '@/ui/cx';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import { Moment } from '../Moment';
import { adminCountsQuery, adminKeys } from '../queries';
import { decide, QUEUES, type Queue, type QueueItem, queueQuery } from './queries';
import { aboutLabel, useQueueWords } from './words';

const fields = { queue: urlChoice(QUEUES, 'reports') };

/** What people reported and sent in, one queue at a time, the oldest first. */
export default function QueuesTab() {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const queue = state.shown.queue;
  const words = useQueueWords();
  const { data: counts } = useQuery(adminCountsQuery());
  return (
    <Card className="card-clip">
      <fieldset className="flex flex-wrap gap-2 p-4 sm:px-5">
        <legend className="sr-only">{t`Queue`}</legend>
        {QUEUES.map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={name === queue}
            onClick={() => state.change({ queue: name })}
          >
            {words[name].label}
            {counts && counts[name] > 0 && <span className="nums font-semibold">{counts[name]}</span>}
          </button>
        ))}
      </fieldset>
      <QueueTable key={queue} queue={queue} />
    </Card>
  );
}

const DECIDING = [...adminKeys.all, 'decide'];

function QueueTable({ queue }: { queue: Queue }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const words = useQueueWords()[queue];
  const status = useStatus();
  const query = usePages(queueQuery(queue));
  const { data: territories } = useQuery(adminTerritoriesQuery());
  const { rows } = query;
  const regionName = (id: string | null) => territories?.find((one) => one.id === id)?.name ?? id ?? '–';
  const decision = useMutation({
    mutationKey: DECIDING,
    mutationFn: decide,
    onSuccess: (_, { accept }) => status.success(accept ? words.accepted : words.declined),
    onError: (error) => status.failure(error.message),
    // Also after a failure: a colleague may have been faster.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: adminKeys.queue(queue) });
      await client.invalidateQueries({ queryKey: adminKeys.counts() });
    },
  });

  const deciding = usePending<Parameters<typeof decide>[0]>(DECIDING);

  const columns: Column<QueueItem>[] = [
    { id: 'at', header: t`Date`, width: '12.5rem', cell: (row) => <Moment at={row.at} /> },
    { id: 'what', header: words.column, card: 'title', cell: (row) => <What item={row} queue={queue} /> },
    {
      id: 'from',
      header: t`From`,
      width: '13rem',
      cell: (row) => (
        <>
          <span className="block font-medium">{row.from ?? <Trans>Deleted account</Trans>}</span>
          {row.email && (
            <a className="text-xs text-accent-text underline underline-offset-2" href={`mailto:${row.email}`}>
              {row.email}
            </a>
          )}
        </>
      ),
    },
    ...(queue === 'contact'
      ? []
      : [{ id: 'region', header: t`Region`, width: '9rem', cell: (row: QueueItem) => regionName(row.region) }]),
  ];
  const actions = (row: QueueItem): RowAction[] => {
    const busy = deciding.some(({ id }) => id === row.id);
    const act = (accept: boolean) => () => decision.mutate({ queue, id: row.id, accept });
    const excerpt = row.text.slice(0, 40) || row.from || '';
    const yes: RowAction = {
      label: `${words.accept}: ${excerpt}`,
      short: words.accept,
      icon: words.hides ? <EyeOff aria-hidden="true" /> : <Check aria-hidden="true" />,
      inline: true,
      busy,
      onSelect: act(true),
    };
    if (!words.decline) return [yes];
    return [
      yes,
      {
        label: `${words.decline}: ${excerpt}`,
        short: words.decline,
        icon: <X aria-hidden="true" />,
        inline: true,
        busy,
        onSelect: act(false),
      },
    ];
  };
  return (
    <>
      <div className="px-4 sm:px-5">
        <StatusNotice notice={status.notice} />
      </div>
      <DataTable
        {...paged(query)}
        label={words.label}
        rows={rows}
        rowKey={(row) => row.id}
        columns={columns}
        actions={actions}
        empty={<Trans>Nothing waits here.</Trans>}
      />
    </>
  );
}

function What({ item, queue }: { item: QueueItem; queue: Queue }) {
  const { t } = useLingui();
  const about = aboutLabel(queue, item.about);
  return (
    <div className="min-w-0 max-w-prose">
      {about && <strong className="block font-semibold">{about}</strong>}
      {item.text && <p className={cx('whitespace-pre-line wrap-anywhere', about && 'mt-0.5')}>{item.text}</p>}
      {item.note && <p className="mt-1 text-xs text-ink-2">{item.note}</p>}
      {item.media.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t`Files`}>
          {item.media.map((file, index) => {
            const { src } = parseImage(file.url);
            const n = index + 1;
            return (
              <li key={file.url}>
                <a href={src} target="_blank" rel="noreferrer" aria-label={t`Open file ${n}`}>
                  {file.type === 'video' ? (
                    <video
                      src={src}
                      muted
                      preload="metadata"
                      className="h-14 w-20 rounded-sm bg-surface-3 object-cover"
                    />
                  ) : (
                    <img src={src} alt="" loading="lazy" className="h-14 w-20 rounded-sm bg-surface-3 object-cover" />
                  )}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
