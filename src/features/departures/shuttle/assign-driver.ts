import { weekdayOf } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';

/**
 * Returns the link to the form that assigns a driver to a departure time, every week from this date on. Shuttle
 * managers have the form on their dashboard, and the region's team in Region Management. Both use the same tab
 * name.
 */
export const assignDriverLink = (isShuttleManager: boolean, slotId: string, date: string): string =>
  withQuery(isShuttleManager ? paths.shuttleDashboard : paths.manageRegion, {
    tab: 'schedules',
    form: 'new',
    slot: slotId,
    day: weekdayOf(date),
    from: date,
  });
