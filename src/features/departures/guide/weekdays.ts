import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

const WEEKDAYS = [
  ['monday', msg`Mon`],
  ['tuesday', msg`Tue`],
  ['wednesday', msg`Wed`],
  ['thursday', msg`Thu`],
  ['friday', msg`Fri`],
  ['saturday', msg`Sat`],
  ['sunday', msg`Sun`],
] as const;

/** 'Mon, Wed, Fri', from Monday on; 'Every day' for all seven. */
export function weekdays(days: readonly string[]): string {
  const chosen = WEEKDAYS.filter(([name]) => days.includes(name));
  if (chosen.length === WEEKDAYS.length) return t`Every day`;
  return chosen.map(([, short]) => i18n._(short)).join(', ');
}
