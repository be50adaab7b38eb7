import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { calendarDate } from '@/lib/format/dates';
import { Card } from '@/ui/Card';
import { ErrorState } from '@/ui/feedback/states';
import { urlDate, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DayPanel } from './DayPanel';
import { daysOf } from './days';
import { MonthGrid } from './MonthGrid';
import { departuresQuery } from './queries';

const fields = { month: urlText(7), day: urlDate() };

interface Props {
  serviceId: string;
  timeZone: string;
}

/** Shows a month's sold and held seats by date. Dates can be closed, and their capacity changed. */
export function DeparturesCalendar({ serviceId, timeZone }: Props) {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const today = calendarDate(timeZone);
  const wanted = /^20\d\d-(0[1-9]|1[0-2])$/.test(state.shown.month) ? state.shown.month : today.slice(0, 7);
  const month = state.shown.day ? state.shown.day.slice(0, 7) : wanted;
  const query = useQuery(departuresQuery(serviceId, month));
  const days = daysOf(query.data ?? []);
  const chosen = state.shown.day || (month === today.slice(0, 7) ? today : '');
  if (query.error && !query.data)
    return <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <Card className="p-3 sm:p-5">
        <h2 className="sr-only">
          <Trans>Departures</Trans>
        </h2>
        <MonthGrid
          month={month}
          today={today}
          chosen={chosen}
          days={days}
          busy={query.isPending || query.isPlaceholderData}
          onMonth={(next) => state.change({ month: next, day: '' })}
          onPick={(day) => state.change({ day, month: '' })}
        />
        <p className="mt-3 text-xs text-ink-2">
          <Trans>Each day shows how many of its seats are sold or held.</Trans>
        </p>
      </Card>
      <Card className="p-4 sm:p-5" role="region" aria-label={t`The chosen day`}>
        {chosen ? (
          <DayPanel
            key={chosen}
            serviceId={serviceId}
            timeZone={timeZone}
            date={chosen}
            day={days.get(chosen)}
            pending={query.isPending || query.isPlaceholderData}
          />
        ) : (
          <p className="text-ink-2">
            <Trans>Choose a day to see its departures.</Trans>
          </p>
        )}
      </Card>
    </div>
  );
}
