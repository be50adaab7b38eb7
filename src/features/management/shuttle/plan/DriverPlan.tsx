import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import { addDays, calendarDate, formatDay, formatLongDate, formatWeek, weekStart } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { Pending } from '@/ui/feedback/Pending';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { urlDate, useUrlState } from '@/ui/filter/use-url-state';
import { lazyPart } from '@/ui/loading/lazy-part';
import { CopyWeek } from './CopyWeek';
import { PlanRow } from './PlanRow';
import { gapsQuery, type PlannedRun, planQuery } from './queries';

const DriversDialog = lazyPart(() => import('./DriversDialog'));

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

const shown = { from: urlDate() };

/** Shows who drives each departure of a week, and which have no driver. */
export default function DriverPlan({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const territory = useQuery(territoryQuery(territoryId));
  const today = calendarDate(territory.data?.time_zone, 0, useNow());
  const url = useUrlState(shown);
  const monday = weekStart(url.settled.from || today);
  const plan = useQuery(planQuery(userId, territoryId, monday));
  const [asked, setAsked] = useState<PlannedRun | null>(null);
  const show = (from: string) => url.change({ from });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Gaps userId={userId} territoryId={territoryId} onShow={show} />
      <nav aria-label={t`Week`} className="flex flex-wrap items-center gap-1">
        <Step label={t`Previous week`} onPress={() => show(addDays(monday, -7))}>
          <ChevronLeft aria-hidden="true" />
        </Step>
        <h2 className="nums mx-1 text-lg font-bold" aria-live="polite">
          {formatWeek(monday)}
        </h2>
        <Step label={t`Next week`} onPress={() => show(addDays(monday, 7))}>
          <ChevronRight aria-hidden="true" />
        </Step>
        <Button variant="ghost" onClick={() => show('')}>
          <Trans>Today</Trans>
        </Button>
        <CopyWeek userId={userId} territoryId={territoryId} monday={monday} status={status} onCopied={show} />
      </nav>
      {plan.data ? (
        <Days runs={plan.data} onChange={setAsked} />
      ) : (
        <Pending query={plan} label={t`Loading the driver plan`}>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-24 rounded-lg!" />
          ))}
        </Pending>
      )}
      {asked && (
        <DriversDialog
          userId={userId}
          territoryId={territoryId}
          planned={asked}
          sameDay={(plan.data ?? []).filter((one) => one.service_date === asked.service_date)}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            status.success(t`Drivers changed`);
          }}
        />
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}

function Step({ label, onPress, children }: StepProps) {
  return (
    <button type="button" className="icon-btn icon-btn-line" aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}

interface GapsProps {
  userId: string;
  territoryId: string;
  onShow: (date: string) => void;
}

/** Lists the days of the next two weeks on which departures have no driver. */
function Gaps({ userId, territoryId, onShow }: GapsProps) {
  const { t } = useLingui();
  const gaps = useQuery(gapsQuery(userId, territoryId)).data;
  if (!gaps?.length) return null;
  const total = gaps.reduce((sum, { departures }) => sum + departures, 0);
  return (
    <section aria-label={t`Departures without a driver`} className="rounded-lg bg-warn-soft p-4 text-warn-text">
      <h2 className="flex items-center gap-2 font-semibold [&>svg]:size-5 [&>svg]:flex-none">
        <TriangleAlert aria-hidden="true" />
        <span>
          {plural(total, {
            one: '# departure in the next two weeks has no driver',
            other: '# departures in the next two weeks have no driver',
          })}
        </span>
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {gaps.map(({ service_date: date, departures, booked }) => {
          const day = formatDay(date);
          return (
            <li key={date}>
              <button
                type="button"
                className="nums min-h-11 text-left underline underline-offset-4"
                onClick={() => onShow(date)}
              >
                {booked > 0 ? t`${day}: ${departures} (${booked} with guests)` : t`${day}: ${departures}`}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Days({ runs, onChange }: { runs: readonly PlannedRun[]; onChange: (run: PlannedRun) => void }) {
  if (runs.length === 0) {
    return (
      <EmptyState icon={<CalendarCheck aria-hidden="true" />} title={<Trans>No departures this week</Trans>}>
        <Trans>Departures appear here when a transport service has a departure time.</Trans>
      </EmptyState>
    );
  }
  return [...new Set(runs.map(({ service_date: date }) => date))].map((date) => (
    <section key={date} aria-label={formatLongDate(date)} className="grid grid-cols-1 gap-2">
      <h3 className="text-lg font-bold">{formatDay(date)}</h3>
      <ul className="card divide-y divide-line">
        {runs
          .filter((run) => run.service_date === date)
          .map((run) => (
            <PlanRow key={run.slot_id} planned={run} onChange={() => onChange(run)} />
          ))}
      </ul>
    </section>
  ));
}
