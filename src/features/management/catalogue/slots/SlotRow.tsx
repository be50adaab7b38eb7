import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '@/lib/format/dates';
import { IconButton } from '@/ui/Button';
import { PlainNumberInput } from '@/ui/form/NumberInput';
import { WeekdayChips } from '../WeekdayChips';
import { endsNextDay, type Slot, type SlotProblem, slotName } from './slots';

interface Props {
  slot: Slot;
  /** True for transport, whose slots have no end and use the service's number of seats. */
  ride: boolean;
  place: number;
  /** The prefix of the fields' ids. The form's summary links to '{id}.start' and the like. */
  id: string;
  /** The errors of this slot. */
  problems: readonly SlotProblem[];
  kept: string | undefined;
  onChange: (part: Partial<Slot>) => void;
  onRemove: () => void;
}

/** Edits one time slot with its times, days and spots. */
export function SlotRow({ slot, ride, place, id, problems, kept, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const name = slot.start ? formatTime(slot.start) : slotName(ride ? 'transport' : 'experience', place);
  const notes = [...new Set(problems.map(({ text }) => text))];
  const noteId = (text: string) => `${id}-note-${notes.indexOf(text)}`;
  /** Returns the ids of a field's control, and whether it has an error. */
  const control = (field: SlotProblem['field']) => {
    const problem = problems.find((one) => one.field === field);
    return { id: `${id}.${field}`, invalid: Boolean(problem), describedBy: problem && noteId(problem.text) };
  };
  const time = (field: 'start' | 'end') => ({
    ...control(field),
    value: slot[field],
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <li className="@container rounded-md border border-line p-3 sm:p-4">
      <fieldset>
        <legend className="sr-only">{name}</legend>
        <div className="grid grid-cols-1 items-end gap-3 @3xs:grid-cols-2 @sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] @lg:grid-cols-[9rem_9rem_7rem_1fr]">
          <SlotTime
            label={ride ? t`Departure time` : t`Start time`}
            {...time('start')}
            describedBy={time('start').describedBy ?? (kept && `${id}-kept`)}
          />
          {!ride && <SlotTime label={t`End time`} {...time('end')} />}
          {!ride && (
            <div className="@3xs:col-start-1 @3xs:row-start-2 @lg:col-auto @lg:row-auto">
              <SlotSpots
                label={t`Spots`}
                {...control('spots')}
                value={slot.spots}
                onChange={(spots) => onChange({ spots })}
              />
            </div>
          )}
          <IconButton small look="danger" className="justify-self-end" label={t`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
        <SlotDays {...control('days')} value={slot.days} onChange={(days) => onChange({ days })} />
        <p role="status" className="hint mt-2 empty:hidden">
          {endsNextDay(slot) && (
            <span>
              <Trans>Ends on the next day</Trans>
            </span>
          )}
        </p>
        {kept && (
          <p className="hint mt-3" id={`${id}-kept`}>
            {kept}
          </p>
        )}
        {notes.map((text) => (
          <p key={text} className="err mt-3" id={noteId(text)}>
            <CircleAlert aria-hidden="true" />
            <span>{text}</span>
          </p>
        ))}
      </fieldset>
    </li>
  );
}

interface ControlProps<Value> {
  id: string;
  invalid: boolean;
  describedBy: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
}

interface InputProps<Value> extends ControlProps<Value> {
  label: string;
}

function SlotField({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="label text-xs!" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

function SlotTime({ id, invalid, describedBy, label, value, onChange }: InputProps<string>) {
  return (
    <SlotField id={id} label={label}>
      <input
        id={id}
        type="time"
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        // With large text on a phone, the time needs the whole width.
        className="input input-sm nums @max-3xs:px-2! @max-3xs:[&::-webkit-calendar-picker-indicator]:hidden"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </SlotField>
  );
}

function SlotSpots({ id, invalid, describedBy, label, value, onChange }: InputProps<number | null>) {
  return (
    <SlotField id={id} label={label}>
      <PlainNumberInput
        id={id}
        decimals={0}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className="input-sm nums @max-3xs:px-2!"
        value={value}
        onChange={onChange}
      />
    </SlotField>
  );
}

function SlotDays({ id, describedBy, value, onChange }: ControlProps<Slot['days']>) {
  return (
    <fieldset className="mt-3">
      <legend className="label mb-1.5 text-xs!">
        <Trans>Days</Trans>
      </legend>
      <WeekdayChips id={id} describedBy={describedBy} value={value} onChange={onChange} />
    </fieldset>
  );
}
