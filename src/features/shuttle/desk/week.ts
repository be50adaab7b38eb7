import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** As the database names the days, in the order of a week here. */
export const DAYS: readonly string[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const NAMES: Record<string, MessageDescriptor> = {
  monday: msg`Monday`,
  tuesday: msg`Tuesday`,
  wednesday: msg`Wednesday`,
  thursday: msg`Thursday`,
  friday: msg`Friday`,
  saturday: msg`Saturday`,
  sunday: msg`Sunday`,
};

export const dayName = (day: string): MessageDescriptor => NAMES[day] ?? { id: day, message: day };

interface Slot {
  id: string;
  day_of_week: string;
}

/** By day from Monday on, then by service and driver, so that a row stays where it was when another one changes. */
export function byWeek<S extends Slot>(schedules: readonly S[], nameOf: (schedule: S) => string): S[] {
  const at = (schedule: S) => DAYS.indexOf(schedule.day_of_week);
  return schedules.toSorted((a, b) => at(a) - at(b) || nameOf(a).localeCompare(nameOf(b)) || a.id.localeCompare(b.id));
}
