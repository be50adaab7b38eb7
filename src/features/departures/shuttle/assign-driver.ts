import { weekdayOf } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';

/**
 * The form that schedules a driver for a service weekly from this date. On the dashboard for shuttle managers, in
 * Region Management for the region's team; both use the same tab name.
 */
export const assignDriverLink = (isShuttleManager: boolean, serviceId: string, date: string): string =>
  withQuery(isShuttleManager ? paths.shuttleDashboard : paths.manageRegion, {
    tab: 'schedules',
    form: 'new',
    service: serviceId,
    day: weekdayOf(date),
    from: date,
  });
