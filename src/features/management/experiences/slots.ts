import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isCount, numberShape } from '../catalogue/numbers';
import { WEEK } from '../catalogue/weekdays';

/** A time slot as it is edited; times as '08:00'. */
export const slotShape = z.object({
  id: z.string(),
  start: z.string(),
  end: z.string(),
  days: z.array(z.enum(WEEK)),
  spots: numberShape,
});
export type Slot = z.infer<typeof slotShape>;

export const newSlot = (spots: number | null): Slot => ({
  id: crypto.randomUUID(),
  start: '',
  end: '',
  days: [...WEEK],
  spots: isCount(spots) ? spots : 10,
});

export interface SlotProblem {
  /** The slot's. */
  id: string;
  field: 'start' | 'end' | 'days' | 'spots';
  text: string;
}

/** What keeps the slots from being saved, and where it stands; null for nothing. `most`: the spots of the experience. */
export function slotProblem(slots: readonly Slot[], most: number | null): SlotProblem | null {
  for (const { id, start, end, days, spots } of slots) {
    const time = t`Please set a start and an end time for each time slot`;
    if (!start) return { id, field: 'start', text: time };
    if (!end) return { id, field: 'end', text: time };
    if (end <= start) return { id, field: 'end', text: t`A time slot ends after it starts, on the same day` };
    if (days.length === 0) return { id, field: 'days', text: t`Please choose at least one day for each time slot` };
    if (!isCount(spots)) return { id, field: 'spots', text: t`Please set a valid number of spots for each time slot` };
    if (isCount(most) && spots > most)
      return { id, field: 'spots', text: t`A time slot has at most ${most} spots, as its experience` };
  }
  const second = slots.find((one, at) =>
    slots.slice(0, at).some((other) => other.start === one.start && other.days.some((day) => one.days.includes(day))),
  );
  return second
    ? { id: second.id, field: 'start', text: t`Two time slots start at the same time on the same day` }
    : null;
}
