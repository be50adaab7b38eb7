import { Trans } from '@lingui/react/macro';
import { CalendarClock, Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/ui/Button';
import { FieldGroup } from '../FieldGroup';
import { SlotRow } from './SlotRow';
import { newSlot, type Slot, type SlotProblem, startingAt } from './slots';

interface Props {
  id: string;
  value: readonly Slot[];
  onChange: (value: Slot[]) => void;
  /** The problems to show, which is nothing before the first attempt to save. */
  problems: readonly SlotProblem[];
  /** Returns why the server refused to change the start of the slot at this position. */
  refusalOf: (at: number) => string | undefined;
  /** Returns a note about dates that keep a different start from the slot's. */
  keptAt: (slot: Slot) => string | undefined;
  /**
   * For experiences only: the highest number of spots in a slot, and the hours from a new slot's start to its end.
   */
  experience?: { most: number | null; duration: number | null };
}

const MAX_SLOTS = 30;

/** Edits when an experience runs, with days, hours and spots, or when transport leaves and on which days. */
export function SlotsField({ id, value: slots, onChange, problems: found, refusalOf, keptAt, experience }: Props) {
  const problems: SlotProblem[] = [...found];
  slots.forEach(({ id: slotId }, at) => {
    const text = refusalOf(at);
    if (text !== undefined) problems.push({ id: slotId, field: 'start', text });
  });
  const add = useRef<HTMLButtonElement>(null);
  function change(slot: Slot, { start, ...part }: Partial<Slot>) {
    const changed = start === undefined ? { ...slot, ...part } : startingAt(slot, start, experience?.duration ?? null);
    onChange(slots.map((one) => (one.id === slot.id ? changed : one)));
  }
  return (
    // A slot's errors appear in its own row.
    <FieldGroup legend={experience ? <Trans>Time slots</Trans> : <Trans>Departure times</Trans>}>
      {slots.length === 0 && (
        <p className="flex items-start gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn-text">
          <CalendarClock aria-hidden="true" className="size-5 flex-none" />
          {experience ? (
            <Trans>Without a time slot, no one can book this experience.</Trans>
          ) : (
            <Trans>Without a departure time, no one can book this ride.</Trans>
          )}
        </p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {slots.map((slot, index) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            ride={!experience}
            place={index + 1}
            problems={problems.filter((one) => one.id === slot.id)}
            kept={keptAt(slot)}
            id={`${id}.${index}`}
            onChange={(part) => change(slot, part)}
            onRemove={() => {
              onChange(slots.filter((one) => one.id !== slot.id));
              requestAnimationFrame(() => add.current?.focus());
            }}
          />
        ))}
      </ul>
      {slots.length < MAX_SLOTS && (
        <Button
          ref={add}
          // The summary links here if there are no slots.
          {...(slots.length === 0 && { id })}
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...slots, newSlot(experience?.most ?? null)])}
        >
          {experience ? <Trans>Add a time slot</Trans> : <Trans>Add a departure time</Trans>}
        </Button>
      )}
    </FieldGroup>
  );
}
