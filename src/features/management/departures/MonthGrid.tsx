import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CalendarX2 } from 'lucide-react';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { DayButtonProps } from 'react-day-picker';
import { formatLongDate, fromLocalDate } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { MonthPicker } from '@/ui/MonthPicker';
import type { Day } from './days';

const Days = createContext<ReadonlyMap<string, Day>>(new Map());

/** The visible text is short, and the accessible name is complete. */
function DayButton({ day, modifiers, className, 'aria-label': name, ...button }: DayButtonProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLButtonElement>(null);
  const found = useContext(Days).get(fromLocalDate(day.date));
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus();
  }, [modifiers.focused]);
  const taken = found ? found.sold + found.held : 0;
  const full = found && !found.cancelled && taken >= found.capacity;
  return (
    <button
      ref={ref}
      type="button"
      {...button}
      className={cx(
        'relative flex h-15 w-full flex-col items-center justify-center gap-0.5 rounded-sm text-sm hover:bg-surface-2',
        !found && 'text-ink-3',
        found?.past && 'text-ink-2',
        modifiers.today && 'inset-ring-[1.5px] inset-ring-line-strong',
        modifiers.selected && 'bg-anil-900! text-white! dark:bg-brand!',
      )}
    >
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className={cx('font-semibold', found?.closed && 'line-through')}>
        {day.date.getDate()}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'nums min-h-4 text-2xs leading-4',
          modifiers.selected
            ? 'text-white'
            : taken > 0
              ? full
                ? 'text-danger-text'
                : 'text-success-text'
              : 'text-ink-3',
          taken > 0 && 'font-semibold',
        )}
      >
        {found?.cancelled && <CalendarX2 className="my-0.5 size-3" />}
        <span>
          {found && !found.cancelled && (found.closed && taken === 0 ? t`closed` : `${taken}/${found.capacity}`)}
        </span>
      </span>
    </button>
  );
}

const classNames = {
  month_caption: 'flex h-11 items-center pl-2 text-lg font-bold',
  month_grid: 'mt-1 w-full table-fixed border-collapse',
  day: 'p-px text-center',
  // The button already has an accessible name.
  today: '',
};

interface Props {
  month: string;
  today: string;
  chosen: string;
  days: ReadonlyMap<string, Day>;
  busy: boolean;
  onMonth: (month: string) => void;
  onPick: (date: string) => void;
}

/** Shows a month with the taken and total seats of each day. */
export function MonthGrid({ month, today, chosen, days, busy, onMonth, onPick }: Props) {
  const { t } = useLingui();
  function dayLabel(date: string): string {
    const day = days.get(date);
    const long = formatLongDate(date);
    if (!day) return t`${long}: no departures`;
    if (day.cancelled) return t`${long}: cancelled`;
    const { sold, held, capacity } = day;
    const seats = t`${sold} sold, ${held} held of ${plural(capacity, { one: '# seat', other: '# seats' })}`;
    return day.closed ? t`${long}: closed, ${seats}` : `${long}: ${seats}`;
  }
  return (
    <div aria-busy={busy || undefined}>
      <Days value={days}>
        <MonthPicker
          required
          today={today}
          selected={chosen}
          month={month}
          onMonth={onMonth}
          onPick={onPick}
          dayLabel={dayLabel}
          dayButton={DayButton}
          classNames={classNames}
        />
      </Days>
    </div>
  );
}
