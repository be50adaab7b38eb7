import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarClock, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatTime } from '@/lib/format/dates';
import { Button, IconButton } from '@/ui/Button';
import { parseNumber } from '@/ui/form/NumberInput';
import { dayName, newSlot, type Slot, type SlotProblem, slotProblem, WEEK, type Weekday } from './slots';

interface Props {
  id: string;
  value: readonly Slot[];
  onChange: (value: Slot[]) => void;
  /** What a new slot starts with. */
  spots: number | null;
  error: string | undefined;
}

const MOST = 30;

/** When an experience runs: days, hours and how many can come. */
export function SlotsField({ id, value: slots, onChange, spots, error }: Props) {
  const wrong = error ? slotProblem(slots) : null;
  const add = useRef<HTMLButtonElement>(null);
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
            wrong={wrong?.id === slot.id ? { ...wrong, controlId: id } : null}
            onChange={(part) => onChange(slots.map((one) => (one.id === slot.id ? { ...one, ...part } : one)))}
            onRemove={() => {
              onChange(slots.filter((one) => one.id !== slot.id));
              requestAnimationFrame(() => add.current?.focus());
            }}
          />
        ))}
      </ul>
      {slots.length < MOST && (
        <Button
          ref={add}
          // The summary leads to what is wrong; to this where that is in no slot.
          {...(wrong ? {} : { id })}
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...slots, newSlot(spots)])}
        >
          <Trans>Add a time slot</Trans>
        </Button>
      )}
      <p className="err empty:hidden" id={`${id}-note`}>
        {error && !wrong && (
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
  /** What is wrong with this one, and the id by which the summary finds it. */
  wrong: (SlotProblem & { controlId: string }) | null;
  onChange: (part: Partial<Slot>) => void;
  onRemove: () => void;
}

function SlotRow({ slot, place, wrong, onChange, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const name = slot.start ? formatTime(slot.start) : t`Time slot ${place}`;
  const toggle = (day: Weekday) =>
    onChange({ days: WEEK.filter((one) => (one === day ? !slot.days.includes(day) : slot.days.includes(one))) });
  const idOf = (field: SlotProblem['field']) => (wrong?.field === field ? wrong.controlId : `${id}-${field}`);
  const input = (field: 'start' | 'end' | 'spots', label: string) => (
    <div className="field">
      <label className="label text-xs!" htmlFor={idOf(field)}>
        {label}
      </label>
      <input
        id={idOf(field)}
        aria-invalid={wrong?.field === field || undefined}
        aria-describedby={wrong?.field === field ? `${id}-wrong` : undefined}
        className="input input-sm nums"
        {...(field === 'spots'
          ? { type: 'number', min: 1, max: 1000, step: 1, inputMode: 'numeric' }
          : { type: 'time' })}
        value={slot[field] ?? ''}
        onChange={({ target: { value } }) => onChange({ [field]: field === 'spots' ? parseNumber(value) : value })}
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
            {WEEK.map((day, at) => (
              <button
                key={day}
                {...(at === 0 ? { id: idOf('days') } : {})}
                aria-describedby={wrong?.field === 'days' ? `${id}-wrong` : undefined}
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
        {wrong && (
          <p className="err mt-3" id={`${id}-wrong`}>
            <CircleAlert aria-hidden="true" />
            <span>{wrong.text}</span>
          </p>
        )}
      </fieldset>
    </li>
  );
}
