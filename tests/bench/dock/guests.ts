import { expect, type Page } from '@playwright/test';
import { api, newSession, publishableKey, sql } from '../../e2e/support/fixtures.ts';
import { newDrivingDay, newWorker } from '../../e2e/support/shuttle.ts';

/** A guest of the day, with a booking for one person. */
export interface Guest {
  id: string;
  code: string;
  /** The amount to collect. 0 if paid. */
  cash: number;
  /** The signed part of the ticket, in digits, as in its QR code. */
  statement: string;
}

const PRICE = 185;

/**
 * Copies one booking, because sixty checkouts would take longer than what is measured. Every fourth copy still has
 * to pay in cash.
 */
async function addGuests(ride: string, count: number): Promise<Guest[]> {
  const made = await sql.begin(async (as) => {
    await as`
      update public.departures d set capacity = greatest(d.capacity, d.sold + ${count + 2}), sold = d.sold + ${count}
      from public.bookings b where b.id = ${ride} and d.id = b.departure_id`;
    return as<(Omit<Guest, 'statement'> & { email: string })[]>`
      with made as (
        insert into public.bookings (kind, departure_id, service_id, slot_id, territory_id, tourist_id, booking_date, start_time, num_people, seats,
          booking_type, unit_price, total_price, currency_code, payment_method, payment_status, status, whatsapp_number, country,
          passenger_details, waiver_version, waiver_accepted_at)
        select b.kind, b.departure_id, b.service_id, b.slot_id, b.territory_id, b.tourist_id, b.booking_date, b.start_time, 1, 1, 'shared', ${PRICE}, ${PRICE},
          b.currency_code, p.method, p.paid, p.status, b.whatsapp_number, b.country, b.passenger_details - 1, b.waiver_version, b.waiver_accepted_at
        from public.bookings b, generate_series(1, ${count}) n,
          lateral (values (case when n % 4 = 0 then 'cash' else 'card' end, case when n % 4 = 0 then 'pending' else 'completed' end,
            case when n % 4 = 0 then 'ordered' else 'paid' end)) p (method, paid, status)
        where b.id = ${ride} returning id, tourist_id, payment_method, total_price),
      coded as (
        insert into public.booking_codes (booking_id, tourist_id, code)
        select id, tourist_id, replace(gen_random_uuid()::text, '-', '') from made returning booking_id as id, code)
      select m.id, c.code, case m.payment_method when 'cash' then m.total_price::float else 0 end as cash, u.email
      from made m join coded c using (id) join auth.users u on u.id = m.tourist_id`;
  });
  const statements = await sign(
    made[0]?.email ?? '',
    made.map(({ id }) => id),
  );
  return made.map(({ id, code, cash }) => ({ id, code, cash, statement: statements.get(id) ?? '' }));
}

/** Requests the ticket page, so that the tourist's QR codes are signed. */
export async function sign(email: string, booking_ids: string[]): Promise<Map<string, string>> {
  const { access_token } = (await newSession({ email })) as { access_token: string };
  const response = await fetch(`${api}/functions/v1/sign-tickets`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ booking_ids }),
  });
  const { tickets } = (await response.json()) as { tickets: { booking_id: string; statement: string }[] };
  expect(tickets).toHaveLength(booking_ids.length);
  return new Map(tickets.map(({ booking_id, statement }) => [booking_id, statement]));
}

/**
 * Creates this many guests of today's shuttle, and two people who check them in. `sellMore` adds further guests,
 * who come later.
 */
export async function newFullDay(count: number) {
  const { territory, driver, ride } = await newDrivingDay();
  const manager = await newWorker('Marta Ical', 'shuttle_manager', territory);
  const guests = await addGuests(ride, count);
  return { driver, manager, guests, sellMore: (more: number) => addGuests(ride, more) };
}

/** Returns the content of a guest's QR code, as the app creates it. */
export const ticketOf = ({ id, code, statement }: Guest, origin: string): string =>
  `${origin}/check-in/${id}?code=${code}#${statement}`;

/** Opens the scanner of a dashboard, where a valid ticket is checked in without a tap. */
export async function openScanner(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Scan a ticket' }).click();
  await page.getByRole('checkbox', { name: 'Check in valid tickets automatically' }).check();
}

async function arrivals(guests: readonly Guest[]) {
  return sql<{ id: string; status: string; seen: number }[]>`
    select b.id, b.check_in_status as status,
      (select count(*)::int from public.booking_events e where e.booking_id = b.id and e.to_status = 'checked_in'
        and e.from_status <> 'checked_in') as seen
    from public.bookings b where b.id = any (${guests.map(({ id }) => id)})`;
}

/** Expects that every guest is checked in once. */
export async function expectAllIn(guests: readonly Guest[]): Promise<void> {
  const rows = await arrivals(guests);
  expect(rows.filter(({ status, seen }) => status !== 'checked_in' || seen !== 1)).toEqual([]);
  expect(rows).toHaveLength(guests.length);
}
