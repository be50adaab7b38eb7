import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createContext, useContext, useState } from 'react';
import { DayButton, type DayButtonProps, DayPicker } from 'react-day-picker';
import { calendarDate, formatLongDate, fromLocalDate, toLocalDate } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { daysQuery } from './queries';

const Counts = createContext<ReadonlyMap<string, number>>(new Map());

/** The number of the day, and below it how many bookings it has; in words for those who hear it. */
function CountedDay({ children, 'aria-label': words, ...props }: DayButtonProps) {
  const count = useContext(Counts).get(fromLocalDate(props.day.date));
  return (
    <DayButton {...props}>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true">{children}</span>
      <span aria-hidden="true" className="h-4 text-2xs leading-4">
        {count !== undefined && (
          <span className="nums inline-block min-w-4 rounded-full bg-accent-soft px-1 font-bold text-accent-text">
            {count}
          </span>
        )}
      </span>
    </DayButton>
  );
}

function Arrow({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />;
}
const components = { Chevron: Arrow, DayButton: CountedDay };

const classNames = {
  root: 'w-full',
  months: 'relative',
  month_caption: 'flex h-11 items-center pl-2 font-semibold',
  nav: 'absolute top-0 right-0 flex',
  button_previous: 'icon-btn aria-disabled:opacity-40',
  button_next: 'icon-btn aria-disabled:opacity-40',
  month_grid: 'mt-1 w-full table-fixed border-collapse text-[.9375rem]',
  weekday: 'h-8 text-2xs font-semibold text-ink-3',
  day: 'p-0 text-center',
  day_button: 'grid h-13 w-full place-items-center content-center rounded-sm font-medium hover:bg-surface-2',
  today: '[&>button]:inset-ring-[1.5px] [&>button]:inset-ring-line-strong',
  selected:
    '[&>button]:bg-anil-900! [&>button]:text-white [&>button]:font-bold dark:[&>button]:bg-brand! dark:[&>button]:text-on-brand',
  outside: 'invisible',
};

interface Props {
  userId: string;
  /** The day that the list shows; '' for all that is to come. */
  day: string;
  onPick: (day: string) => void;
}

/** The guide's month: which days have bookings, and how many. A day shows its departures; once more, all of them. */
export default function MonthCalendar({ userId, day, onPick }: Props) {
  const { t } = useLingui();
  const today = calendarDate();
  const [month, setMonth] = useState((day || today).slice(0, 7));
  const query = useQuery(daysQuery(userId, month));
  const counts = query.data ?? new Map<string, number>();
  const first = toLocalDate(`${today.slice(0, 7)}-01`);
  const label = (date: Date) => {
    const words = formatLongDate(fromLocalDate(date));
    const count = counts.get(fromLocalDate(date));
    return count ? `${words}, ${plural(count, { one: '# booking', other: '# bookings' })}` : words;
  };
  return (
    <Counts value={counts}>
      <DayPicker
        mode="single"
        today={toLocalDate(today)}
        selected={day ? toLocalDate(day) : undefined}
        month={toLocalDate(`${month}-01`)}
        startMonth={new Date(first.getFullYear() - 1, first.getMonth())}
        endMonth={new Date(first.getFullYear() + 1, first.getMonth())}
        onMonthChange={(next) => setMonth(fromLocalDate(next).slice(0, 7))}
        onSelect={(date) => onPick(date ? fromLocalDate(date) : '')}
        labels={{
          labelPrevious: () => t`Previous month`,
          labelNext: () => t`Next month`,
          labelDayButton: label,
        }}
        components={components}
        classNames={classNames}
      />
      {query.isError && !query.data && (
        <p className="mt-2 flex items-center justify-between gap-3 text-sm text-danger-text" role="alert">
          {query.error.message}
          <Button size="sm" variant="ghost" busy={query.isFetching} onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
    </Counts>
  );
}
