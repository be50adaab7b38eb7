import type postgres from 'postgres';
import { largeId } from '../../supabase/seed/large.ts';
import { milliseconds } from './measure.ts';

/** The number of recently changed bookings: some minutes of a busy day. */
const CHANGED = 100;

/** Measures what the reconciler releases and checks each minute in both databases, with the same recent changes. */
export async function reconcilerSides(
  large: postgres.Sql,
  small: postgres.Sql,
): Promise<Record<'large' | 'small', () => Promise<number>>> {
  const ids = Array.from({ length: CHANGED }, (_, n) => largeId('booking', n * 20));
  for (const sql of [large, small]) {
    await sql`update public.bookings set country = country where id = any (${ids})`;
    await sql`update private.payments set last_error = null where id in (select payment_id from private.payment_lines where booking_id = any (${ids}))`;
  }
  const each = (sql: postgres.Sql) => () =>
    milliseconds(() => sql`select service.release_expired(), service.recent_broken_rows()`);
  return { large: each(large), small: each(small) };
}
