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
