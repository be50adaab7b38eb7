import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { listFormat } from '@/lib/i18n/intl';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { cx } from '@/ui/cx';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Preview } from './Preview';
import { type FirstSteps, firstStepsKey, firstStepsQuery, hideFirstSteps } from './queries';
import { StepList } from './StepList';
import { progressOf, type Step, stepsOf } from './steps';

/** Shows a new territory's steps to its first booking: what is done, what is next, and who hasn't answered yet. */
export default function FirstStepsPanel({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const query = useQuery(firstStepsQuery(territoryId));
  const status = useStatus();
  if (!query.data) {
    if (!query.error) return <PanelSkeleton />;
    return <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  const steps = stepsOf(query.data);
  return (
    <>
      <StatusNotice notice={status.notice} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="card-clip">
          <Progress steps={steps} open={query.data.open} territoryId={territoryId} />
          <StepList steps={steps} data={query.data} territoryId={territoryId} status={status} />
        </Card>
        <aside className="grid gap-3 lg:sticky lg:top-24" aria-label={t`As visitors will see it`}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-lg font-bold">
              <Trans>As visitors will see it</Trans>
            </h2>
            <LinkButton size="sm" to={paths.territory(territoryId)} icon={<Eye aria-hidden="true" />}>
              <Trans>See as a visitor</Trans>
            </LinkButton>
          </div>
          <Preview steps={query.data} />
        </aside>
      </div>
    </>
  );
}

interface ProgressProps {
  steps: readonly Step[];
  open: boolean;
  territoryId: string;
}

const COLOURS: Partial<Record<Step['state'], string>> = { done: 'bg-success', waiting: 'bg-warn' };

const list = listFormat();

function Progress({ steps, open, territoryId }: ProgressProps) {
  const { t } = useLingui();
  const { needed, done, waiting, optional } = progressOf(steps);
  const all = needed.length;
  const extras = list().format(optional.map(({ title }) => title));
  return (
    <div className="border-b border-line p-4 sm:px-6 sm:py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 className="text-lg font-bold">
            {open ? <span key="open">{t`Your region is open`}</span> : <span key="closed">{t`Open your region`}</span>}
          </h2>
          <p className="nums text-ink-2">
            <span>{t`${done} of ${all} done`}</span>
            {waiting > 0 && (
              <span>{t`, ${plural(waiting, { one: '# waiting for someone else', other: '# waiting for someone else' })}`}</span>
            )}
          </p>
          {optional.length > 0 && <p className="text-sm text-ink-2">{t`Optional: ${extras}`}</p>}
        </div>
        <PutAway territoryId={territoryId} />
      </div>
      <div aria-hidden="true" className="mt-3 grid grid-flow-col auto-cols-fr gap-1">
        {needed.map(({ name, state }) => (
          <i key={name} className={cx('h-1.5 rounded-full', COLOURS[state] ?? 'bg-surface-3')} />
        ))}
      </div>
    </div>
  );
}

function PutAway({ territoryId }: { territoryId: string }) {
  const client = useQueryClient();
  const key = firstStepsKey(territoryId);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hideFirstSteps(territoryId, true),
    onSuccess: () => client.setQueryData<FirstSteps>(key, (data) => data && { ...data, hidden: true }),
  });
  return (
    <div className="grid sm:justify-items-end">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 min-h-11 sm:-mr-3 sm:ml-0"
        busy={isPending}
        onClick={() => mutate()}
      >
        <Trans>Hide steps</Trans>
      </Button>
      <FailureAlert error={error} />
    </div>
  );
}

function PanelSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading`} className="grid gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </LoadingArea>
  );
}
