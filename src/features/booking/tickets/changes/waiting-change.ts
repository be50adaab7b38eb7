import { plural, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { whenOf } from '@/features/booking/offers/labels';

/** A change that waits for the guest's payment, as the database returns it (waiting_change). */
export const waitingChange = z.object({
  hold_id: z.string(),
  by: z.string(),
  /** Only staff get the reason. */
  reason: z.nullish(z.string()),
  /** True if the change moves the booking to another departure. */
  moves: z.boolean(),
  /** The title of the new service, or null if the service stays the same. */
  title: z.nullable(z.string()),
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  people: z.number(),
  /** The names of the people who join a transport booking. */
  joining: z.array(z.nullable(z.string())),
  amount: z.coerce.number(),
  currency_symbol: z.string(),
  expires_at: z.string(),
  paying: z.boolean(),
});
export type WaitingChange = z.infer<typeof waitingChange>;

interface Before {
  date: string;
  time: string | null;
  people: number;
}

/** Returns what the change alters, each with its old and new value. */
export function waitingLines(change: WaitingChange, before: Before): string[] {
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
