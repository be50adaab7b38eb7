import { Trans } from '@lingui/react/macro';
import { CalendarClock, Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/ui/Button';
import { FieldGroup } from '../catalogue/FieldGroup';
import { SlotRow } from './SlotRow';
import { newSlot, type Slot, type SlotProblem, slotProblems, startingAt } from './slots';

interface Props {
  id: string;
  value: readonly Slot[];
  onChange: (value: Slot[]) => void;
  /** What a new slot has, and none may have more of. */
  most: number | null;
  /** Of the experience, in hours: a slot ends so long after its start, unless somebody says otherwise. */
  duration: number | null;
  /** Whether it is said what is wrong. */
  checked: boolean;
  /** Why the server keeps the start of the slot at this place. */
  refusalOf: (at: number) => string | undefined;
  /** Which dates keep another start than the slot has now. */
  keptAt: (slot: Slot) => string | undefined;
}

const MAX_SLOTS = 30;

/** When an experience runs: days, hours and how many can come. */
export function SlotsField({ id, value: slots, onChange, most, duration, checked, refusalOf, keptAt }: Props) {
  const problems: SlotProblem[] = checked ? slotProblems(slots, most) : [];
  slots.forEach(({ id: slotId }, at) => {
    const text = refusalOf(at);
    if (text !== undefined) problems.push({ id: slotId, field: 'start', text });
  });
  const add = useRef<HTMLButtonElement>(null);
  function change(slot: Slot, { start, ...part }: Partial<Slot>) {
    const changed = start === undefined ? { ...slot, ...part } : startingAt(slot, start, duration);
    onChange(slots.map((one) => (one.id === slot.id ? changed : one)));
  }
  return (
    // What is wrong with a slot stands in its row.
    <FieldGroup legend={<Trans>Time slots</Trans>}>
      {slots.length === 0 && (
        <p className="flex items-start gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn-text">
          <CalendarClock aria-hidden="true" className="size-5 flex-none" />
          <Trans>Without a time slot, no one can book this experience.</Trans>
        </p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {slots.map((slot, index) => (
          <SlotRow
            key={slot.id}
            slot={slot}
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
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...slots, newSlot(most)])}
        >
          <Trans>Add a time slot</Trans>
        </Button>
      )}
    </FieldGroup>
  );
}
