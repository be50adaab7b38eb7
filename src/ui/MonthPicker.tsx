import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CustomComponents, DayPicker, type DayPickerProps } from 'react-day-picker';
import { formatLongDate, fromLocalDate, toLocalDate } from '@/lib/format/dates';
import { FIRST_DAY } from '@/lib/format/week';
import { dateFormat } from '@/lib/i18n/intl';

const monthName = dateFormat({ month: 'long', year: 'numeric' });
const weekday = dateFormat({ weekday: 'long' });
const weekdayShort = dateFormat({ weekday: 'short' });

function Arrow({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />;
}

const base = {
  months: 'relative',
  month_caption: 'flex h-11 items-center pl-2 font-semibold',
  nav: 'absolute top-0 right-0 flex',
  button_previous: 'icon-btn aria-disabled:opacity-40',
  button_next: 'icon-btn',
  month_grid: 'mt-1 w-full border-collapse text-[.9375rem]',
  weekday: 'h-8 text-2xs font-semibold text-ink-3',
  day: 'p-0 text-center',
  today: '[&>button]:inset-ring-[1.5px] [&>button]:inset-ring-line-strong',
  outside: 'invisible',
};

interface Props
  extends Pick<
    DayPickerProps,
    'autoFocus' | 'startMonth' | 'endMonth' | 'disabled' | 'classNames' | 'modifiers' | 'modifiersClassNames'
  > {
  /** The month as 'YYYY-MM'. */
  month: string;
  onMonth: (month: string) => void;
  /** Calendar dates as 'YYYY-MM-DD', or '' for none. */
  today: string;
  selected: string;
  onPick: (date: string) => void;
  /** True if a click on the chosen day keeps it. Otherwise `onPick` gets ''. */
  required?: boolean;
  /** Returns a day's label for screen readers. */
  dayLabel?: (date: string) => string;
  /** Replaces the button of a day. */
  dayButton?: CustomComponents['DayButton'];
}

/** Shows the days of a month, one of which can be chosen. `classNames` replaces the default classes. */
export function MonthPicker(props: Props) {
  const { month, onMonth, today, selected, onPick, required = false, dayLabel, dayButton, classNames, ...rest } = props;
  const { t } = useLingui();
  return (
    <DayPicker
      {...rest}
      mode="single"
      weekStartsOn={FIRST_DAY}
      required={required}
      today={toLocalDate(today)}
      selected={selected ? toLocalDate(selected) : undefined}
      month={toLocalDate(`${month}-01`)}
      onMonthChange={(next) => onMonth(fromLocalDate(next).slice(0, 7))}
      onSelect={(date: Date | undefined) => onPick(date ? fromLocalDate(date) : '')}
      labels={{
        labelPrevious: () => t`Previous month`,
        labelNext: () => t`Next month`,
        labelGrid: (month) => monthName().format(month),
        labelWeekday: (day) => weekday().format(day),
        labelDayButton: (date) => (dayLabel ?? formatLongDate)(fromLocalDate(date)),
      }}
      formatters={{
        formatCaption: (month) => monthName().format(month),
        formatWeekdayName: (day) => weekdayShort().format(day).slice(0, 2),
      }}
      components={{ Chevron: Arrow, ...(dayButton && { DayButton: dayButton }) }}
      classNames={{ ...base, ...classNames }}
    />
  );
}
