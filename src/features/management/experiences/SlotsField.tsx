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
  /** A new slot's spots, and every slot's maximum. */
  most: number | null;
  /** The experience's hours: a slot ends this long after its start by default. */
  duration: number | null;
  /** Whether errors are shown. */
  checked: boolean;
  /** Why the server keeps this slot's start. */
  refusalOf: (at: number) => string | undefined;
  /** Dates that keep another start than the slot's. */
  keptAt: (slot: Slot) => string | undefined;
}

const MAX_SLOTS = 30;

/** An experience's time slots: weekdays, hours and spots. */
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
    // A slot's errors are shown in its row.
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
