import { Trans, useLingui } from '@lingui/react/macro';
import { usePages } from '@/lib/api/use-pages';
import { formatRelative } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';
import { MorePages } from '@/ui/feedback/MorePages';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Avatar } from '@/ui/media/Avatar';
import { activityQuery, type PartnerActivity } from './queries';

export function RecentActivity({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = usePages(activityQuery(userId));
  const rows = query.rows ?? [];
  return (
    <section aria-labelledby="activity-title" className="card p-4 sm:p-5">
      <h2 id="activity-title" className="text-lg font-bold">
        <Trans>Recent Activity</Trans>
      </h2>
      {query.isPending && (
        <LoadingArea label={t`Loading recent activity`} className="mt-3 grid gap-4">
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-11" />
          ))}
        </LoadingArea>
      )}
      {query.isError && !query.data && (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {query.data && rows.length === 0 && (
        <p className="mt-2 text-ink-2">
          <Trans>Nothing yet. People who register or book through your links appear here.</Trans>
        </p>
      )}
      <ul className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ul>
      <div className="grid gap-3 pt-3 empty:hidden">
        <MorePages pages={query} />
      </div>
    </section>
  );
}

function Entry({ row }: { row: PartnerActivity }) {
  const { t } = useLingui();
  const name = row.tourist_name || t`Deleted user`;
  const { link_name: link } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3.5">
      <Avatar name={name} src={row.tourist_avatar} />
      <div className="min-w-0 flex-1 basis-32">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-sm text-ink-2" lang={row.untranslated?.title}>
          {row.title ?? t`Registered with ${link}`}
        </p>
        {row.title && (
          <p className="truncate text-xs text-ink-2">
            {formatRelative(row.created_at)} · {link}
          </p>
        )}
      </div>
      <div className="ml-auto flex-none text-right">
        {row.status ? (
          <>
            <p className="nums font-semibold">{formatMoney(row.amount, row.currency_symbol)}</p>
            <CommissionBadge status={row.status} />
          </>
        ) : (
          <span className="text-xs text-ink-2">{formatRelative(row.created_at)}</span>
        )}
      </div>
    </li>
  );
}

function CommissionBadge({ status }: { status: string }) {
  if (status === 'paid') {
    return (
      <StatusBadge status="paid">
        <Trans context="booking">Paid</Trans>
      </StatusBadge>
    );
  }
  if (status === 'cancelled') {
    return (
      <StatusBadge status="cancelled">
        <Trans>Cancelled</Trans>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge status="ordered">
      <Trans>Pending</Trans>
    </StatusBadge>
  );
}
