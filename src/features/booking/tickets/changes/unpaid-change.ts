import { z } from 'zod/mini';

/** A change that waits for the guest's payment, as the database returns it (unpaid_change). */
export const unpaidChange = z.object({
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
export type UnpaidChange = z.infer<typeof unpaidChange>;
