import { calendarDate } from '@/lib/format/dates';
import type { Conflict } from './queries';

export interface ConflictGroup {
  key: string;
  /** The conflicts to show, at least one. */
  conflicts: [Conflict, ...Conflict[]];
}

/**
 * The first two of each reporter come before the third of anyone, so that one person's many reports don't hide
 * those of others.
 */
const FIRST_OF_EACH = 2;

const orderOf = (one: Conflict) => [one.mine, one.place > FIRST_OF_EACH, one.amount === null].map(Number);

/** Compares conflicts within a departure: those of other people first, then those with cash, then the newest. */
function compare(a: Conflict, b: Conflict): number {
  const ofB = orderOf(b);
  for (const [at, value] of orderOf(a).entries()) {
    if (value !== ofB[at]) return value - (ofB[at] ?? 0);
  }
  return b.reported_at.localeCompare(a.reported_at);
}

/** Compares departures: today's first, then the latest days. Departures that the reader may not see come last. */
function compareDepartures([a]: readonly Conflict[], [b]: readonly Conflict[], now: Date): number {
  const today = (one: Conflict | undefined) => Number(one?.service_date === calendarDate(one?.time_zone, 0, now));
  return (
    today(b) - today(a) ||
    (b?.service_date ?? '').localeCompare(a?.service_date ?? '') ||
    (a?.start_time ?? '').localeCompare(b?.start_time ?? '')
  );
}

/** Groups conflicts by departure, today's first. `limit` is the largest number to show. */
export function groupConflicts(conflicts: readonly Conflict[], limit: number, now: Date): ConflictGroup[] {
  const departures = new Map<string, Conflict[]>();
  for (const one of conflicts) {
    const key = [one.service_date, one.start_time, one.title].join(' ');
    departures.set(key, [...(departures.get(key) ?? []), one]);
  }
  const groups: ConflictGroup[] = [];
  let left = limit;
  for (const [key, all] of [...departures].sort(([, a], [, b]) => compareDepartures(a, b, now))) {
    const [first, ...rest] = all.sort(compare).slice(0, left);
    if (!first) break;
    groups.push({ key, conflicts: [first, ...rest] });
    left -= 1 + rest.length;
  }
  return groups;
}
