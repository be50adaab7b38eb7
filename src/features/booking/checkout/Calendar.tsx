import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { calendarDate, fromLocalDate, toLocalDate } from '@/lib/format/dates';

function Arrow({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />;
}
const components = { Chevron: Arrow };

type Props = {
  value: string;
  timeZone: string;
  month: string; // 'YYYY-MM'
  isOpen: (date: string) => boolean;
  onMonth: (month: string) => void;
  onPick: (date: string) => void;
};

const day = 'grid size-11 place-items-center rounded-sm font-medium';
const classNames = {
  months: 'relative',
  month_caption: 'flex h-11 items-center pl-2 font-semibold',
  nav: 'absolute top-0 right-0 flex',
  button_previous: 'icon-btn aria-disabled:opacity-40',
  button_next: 'icon-btn',
  month_grid: 'mt-1 w-full border-collapse text-[.9375rem]',
  weekday: 'h-8 text-2xs font-semibold text-ink-3',
  day: 'p-0 text-center',
  day_button: `${day} mx-auto hover:bg-surface-2 disabled:pointer-events-none`,
  today: '[&>button]:inset-ring-[1.5px] [&>button]:inset-ring-line-strong',
  selected: '[&>button]:bg-anil-900 [&>button]:text-white [&>button]:font-bold dark:[&>button]:bg-brand',
  disabled: '[&>button]:text-ink-3 [&>button]:line-through [&>button]:font-normal',
  outside: 'invisible',
};

/** A month of days; those that are over, closed or sold out can not be picked. */
export default function Calendar({ value, timeZone, month, isOpen, onMonth, onPick }: Props) {
  const { t } = useLingui();
  const today = toLocalDate(calendarDate(timeZone));
  return (
    <DayPicker
      mode="single"
      autoFocus
      required
      today={today}
      selected={value ? toLocalDate(value) : undefined}
      month={toLocalDate(`${month}-01`)}
      startMonth={today}
      endMonth={new Date(today.getFullYear() + 1, today.getMonth())}
      disabled={[{ before: today }, (date) => !isOpen(fromLocalDate(date))]}
      onMonthChange={(next) => onMonth(fromLocalDate(next).slice(0, 7))}
      onSelect={(date) => date && onPick(fromLocalDate(date))}
      labels={{ labelPrevious: () => t`Previous month`, labelNext: () => t`Next month` }}
      components={components}
      classNames={classNames}
    />
  );
}
