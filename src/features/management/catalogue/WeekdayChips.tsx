import { useLingui } from '@lingui/react/macro';
import { WEEK, type Weekday } from '@/lib/format/week';
import { dayName } from './weekdays';

interface Props {
  /** The id of the first day, which the form's summary links to. */
  id: string;
  describedBy?: string | undefined;
  value: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
}

/** Lets the user choose weekdays. */
export function WeekdayChips({ id, describedBy, value: days, onChange }: Props) {
  const { i18n } = useLingui();
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(1.75rem,1fr))] gap-1 sm:flex sm:flex-wrap sm:gap-1.5">
      {WEEK.map((day, index) => (
        <button
          key={day}
          {...(index === 0 ? { id } : {})}
          aria-describedby={describedBy}
          type="button"
          className="chip justify-center px-0! sm:px-3!"
          aria-pressed={days.includes(day)}
          onClick={() => onChange(WEEK.filter((one) => (one === day ? !days.includes(day) : days.includes(one))))}
        >
          {dayName(day, i18n.locale)}
        </button>
      ))}
    </div>
  );
}
