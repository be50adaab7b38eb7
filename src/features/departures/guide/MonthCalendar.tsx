import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { DayButton, type DayButtonProps } from 'react-day-picker';
import { calendarDate, formatLongDate, fromLocalDate, toLocalDate } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { MonthPicker } from '@/ui/MonthPicker';
import { daysQuery } from './queries';

const Counts = createContext<ReadonlyMap<string, number>>(new Map());

/** Shows a day's number and its bookings, as a sentence for screen readers. */
function CountedDay({ children, 'aria-label': label, ...props }: DayButtonProps) {
  const count = useContext(Counts).get(fromLocalDate(props.day.date));
  return (
    <DayButton {...props}>
      <span className="sr-only">{label}</span>
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

const classNames = {
  root: 'w-full',
  button_next: 'icon-btn aria-disabled:opacity-40',
  month_grid: 'mt-1 w-full table-fixed border-collapse text-[.9375rem]',
  day_button: 'grid h-13 w-full place-items-center content-center rounded-sm font-medium hover:bg-surface-2',
  selected:
    '[&>button]:bg-anil-900! [&>button]:text-white [&>button]:font-bold dark:[&>button]:bg-brand! dark:[&>button]:text-on-brand',
};

interface Props {
  userId: string;
  /** The day that the list shows, or '' for all future days. */
  day: string;
  onPick: (day: string) => void;
}

/**
 * Shows the guide's month with the bookings of each day. A click on a day filters the list, and a second click
 * shows all.
 */
export default function MonthCalendar({ userId, day, onPick }: Props) {
  const today = calendarDate();
  const [month, setMonth] = useState((day || today).slice(0, 7));
  const query = useQuery(daysQuery(userId, month));
  const counts = query.data ?? new Map<string, number>();
  const first = toLocalDate(`${today.slice(0, 7)}-01`);
  const dayLabel = (date: string) => {
    const name = formatLongDate(date);
    const count = counts.get(date);
    return count ? `${name}, ${plural(count, { one: '# booking', other: '# bookings' })}` : name;
  };
  return (
    <Counts value={counts}>
      <MonthPicker
        month={month}
        onMonth={setMonth}
        today={today}
        selected={day}
        onPick={onPick}
        startMonth={new Date(first.getFullYear() - 1, first.getMonth())}
        endMonth={new Date(first.getFullYear() + 1, first.getMonth())}
        dayLabel={dayLabel}
        dayButton={CountedDay}
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
