import { calendarDate } from '@/lib/format/dates';
import type { Conflict } from './queries';

export interface ConflictGroup {
  key: string;
  /** The shown ones, at least one. */
  conflicts: [Conflict, ...Conflict[]];
}

/** Each reporter's first ones come before anyone's third, so that many reports of one person hide no one's. */
const FIRST_OF_EACH = 2;

const orderOf = (one: Conflict) => [one.mine, one.place > FIRST_OF_EACH, one.amount === null].map(Number);

/** Within a departure: other people's first, then those with cash, then the newest. */
function compare(a: Conflict, b: Conflict): number {
  const ofB = orderOf(b);
  for (const [at, value] of orderOf(a).entries()) {
    if (value !== ofB[at]) return value - (ofB[at] ?? 0);
  }
  return b.reported_at.localeCompare(a.reported_at);
}

/** Today's departures first, then the latest days; departures that the reader may not see come last. */
function compareDepartures([a]: readonly Conflict[], [b]: readonly Conflict[], now: Date): number {
  const today = (one: Conflict | undefined) => Number(one?.service_date === calendarDate(one?.time_zone, 0, now));
  return (
    today(b) - today(a) ||
    (b?.service_date ?? '').localeCompare(a?.service_date ?? '') ||
    (a?.start_time ?? '').localeCompare(b?.start_time ?? '')
  );
}

/** Grouped by departure, today's first; `limit`: the most shown. */
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
