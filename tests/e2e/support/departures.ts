import { randomUUID } from 'node:crypto';
import { bookInCash } from './bookings.ts';
import { newExperience, newGuide, newPerson, type Person, sql } from './fixtures.ts';

/** Cancels the departure of a booking as its guide. The two minutes in which it can be undone have passed. */
export async function cancelDeparture(guide: Person, booking: string): Promise<void> {
  await sql.begin(async (as) => {
    const [one] = await as<{ departure: object }[]>`
      select json_build_object('kind', 'experience', 'service_id', service_id, 'slot_id', slot_id, 'service_date', booking_date) as departure
        from public.bookings where id = ${booking}`;
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: guide.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    await as`select public.cancel_departures(${as.json({ departures: [one?.departure] } as never)}, 'weather', 'The wind is too strong today.', ${randomUUID()})`;
    await as`set local role postgres`;
    await as`update private.departure_cancellations set undo_until = now() - interval '1 second' where actor_id = ${guide.id}`;
    await as`update private.departure_offers set opens_at = now() - interval '1 second' where booking_id = ${booking}
      or departure_id = (select departure_id from public.bookings where id = ${booking})`;
    await as`update private.outbox set next_attempt_at = now() where template in ('departure_offer', 'departure_cancelled') and state = 'queued'`;
  });
}

/** Records the cash of a booking as received. */
export const takeCash = (booking: string) =>
  sql.begin(async (as) => {
    await as`select private.record_sale(${booking})`;
    await as`update public.bookings set status = 'paid', payment_status = 'completed' where id = ${booking}`;
  });

/** Makes the tourist pay and arrive, so that they can write a review. */
export async function wasThere(booking: string): Promise<{ service_id: string }[]> {
  await takeCash(booking);
  return sql<{ service_id: string }[]>`
    update public.bookings set check_in_status = 'checked_in', status = 'checked_in', checked_in_at = now() where id = ${booking}
    returning service_id`;
}

/** Returns the code of a ticket. */
export async function codeOf(booking: string): Promise<string> {
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking}`;
  return row?.code ?? '';
}

/**
 * Creates a guide's departure in five days, with a cash booking. In its own territory (newTeam), its lists are
 * short.
 */
export async function newDeparture(
  title: string,
  { people = 2, guideName = 'Rony Caal', territoryId = 'rio-dulce' } = {},
) {
  const guide = await newGuide(guideName, territoryId);
  const tourist = await newPerson('Anna Keller');
  const experience = await newExperience({ title, guide, cash: true });
  await sql`update public.experiences set territory_id = ${territoryId} where id = ${experience.id}`;
  // A hidden territory is made visible only for the booking.
  const [region] =
    await sql`update public.territories set visible = true where id = ${territoryId} and not visible returning 1`;
  const booking = await bookInCash(tourist, experience, { num_people: people });
  if (region) await sql`update public.territories set visible = false where id = ${territoryId}`;
  const [row] = await sql<
    { day: string }[]
  >`select booking_date::text as day from public.bookings where id = ${booking}`;
  return { guide, tourist, experience, booking, day: row?.day ?? '' };
}
