import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { inOrder, WEEK } from '@/lib/format/week';

const SHORT = {
  monday: msg`Mon`,
  tuesday: msg`Tue`,
  wednesday: msg`Wed`,
  thursday: msg`Thu`,
  friday: msg`Fri`,
  saturday: msg`Sat`,
  sunday: msg`Sun`,
};

/** Returns for example 'Mon, Wed, Fri' in the order of the week, or 'Every day' for all seven. */
export function weekdays(days: readonly string[]): string {
  const chosen = inOrder(days);
  if (chosen.length === WEEK.length) return t`Every day`;
  return chosen.map((day) => i18n._(SHORT[day])).join(', ');
}
