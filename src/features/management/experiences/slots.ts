import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { detailsOf } from '@/lib/api/details';
import { AppError } from '@/lib/api/errors';
import { formatTime } from '@/lib/format/dates';
import { WEEK } from '@/lib/format/week';
import { FieldError } from '@/ui/form/form-problems';
import { numberShape } from '@/ui/form/number-rules';
import { isCount, isHours } from '../catalogue/numbers';

/** A time slot being edited; times as '08:00'. */
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

/** The slots' errors with their fields. `most`: the experience's spots. */
export function slotProblems(slots: readonly Slot[], most: number | null): SlotProblem[] {
  return slots.flatMap((slot, at) => [...timeProblems(slot, slots.slice(0, at)), ...sizeProblems(slot, most)]);
}

/** `before`: the slots above it. */
function timeProblems({ id, start, end, days }: Slot, before: readonly Slot[]): SlotProblem[] {
  const missing = t`Please set a start and an end time for each time slot`;
  if (!start || !end) {
    const fields = (['start', 'end'] as const).filter((field) => !(field === 'start' ? start : end));
    return fields.map((field) => ({ id, field, text: missing }));
  }
  if (end === start) return [{ id, field: 'end', text: t`A time slot can't end when it starts` }];
  const isTwice = before.some((one) => one.start === start && one.days.some((day) => days.includes(day)));
  return isTwice ? [{ id, field: 'start', text: t`Two time slots start at the same time on the same day` }] : [];
}

function sizeProblems({ id, days, spots }: Slot, most: number | null): SlotProblem[] {
  const found: SlotProblem[] = [];
  if (days.length === 0) found.push({ id, field: 'days', text: t`Please choose at least one day for each time slot` });
  if (!isCount(spots))
    found.push({ id, field: 'spots', text: t`Please set a valid number of spots for each time slot` });
  else if (isCount(most) && spots > most)
    found.push({ id, field: 'spots', text: t`A time slot can have at most ${most} spots, like its experience` });
  return found;
}

/** Whether a slot ends on the next day, at midnight or later. */
export const endsNextDay = ({ start, end }: Pick<Slot, 'start' | 'end'>): boolean =>
  start !== '' && end !== '' && end < start;

/** A slot's default end, possibly on the next day; empty without a start, or for a day or more. */
export function endOf(start: string, hours: number | null): string {
  const [hour, minute] = start.split(':').map(Number);
  if (hour === undefined || minute === undefined || !isHours(hours)) return '';
  const minutes = Math.round(hours * 60);
  if (minutes >= 24 * 60) return '';
  const end = (hour * 60 + minute + minutes) % (24 * 60);
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The end follows the duration. */
const follows = ({ start, end }: Slot, hours: number | null): boolean => end === '' || end === endOf(start, hours);

/** The slot with another start: its end follows. */
export const startingAt = (slot: Slot, start: string, hours: number | null): Slot => ({
  ...slot,
  start,
  end: (follows(slot, hours) && endOf(start, hours)) || slot.end,
});

/**
 * The slots after a change of duration; null while it is invalid for all slots that follow it, such as while typing.
 */
export function lasting(slots: readonly Slot[], before: number | null, hours: number | null): Slot[] | null {
  const now = slots.map((slot) =>
    slot.start && follows(slot, before) ? { ...slot, end: endOf(slot.start, hours) } : slot,
  );
  return isHours(hours) && now.every(({ start, end }) => !start || end) ? now : null;
}

const refusalShape = z.object({ timeslot_id: z.string() });

/**
 * The server keeps a slot with bookings: returns the slots with it restored, and the reason. Null for other errors and
 * unknown slots. `stored`: the slots as read.
 */
export function slotRefusal(
  error: unknown,
  slots: readonly Slot[],
  stored: readonly Slot[],
): { slots: Slot[]; error: FieldError } | null {
  if (!(error instanceof AppError && error.code === 'timeslot_has_bookings')) return null;
  const id = refusalShape.safeParse(detailsOf(error)).data?.timeslot_id;
  const place = stored.findIndex((slot) => slot.id === id);
  const kept = stored[place];
  if (!kept || slots.some((slot) => slot.id === id)) return null;
  const time = formatTime(kept.start);
  const next = slots.findIndex((slot) => stored.findIndex((one) => one.id === slot.id) > place);
  const at = next < 0 ? slots.length : next;
  const text = t`The ${time} time slot has upcoming bookings, so it's back in the list. Close its dates in the calendar, and remove it after those trips.`;
  return {
    slots: [...slots.slice(0, at), kept, ...slots.slice(at)],
    error: new FieldError(`slots.${at}.start`, text, kept.start),
  };
}
