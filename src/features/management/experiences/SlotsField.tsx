import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarClock, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { formatTime } from '@/lib/dates';
import { Button, IconButton } from '@/ui/Button';
import { dayName, newSlot, type Slot, slotsOf, WEEK, type Weekday } from './slots';

interface Props {
  id: string;
  /** The slots as JSON, as the form keeps them. */
  value: string;
  onChange: (value: string) => void;
  /** What a new slot starts with. */
  spots: string;
  error: string | undefined;
}

const MOST = 30;

/** When an experience runs: days, hours and how many can come. */
export function SlotsField({ id, value, onChange, spots, error }: Props) {
  const slots = slotsOf(value);
  const put = (next: Slot[]) => onChange(JSON.stringify(next));
  return (
    <fieldset className="field" aria-describedby={`${id}-note`}>
      <legend className="label mb-1.5">
        <Trans>Time slots</Trans>
      </legend>
      {slots.length === 0 && (
        <p className="flex items-start gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn-text">
          <CalendarClock aria-hidden="true" className="size-5 flex-none" />
          <Trans>Without a time slot nobody can book this experience.</Trans>
        </p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {slots.map((slot, index) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            place={index + 1}
            onChange={(part) => put(slots.map((one) => (one.id === slot.id ? { ...one, ...part } : one)))}
            onRemove={() => put(slots.filter((one) => one.id !== slot.id))}
          />
        ))}
      </ul>
      {slots.length < MOST && (
        <Button
          id={id}
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => put([...slots, newSlot(spots)])}
        >
          <Trans>Add a time slot</Trans>
        </Button>
      )}
      <p className="err empty:hidden" id={`${id}-note`}>
        {error && (
          <>
            <CircleAlert aria-hidden="true" />
            <span>{error}</span>
          </>
        )}
      </p>
    </fieldset>
  );
}

interface RowProps {
  slot: Slot;
  place: number;
  onChange: (part: Partial<Slot>) => void;
  onRemove: () => void;
}

function SlotRow({ slot, place, onChange, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const name = slot.start ? formatTime(slot.start) : t`Time slot ${place}`;
  const toggle = (day: Weekday) =>
    onChange({ days: WEEK.filter((one) => (one === day ? !slot.days.includes(day) : slot.days.includes(one))) });
  const input = (field: 'start' | 'end' | 'spots', label: string) => (
    <div className="field">
      <label className="label text-xs!" htmlFor={`${id}-${field}`}>
        {label}
      </label>
      <input
        id={`${id}-${field}`}
        className="input input-sm nums"
        {...(field === 'spots'
          ? { type: 'number', min: 1, max: 1000, step: 1, inputMode: 'numeric' }
          : { type: 'time' })}
        value={slot[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </div>
  );
  return (
    <li className="rounded-md border border-line p-3 sm:p-4">
      <fieldset>
        <legend className="sr-only">{name}</legend>
        <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 sm:grid-cols-[9rem_9rem_7rem_1fr]">
          {input('start', t`Start time`)}
          {input('end', t`End time`)}
          <div className="col-start-1 row-start-2 sm:col-auto sm:row-auto">{input('spots', t`Spots`)}</div>
          <IconButton small look="danger" className="justify-self-end" label={t`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
        <fieldset className="mt-3">
          <legend className="label mb-1.5 text-xs!">
            <Trans>Days</Trans>
          </legend>
          <div className="grid grid-cols-7 gap-1 sm:flex sm:gap-1.5">
            {WEEK.map((day) => (
              <button
                key={day}
                type="button"
                className="chip justify-center px-0! sm:px-3!"
                aria-pressed={slot.days.includes(day)}
                onClick={() => toggle(day)}
              >
                {dayName(day, i18n.locale)}
              </button>
            ))}
          </div>
        </fieldset>
      </fieldset>
    </li>
  );
}
