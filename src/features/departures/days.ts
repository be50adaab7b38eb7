import { t } from '@lingui/core/macro';
import { calendarDate } from '@/lib/format/dates';

export interface Day<G> {
  date: string;
  groups: G[];
}

/** Departures in their order, cut into days. */
export function byDate<G extends { service_date: string }>(groups: readonly G[]): Day<G>[] {
  const days: Day<G>[] = [];
  for (const group of groups) {
    const last = days.at(-1);
    if (last?.date === group.service_date) last.groups.push(group);
    else days.push({ date: group.service_date, groups: [group] });
  }
  return days;
}

/** 'Today' and 'Tomorrow' in the region's zone; '' for other days. */
export function dayWord(date: string, timeZone: string, now = new Date()): string {
  if (date === calendarDate(timeZone, 0, now)) return t`Today`;
  return date === calendarDate(timeZone, 1, now) ? t`Tomorrow` : '';
}
