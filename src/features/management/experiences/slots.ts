import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { detailsOf } from '@/lib/api/details';
import { AppError } from '@/lib/api/errors';
import { formatTime } from '@/lib/format/dates';
import { WEEK } from '@/lib/format/week';
import { FieldError } from '@/ui/form/form-problems';
import { numberShape } from '@/ui/form/number-rules';
import { isCount, isHours } from '../catalogue/numbers';

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

/** What keeps the slots from being saved, and where it stands. `most`: the spots of the experience. */
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

/** Whether a slot ends on the day after it starts: at midnight or later. */
export const endsNextDay = ({ start, end }: Pick<Slot, 'start' | 'end'>): boolean =>
  start !== '' && end !== '' && end < start;

/** When a slot that starts then and takes this many hours ends, maybe on the next day; empty without a start, or for a day or more. */
export function endOf(start: string, hours: number | null): string {
  const [hour, minute] = start.split(':').map(Number);
  if (hour === undefined || minute === undefined || !isHours(hours)) return '';
  const minutes = Math.round(hours * 60);
  if (minutes >= 24 * 60) return '';
  const end = (hour * 60 + minute + minutes) % (24 * 60);
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Nobody has set another end than that of the duration. */
const follows = ({ start, end }: Slot, hours: number | null): boolean => end === '' || end === endOf(start, hours);

/** The slot with another start: its end follows. */
export const startingAt = (slot: Slot, start: string, hours: number | null): Slot => ({
  ...slot,
  start,
  end: (follows(slot, hours) && endOf(start, hours)) || slot.end,
});

/** The slots once the duration is another; null while it is none that all who follow it could have, such as a number half typed. */
export function lasting(slots: readonly Slot[], before: number | null, hours: number | null): Slot[] | null {
  const now = slots.map((slot) =>
    slot.start && follows(slot, before) ? { ...slot, end: endOf(slot.start, hours) } : slot,
  );
  return isHours(hours) && now.every(({ start, end }) => !start || end) ? now : null;
}

const refusalShape = z.object({ timeslot_id: z.string() });

/**
 * The server keeps a slot that guests have booked: the slots with it back in its place, and the text beside it. Null for other errors, and for a slot that the form does not know. `stored`: as they were read.
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
