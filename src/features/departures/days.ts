import { t } from '@lingui/core/macro';
import { calendarDate } from '@/lib/format/dates';

interface Day<D> {
  date: string;
  departures: D[];
}

/** Departures in their order, cut into days. */
export function byDate<D extends { service_date: string }>(departures: readonly D[]): Day<D>[] {
  const days: Day<D>[] = [];
  for (const departure of departures) {
    const last = days.at(-1);
    if (last?.date === departure.service_date) last.departures.push(departure);
    else days.push({ date: departure.service_date, departures: [departure] });
  }
  return days;
}

/** 'Yesterday', 'Today' and 'Tomorrow' in the territory's zone; '' for other days. */
export function dayName(date: string, timeZone: string, now = new Date()): string {
  if (date === calendarDate(timeZone, -1, now)) return t`Yesterday`;
  if (date === calendarDate(timeZone, 0, now)) return t`Today`;
  return date === calendarDate(timeZone, 1, now) ? t`Tomorrow` : '';
}
