import { weekdayOf } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';

/**
 * The form that puts a driver on a slot of transport, from this date on each week. Shuttle managers have it on their dashboard, those who run the
 * territory in Region Management; both name its tab alike.
 */
export const assignDriverLink = (isShuttleManager: boolean, slotId: string, date: string): string =>
  withQuery(isShuttleManager ? paths.shuttleDashboard : paths.manageRegion, {
    tab: 'schedules',
    form: 'new',
    slot: slotId,
    day: weekdayOf(date),
    from: date,
  });
