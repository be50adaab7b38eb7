import { Trans } from '@lingui/react/macro';
import { CalendarClock, Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/ui/Button';
import { FieldGroup } from '../catalogue/FieldGroup';
import { SlotRow } from './SlotRow';
import { newSlot, type Slot, slotProblem } from './slots';

interface Props {
  id: string;
  value: readonly Slot[];
  onChange: (value: Slot[]) => void;
  /** What a new slot starts with. */
  spots: number | null;
  /** What none may have more of. */
  most: number | null;
  error: string | undefined;
}

const MAX_SLOTS = 30;

/** When an experience runs: days, hours and how many can come. */
export function SlotsField({ id, value: slots, onChange, spots, most, error }: Props) {
  const problem = error ? slotProblem(slots, most) : null;
  const add = useRef<HTMLButtonElement>(null);
  return (
    // What is wrong with a slot stands in its row.
    <FieldGroup id={id} legend={<Trans>Time slots</Trans>} error={problem ? undefined : error}>
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
            problem={problem?.id === slot.id ? { ...problem, controlId: id } : null}
            onChange={(part) => onChange(slots.map((one) => (one.id === slot.id ? { ...one, ...part } : one)))}
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
          // The summary leads to what is wrong; to this where that is in no slot.
          {...(problem ? {} : { id })}
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...slots, newSlot(spots)])}
        >
          <Trans>Add a time slot</Trans>
        </Button>
      )}
    </FieldGroup>
  );
}
