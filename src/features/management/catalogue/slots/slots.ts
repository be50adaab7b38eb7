import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { detailsOf } from '@/lib/api/details';
import { AppError } from '@/lib/api/errors';
import { formatTime } from '@/lib/format/dates';
import { inOrder, WEEK } from '@/lib/format/week';
import { FieldError, refusedColumn } from '@/ui/form/form-problems';
import { numberShape } from '@/ui/form/number-rules';
import { isCount, isHours } from '../numbers';
import { type Problems, problemAt } from '../problems';

/**
 * A slot as the form edits it, with times as '08:00'. A slot of transport has no end, and its seats are those of
 * the service.
 */
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
  /** The id of the slot. */
  id: string;
  field: 'start' | 'end' | 'days' | 'spots';
  text: string;
}

/** Returns why the slots can't be saved, and in which fields. `most` is the experience's number of spots. */
export const slotProblems = (slots: readonly Slot[], most: number | null): SlotProblem[] =>
  slots.flatMap((slot, at) => [
    ...timeProblems(slot),
    ...doubleProblems(slot, slots.slice(0, at), t`Two time slots start at the same time on the same day`),
    ...dayProblems(slot, t`Please choose at least one day for each time slot`),
    ...sizeProblems(slot, most),
  ]);

/**
 * Returns the problems of transport slots. `timed` is true for a timetable, and false for a car that leaves on
 * request.
 */
export const departureProblems = (slots: readonly Slot[], timed: boolean): SlotProblem[] =>
  slots.flatMap((slot, at) => {
    const problems = [
      ...doubleProblems(slot, slots.slice(0, at), t`Two departures leave at the same time on the same day`),
      ...dayProblems(slot, t`Please choose at least one day for each departure time`),
    ];
    if (!timed || slot.start) return problems;
    return [{ id: slot.id, field: 'start', text: t`Please set a departure time for the shuttle service` }, ...problems];
  });

function timeProblems({ id, start, end }: Slot): SlotProblem[] {
  const missing = t`Please set a start and an end time for each time slot`;
  if (!start || !end) {
    const fields = (['start', 'end'] as const).filter((field) => !(field === 'start' ? start : end));
    return fields.map((field) => ({ id, field, text: missing }));
  }
  return end === start ? [{ id, field: 'end', text: t`The end time must differ from the start time` }] : [];
}

/** Finds a slot that repeats another. `before` are the slots above it. */
function doubleProblems({ id, start, days }: Slot, before: readonly Slot[], text: string): SlotProblem[] {
  const isTwice = before.some((one) => one.start === start && one.days.some((day) => days.includes(day)));
  return isTwice ? [{ id, field: 'start', text }] : [];
}

const dayProblems = ({ id, days }: Slot, text: string): SlotProblem[] =>
  days.length === 0 ? [{ id, field: 'days', text }] : [];

function sizeProblems({ id, spots }: Slot, most: number | null): SlotProblem[] {
  if (!isCount(spots)) return [{ id, field: 'spots', text: t`Please set a valid number of spots for each time slot` }];
  return isCount(most) && spots > most
    ? [{ id, field: 'spots', text: t`A time slot can have at most ${most} spots, like its experience` }]
    : [];
}

/** Names a slot that has no time yet by its position, starting at 1. */
export const slotName = (kind: ServiceKind, place: number): string =>
  kind === 'transport' ? t`Departure time ${place}` : t`Time slot ${place}`;

/** Assigns an error of the form to the field of its slot. */
export const problemsOfSlots = (
  kind: ServiceKind,
  slots: readonly Slot[],
  problems: readonly SlotProblem[],
): Problems[] =>
  problems.flatMap(({ id, field, text }) => {
    const at = slots.findIndex((slot) => slot.id === id);
    return problemAt(`slots.${at}.${field}`, text, slots.length > 1 ? slotName(kind, at + 1) : undefined);
  });

/** Returns the problems of a transport service's slots at their fields. */
export const checkDepartures = (slots: readonly Slot[], timed: boolean): Problems[] =>
  slots.length === 0
    ? problemAt('slots', t`Please set a departure time for the shuttle service`)
    : problemsOfSlots('transport', slots, departureProblems(slots, timed));

export interface StoredSlot {
  id: string;
  start_time: string | null;
  end_time: string | null;
  days_of_week: string[];
  available_spots: number;
}

/** Returns the stored slots in the order of their times. */
export const slotsOf = (stored: readonly StoredSlot[]): Slot[] =>
  stored
    .map((slot) => ({
      id: slot.id,
      start: slot.start_time?.slice(0, 5) ?? '',
      end: slot.end_time?.slice(0, 5) ?? '',
      days: inOrder(slot.days_of_week),
      spots: slot.available_spots,
    }))
    .sort((a, b) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id));

/**
 * Returns the slots as they are saved. `spots` is the number of seats of a transport service, which all its slots
 * share.
 */
export const savedSlots = (kind: ServiceKind, slots: readonly Slot[], spots: number | null = null) =>
  slots.map((slot) => ({
    id: slot.id,
    start_time: slot.start || null,
    end_time: kind === 'experience' ? slot.end : null,
    days_of_week: slot.days,
    spots: kind === 'experience' ? slot.spots : spots,
  }));

/** Returns whether a slot ends on the day after it starts, which includes midnight. */
export const endsNextDay = ({ start, end }: Pick<Slot, 'start' | 'end'>): boolean =>
  start !== '' && end !== '' && end < start;

/**
 * Returns a slot's default end, possibly on the next day. Returns an empty text without a start, or if the duration
 * is a day or more.
 */
export function endOf(start: string, hours: number | null): string {
  const [hour, minute] = start.split(':').map(Number);
  if (hour === undefined || minute === undefined || !isHours(hours)) return '';
  const minutes = Math.round(hours * 60);
  if (minutes >= 24 * 60) return '';
  const end = (hour * 60 + minute + minutes) % (24 * 60);
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns whether the slot's end still follows the duration. */
const follows = ({ start, end }: Slot, hours: number | null): boolean => end === '' || end === endOf(start, hours);

/** Returns the slot with another start. An end that follows the duration moves with it. */
export const startingAt = (slot: Slot, start: string, hours: number | null): Slot => ({
  ...slot,
  start,
  end: (follows(slot, hours) && endOf(start, hours)) || slot.end,
});

/**
 * Returns the slots after a change of duration. Returns null while the duration is invalid for the slots that
 * follow it, for example while the user types.
 */
export function lasting(slots: readonly Slot[], before: number | null, hours: number | null): Slot[] | null {
  const now = slots.map((slot) =>
    slot.start && follows(slot, before) ? { ...slot, end: endOf(slot.start, hours) } : slot,
  );
  return isHours(hours) && now.every(({ start, end }) => !start || end) ? now : null;
}

const refusalShape = z.object({ slot_id: z.string() });

/** The names of a slot's fields in the database and in the form. */
const FIELD_OF = { start_time: 'start', end_time: 'end', days_of_week: 'days', spots: 'spots' } as const;

/** Returns a refusal that names a slot's field, such as 'timeslots.2.spots', at that field of the form. */
function slotFieldError(error: unknown): FieldError | null {
  const [, at, column] = /^timeslots\.(\d+)\.(\w+)$/.exec(refusedColumn(error) ?? '') ?? [];
  const field = Object.entries(FIELD_OF).find(([name]) => name === column)?.[1];
  return field && error instanceof AppError ? new FieldError(`slots.${at}.${field}`, error.message) : null;
}

/** Returns the refusal of a slot's field that the form shows (`form.refused`) as a problem of that slot. */
export function refusedSlot(
  refused: string | undefined,
  slots: readonly Slot[],
  textOf: (field: string) => string | undefined,
): SlotProblem[] {
  const [, at, name] = /^slots\.(\d+)\.(\w+)$/.exec(refused ?? '') ?? [];
  const slot = slots[Number(at)];
  const field = Object.values(FIELD_OF).find((one) => one === name);
  const text = refused && textOf(refused);
  return slot && field && text ? [{ id: slot.id, field, text }] : [];
}

/**
 * Returns the slots and the error beside the field of a slot that the server refused. It doesn't change a slot that
 * has bookings, so that slot is restored. Returns null for other errors and unknown slots. `stored` are the slots as
 * they were read.
 */
export function slotRefusal(
  error: unknown,
  slots: readonly Slot[],
  stored: readonly Slot[],
): { slots: Slot[]; error: FieldError } | null {
  const ofField = slotFieldError(error);
  if (ofField) return { slots: [...slots], error: ofField };
  if (!(error instanceof AppError && error.code === 'timeslot_has_bookings')) return null;
  const id = refusalShape.safeParse(detailsOf(error)).data?.slot_id;
  const place = stored.findIndex((slot) => slot.id === id);
  const kept = stored[place];
  if (!kept || slots.some((slot) => slot.id === id)) return null;
  const time = formatTime(kept.start);
  const next = slots.findIndex((slot) => stored.findIndex((one) => one.id === slot.id) > place);
  const at = next < 0 ? slots.length : next;
  const text = t`The ${time} time slot has upcoming bookings, so we've put it back in the list. Close its dates in the calendar, and remove the time slot after those trips.`;
  return {
    slots: [...slots.slice(0, at), kept, ...slots.slice(at)],
    error: new FieldError(`slots.${at}.start`, text, kept.start),
  };
}
