import { plural, t } from '@lingui/core/macro';
import { whenOf } from '@/features/booking/offers/labels';
import type { UnpaidChange } from './unpaid-change';

interface Before {
  date: string;
  time: string | null;
  people: number;
}

/** Returns what the change alters, each with its old and new value. */
export function unpaidChangeLines(change: UnpaidChange, before: Before): string[] {
  const from = whenOf({ service_date: before.date, start_time: before.time });
  const to = whenOf(change);
  const persons = plural(change.people, { one: '# person', other: '# people' });
  const names = change.joining.filter((name) => name !== null).join(', ');
  return [
    ...(change.title ? [t`New trip: ${change.title}`] : []),
    ...(from === to ? [] : [t`New date: ${to} instead of ${from}`]),
    ...(change.people === before.people ? [] : [t`${persons} instead of ${before.people}`]),
    ...(names ? [t`Joining: ${names}`] : []),
  ];
}
