import type { BookingContext } from '../booking/support/context.ts';
import type { Fixture } from '../booking/support/fixture.ts';

/** Returns a local time relative to the day of the trip as SQL. '-1 day 18:00' is six in the evening before. */
export const at = ({ date }: Fixture, offset: string) =>
  `((timestamp '${date} 00:00' + interval '${offset}') at time zone 'America/Guatemala')`;

/** Runs the email worker at that time. Returns the number of reminders. */
export async function remind({ fixture }: BookingContext, offset: string): Promise<number> {
  const [row] = await fixture.db.sql.unsafe(`select service.queue_reminders(${at(fixture, offset)}) as n`);
  return row?.n as number;
}

/** Returns the queued reminders, such as 'evening {booking}'. */
export async function reminders({ db }: Fixture): Promise<string[]> {
  const rows = await db.sql`select replace(template, 'reminder_', '') || ' ' || (payload ->> 'booking_id') as what
    from private.outbox where template like 'reminder%' order by id`;
  return rows.map(({ what }) => what as string);
}

/** Returns the data of the queued emails, and why they are no longer needed. */
export async function waiting({ db }: Fixture) {
  const rows = await db.sql`select private.mail_contents(o) as data, private.mail_is_obsolete(o) as obsolete
    from private.outbox o where template like 'reminder%' order by id`;
  return rows as unknown as { data: Record<string, unknown>; obsolete: string | null }[];
}

/**
 * Moves the territory to a time zone where it is that time now, and the booking, made a day ago, to this many
 * minutes from now.
 */
export async function leavesIn({ fixture }: BookingContext, booking: string, hourNow: number, minutes: number) {
  const { sql } = fixture.db;
  await sql`update public.territories set time_zone = 'Etc/GMT' || case when h = 0 then '' else to_char(h, 'FMSG99') end
    from (select (extract(hour from now() at time zone 'UTC')::int - ${hourNow}::int + 36) % 24 - 12 as h) x where id = 'rio'`;
  await sql`update public.bookings b set (booking_date, start_time) = (
      select s::date, s::time from (select (now() at time zone t.time_zone) + ${minutes} * interval '1 minute' as s from public.territories t where t.id = 'rio') x)
    where b.id = ${booking}`;
  await sql`update public.booking_events set created_at = now() - interval '1 day'`;
}
