import type { TestDatabase } from '../../support/database.ts';

type Json = Record<string, unknown>;

/**
 * Returns the arguments of change_booking with the booking, and the change that waits for its payment, as the page of
 * the change shows them now. A test that is about an older page gives its own.
 */
export async function withBookingShown({ sql }: TestDatabase, name: string, args: Json): Promise<Json> {
  if (name !== 'change_booking') return args;
  const [now] =
    await sql`select jsonb_build_object('service_date', b.booking_date, 'start_time', b.start_time, 'people', b.num_people) as booking,
      private.unpaid_change(b) ->> 'hold_id' as unpaid_change
    from private.booking_facts b where b.id = ${(args.p_booking_id ?? null) as string | null}`;
  return now ? { ...args, p_shown: { ...now, ...(args.p_shown as Json | undefined) } } : args;
}
