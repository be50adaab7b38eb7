import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePages } from '@/lib/api/use-pages';
import { usePending } from '@/lib/api/use-pending';
import { paths } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import { Moment } from '../Moment';
import { adminKeys } from '../queries';
import { whatFails, whatToDo } from './labels';
import { retryTrouble, type Trouble, troublesQuery } from './queries';

/** Lists background work that fails, and items that need attention. */
export function Troubles() {
  const { t } = useLingui();
  const status = useStatus();
  const list = usePages(troublesQuery());
  const actions = useActions(status);
  return (
    <Card className="card-clip">
      <div className="p-4 sm:px-5">
        <h2 className="text-lg font-bold">
          <Trans>Failed and pending tasks</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          <Trans>
            We retry each task automatically, with longer pauses each time. If a task keeps failing, it needs your
            attention. Everything else keeps running.
          </Trans>
        </p>
        <StatusNotice notice={status.notice} />
      </div>
      <DataTable
        {...paged(list)}
        label={t`Failed and pending tasks`}
        rowKey={(row) => row.key}
        columns={useColumns()}
        actions={actions}
        cardsBelow="lg"
        empty={<Trans>No failures.</Trans>}
      />
    </Card>
  );
}

const RETRYING = [...adminKeys.troubles(), 'retry'];

function useActions(status: ReturnType<typeof useStatus>): (row: Trouble) => RowAction[] {
  const { t } = useLingui();
  const client = useQueryClient();
  const retry = useMutation({
    mutationKey: RETRYING,
    mutationFn: retryTrouble,
    onSuccess: () => status.success(t`We'll retry this task within a minute`),
    onError: (error) => status.failure(error),
    // Refetched even after a failure, because the work may be done or a colleague was faster.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.troubles() }),
  });
  const retrying = usePending<Trouble>(RETRYING).map(({ key }) => key);
  return (row) => {
    if (row.kind === 'dispute') return [];
    const subject = row.subject;
    return [
      {
        label: t`Try again: ${subject}`,
        short: t`Try again`,
        icon: <RotateCcw aria-hidden="true" />,
        inline: true,
        busy: retrying.includes(row.key),
        onSelect: () => retry.mutate(row),
      },
    ];
  };
}

function useColumns(): Column<Trouble>[] {
  const { t } = useLingui();
  return [
    {
      id: 'what',
      header: t`Task`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold">{whatFails(row.kind)}</strong>
          <code className="text-xs wrap-anywhere">{row.subject}</code>
        </>
      ),
    },
    {
      id: 'state',
      header: t`State`,
      width: '11rem',
      cell: (row) =>
        row.parked ? (
          <Badge tone="danger">{t`Needs attention`}</Badge>
        ) : (
          <>
            <Badge tone="warn">{t`Retrying automatically`}</Badge>
            {row.next_attempt_at && (
              <span className="mt-1 block text-xs text-ink-2">
                <Moment at={row.next_attempt_at} />
              </span>
            )}
          </>
        ),
    },
    {
      id: 'since',
      header: t`Since`,
      width: '12.5rem',
      cell: (row) => <Moment at={row.first_at} />,
    },
    {
      id: 'error',
      header: t`Error and what to do`,
      cell: (row) => (
        <>
          <span className="block text-xs text-danger-text wrap-anywhere">{row.error}</span>
          <span className="text-sm">{whatToDo(row.kind)}</span>
          {row.kind === 'dispute' && (
            <Link className="link block text-sm" to={paths.chargeback(row.item)}>
              <Trans>Evidence for the bank</Trans>
            </Link>
          )}
        </>
      ),
    },
  ];
}
