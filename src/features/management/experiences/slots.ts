import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isCount, numberShape } from '../catalogue/numbers';

export const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEK)[number];

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

/** What keeps the slots from being saved, and where it stands; null for nothing. */
export function slotProblem(slots: readonly Slot[]): SlotProblem | null {
  for (const { id, start, end, days, spots } of slots) {
    const time = t`Please set a start and an end time for each time slot`;
    if (!start) return { id, field: 'start', text: time };
    if (!end || start === end) return { id, field: 'end', text: time };
    if (days.length === 0) return { id, field: 'days', text: t`Please choose at least one day for each time slot` };
    if (!isCount(spots)) return { id, field: 'spots', text: t`Please set a valid number of spots for each time slot` };
  }
  const second = slots.find((one, at) =>
    slots.slice(0, at).some((other) => other.start === one.start && other.days.some((day) => one.days.includes(day))),
  );
  return second
    ? { id: second.id, field: 'start', text: t`Two time slots start at the same time on the same day` }
    : null;
}

/** 'Mon' in the language of the page. */
export function dayName(day: Weekday, locale: string): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + WEEK.indexOf(day)));
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(date);
}
