import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Check, X } from 'lucide-react';
import { useState } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import { formatDay, formatTime } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Pending } from '@/ui/feedback/Pending';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { answerRun, type Run, runsQuery } from './queries';

const nameOf = ({ title, start_time, service_date }: Run): string =>
  [title, formatDay(service_date), ...(start_time ? [formatTime(start_time)] : [])].join(', ');

/** Shows a driver's runs of the next two weeks, to confirm or decline each. */
export default function ComingRuns({ userId }: { userId: string }) {
  const { t } = useLingui();
  const runs = useQuery(runsQuery(userId));
  const status = useStatus();
  const client = useQueryClient();
  const [declining, setDeclining] = useState<Run | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: workKeys.all(userId) });
  const confirm = useMutation({
    mutationFn: (run: Run) => answerRun(run, true),
    onSuccess: () => status.success(t`Run confirmed`),
    onError: (error) => status.failure(error),
    // A refusal means that the list has changed.
    onSettled: refresh,
  });
  return (
    <section aria-labelledby="coming-runs" className="mt-8 grid grid-cols-1 gap-3">
      <h2 id="coming-runs" className="text-xl font-bold">
        <Trans>Next two weeks</Trans>
      </h2>
      <StatusNotice notice={status.notice} />
      {!runs.data && (
        <Pending query={runs} label={t`Loading your runs`}>
          <Skeleton className="h-20 rounded-lg!" />
        </Pending>
      )}
      {runs.data?.length === 0 && (
        <EmptyState icon={<CalendarDays aria-hidden="true" />} title={<Trans>No runs in the next two weeks</Trans>}>
          <Trans>Your runs appear here once your shuttle manager has added you to the schedule.</Trans>
        </EmptyState>
      )}
      {runs.data && runs.data.length > 0 && (
        <ul className="card divide-y divide-line">
          {runs.data.map((run) => (
            <RunRow
              key={`${run.slot_id} ${run.service_date}`}
              run={run}
              busy={confirm.isPending && confirm.variables === run}
              onConfirm={() => confirm.mutate(run)}
              onDecline={() => setDeclining(run)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={declining !== null}
        title={<Trans>Decline this run?</Trans>}
        description={t`We'll notify your region's team, so that they can find another driver.`}
        confirm={<Trans>Decline run</Trans>}
        onCancel={() => setDeclining(null)}
        onConfirm={async () => {
          if (declining) await answerRun(declining, false).finally(refresh);
          setDeclining(null);
          status.success(t`Run declined`);
        }}
      >
        <p className="font-semibold [overflow-wrap:anywhere]">{declining && nameOf(declining)}</p>
      </ConfirmDialog>
    </section>
  );
}

interface RowProps {
  run: Run;
  busy: boolean;
  onConfirm: () => void;
  onDecline: () => void;
}

function RunRow({ run, busy, onConfirm, onDecline }: RowProps) {
  const { t } = useLingui();
  const { title, start_time: start, service_date, people, answer, drivers, untranslated } = run;
  const about = nameOf(run);
  const others = drivers.join(', ');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          <span className="nums">
            {start ? `${formatDay(service_date)}, ${formatTime(start)}` : formatDay(service_date)}
          </span>
        </p>
        <p lang={untranslated?.title} className="[overflow-wrap:anywhere]">
          {title}
        </p>
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          {plural(people, { 0: 'No passengers yet', one: '# passenger', other: '# passengers' })}
          {others && <span>{` · ${t`With ${others}`}`}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {answer === 'confirmed' && (
          <Badge key="yes" tone="success">
            <Trans>Confirmed</Trans>
          </Badge>
        )}
        {answer === 'declined' && (
          <Badge key="no" tone="warn">
            <Trans>Declined</Trans>
          </Badge>
        )}
        {answer !== 'confirmed' && (
          <Button
            key="confirm"
            size="sm"
            icon={<Check aria-hidden="true" />}
            busy={busy}
            aria-label={answer === 'declined' ? t`Drive it after all: ${about}` : t`Confirm: ${about}`}
            onClick={onConfirm}
          >
            {answer === 'declined' ? <Trans>Drive it after all</Trans> : <Trans>Confirm</Trans>}
          </Button>
        )}
        {answer !== 'declined' && (
          <Button
            key="decline"
            size="sm"
            variant="ghost"
            icon={<X aria-hidden="true" />}
            aria-label={t`Decline: ${about}`}
            onClick={onDecline}
          >
            <Trans>Decline</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}
