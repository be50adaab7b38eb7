import { useFormContext } from '@/ui/form/Form';
import { keptField, useKeptTimes } from '../../calendar/sold-times';
import { SlotsField } from './SlotsField';
import type { Slot, SlotProblem } from './slots';

interface Props {
  /** The stored service, or null for a new one. */
  service: { id: string; slots: readonly { id: string; start_time: string | null }[] } | null;
  /** Returns why the slots can't be saved. */
  check: (slots: readonly Slot[]) => readonly SlotProblem[];
  experience?: { most: number | null; duration: number | null };
}

/** Edits the slots of the surrounding form, and says which sold dates keep another time. */
export function FormSlots({ service, check, experience }: Props) {
  const { values, field, setValue, formState, refused } = useFormContext<{ slots: Slot[] }>();
  const keptTimes = useKeptTimes(service?.id);
  return (
    <SlotsField
      value={values.slots}
      onChange={(slots) => setValue('slots', slots)}
      id={field('slots').id}
      keptAt={({ id, start }) => keptTimes(keptField(id, start, service?.slots))}
      problems={formState.errors.slots === undefined ? [] : check(values.slots)}
      refused={refused}
      errorOf={(name) => field(name as `slots.${number}.start`).error}
      {...(experience && { experience })}
    />
  );
}
