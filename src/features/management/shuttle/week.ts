import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The names as standalone labels. Within a sentence, use weekdayName of lib/format/dates. */
export const DAY_NAMES: Record<string, MessageDescriptor> = {
  monday: msg`Monday`,
  tuesday: msg`Tuesday`,
  wednesday: msg`Wednesday`,
  thursday: msg`Thursday`,
  friday: msg`Friday`,
  saturday: msg`Saturday`,
  sunday: msg`Sunday`,
};

export const dayName = (day: string): MessageDescriptor => DAY_NAMES[day] ?? { id: day, message: day };
