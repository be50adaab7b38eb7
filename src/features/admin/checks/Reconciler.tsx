import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Moment } from '../Moment';
import { type ReconcilerReport, reconcilerQuery } from './queries';

/** Shows whether the reconciler runs, and what it has done. */
export function Reconciler() {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(reconcilerQuery());
  return (
    <Card className="p-4 sm:px-5">
      <h2 className="text-lg font-bold">
        <Trans>Reconciler</Trans>
      </h2>
      {data ? (
        <Report report={data} />
      ) : error ? (
        <ErrorState
          className="mt-3 border-0! p-0!"
          title={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LoadingArea label={t`Loading`} className="mt-2">
          <Skeleton className="h-16" />
        </LoadingArea>
      )}
    </Card>
  );
}

function Report({ report }: { report: ReconcilerReport }) {
  const { last_run_at: last, late, runs, unreachable, waiting, parked, done } = report;
  return (
    <>
      <p className="text-sm text-ink-2">
        {last ? (
          <Trans>
            Last run <Moment at={last} />
          </Trans>
        ) : (
          <Trans>The reconciler has never run.</Trans>
        )}
        {runs > 0 && (
          <span>
            {', '}
            <Plural value={runs} one="# run in 24 hours" other="# runs in 24 hours" />
          </span>
        )}
      </p>
      {waiting + parked > 0 && (
        <p className="text-sm text-ink-2">
          <span>
            <Plural value={waiting} one="# task in the queue." other="# tasks in the queue." />
          </span>{' '}
          <span>
            <Plural value={parked} one="# task needs attention." other="# tasks need attention." />
          </span>
        </p>
      )}
      {late && (
        <Alert tone="danger" className="mt-3">
          <Trans>
            The reconciler should run every minute. Until it runs again, seats with expired holds stay unavailable, and
            failed refunds and emails aren't retried.
          </Trans>
        </Alert>
      )}
      {unreachable > 0 && (
        <Alert tone="warn" className="mt-3">
          <Plural
            value={unreachable}
            one="Stripe failed to answer # time in the last 24 hours. We're trying again."
            other="Stripe failed to answer # times in the last 24 hours. We're trying again."
          />
        </Alert>
      )}
      {runs > 0 && <Done done={done} />}
    </>
  );
}

/** Shows what it has done in the last 24 hours. */
function Done({ done }: Pick<ReconcilerReport, 'done'>) {
  const { t, i18n } = useLingui();
  const labels: Record<string, string> = {
    released: t`Seat holds released`,
    cancel_queued: t`Card holds released`,
    synced: t`Payments checked with Stripe`,
    operations: t`Cards charged or released`,
    events_heard: t`Stripe messages recovered`,
    sent: t`Messages sent`,
    deletions: t`Accounts deleted`,
    passports_deleted: t`Passport photos deleted`,
    media_deleted: t`Abandoned files deleted`,
  };
  const rows = Object.entries(labels).filter(([name]) => (done[name] ?? 0) > 0);
  if (rows.length === 0) {
    return (
      <p className="mt-2 text-sm text-ink-2">
        <Trans>The reconciler had nothing to do in the last 24 hours.</Trans>
      </p>
    );
  }
  return (
    <dl className="mt-3 grid gap-x-10 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {rows.map(([name, label]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{label}</dt>
          <dd className="nums font-semibold">{i18n.number(done[name] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
