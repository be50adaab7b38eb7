import { useLingui } from '@lingui/react/macro';
import { calendarDate, formatLongDate, fromLocalDate, toLocalDate } from '@/lib/format/dates';
import { MonthPicker } from '@/ui/MonthPicker';

type Props = {
  value: string;
  timeZone: string;
  month: string; // 'YYYY-MM'
  isOpen: (date: string) => boolean;
  isFull: (date: string) => boolean;
  onMonth: (month: string) => void;
  onPick: (date: string) => void;
};

const day = 'grid size-11 place-items-center rounded-sm font-medium';
const classNames = {
  day_button: `${day} mx-auto hover:bg-surface-2 disabled:pointer-events-none`,
  selected: '[&>button]:bg-anil-900 [&>button]:text-white [&>button]:font-bold dark:[&>button]:bg-brand',
  disabled: '[&>button]:text-ink-3 [&>button]:line-through [&>button]:font-normal',
};

/** Shows one month. Past and closed days can't be picked, and sold-out days offer the waitlist. */
export function Calendar({ value, timeZone, month, isOpen, isFull, onMonth, onPick }: Props) {
  const { t } = useLingui();
  const today = calendarDate(timeZone);
  const first = toLocalDate(today);
  // We only know the departures of the visible month. Arrow keys skip its closed days and treat days of other
  // months as open.
  const isClosed = (date: string) => date.startsWith(month) && !isOpen(date) && !isFull(date);
  return (
    <MonthPicker
      autoFocus
      required
      today={today}
      selected={value}
      month={month}
      startMonth={first}
      endMonth={new Date(first.getFullYear() + 1, first.getMonth())}
      disabled={[{ before: first }, (date) => isClosed(fromLocalDate(date))]}
      modifiers={{ full: (date) => isFull(fromLocalDate(date)) }}
      modifiersClassNames={{ full: classNames.disabled }}
      dayLabel={(date) => {
        const day = formatLongDate(date);
        return isFull(date) ? t`${day}, sold out` : day;
      }}
      onMonth={onMonth}
      onPick={onPick}
      classNames={classNames}
    />
  );
}
