import { t } from '@lingui/core/macro';
import { isCount } from '../catalogue/numbers';

export const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEK)[number];

/** A time slot as it is edited; times as '08:00', the spots as they were typed. */
export interface Slot {
  id: string;
  start: string;
  end: string;
  days: Weekday[];
  spots: string;
}

function isSlot(value: unknown): value is Slot {
  if (typeof value !== 'object' || value === null) return false;
  const slot: Partial<Record<keyof Slot, unknown>> = value;
  const texts = [slot.id, slot.start, slot.end, slot.spots].every((text) => typeof text === 'string');
  return texts && Array.isArray(slot.days) && slot.days.every((day) => WEEK.includes(day));
}

/** What a form or its draft keeps; anything else counts as none. */
export function slotsOf(text: string | undefined): Slot[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSlot) : [];
  } catch {
    return [];
  }
}

export const newSlot = (spots: string): Slot => ({
  id: crypto.randomUUID(),
  start: '',
  end: '',
  days: [...WEEK],
  spots: isCount(spots) ? spots : '10',
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
