import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { type Experience, newExperience, newSession, type Person, publishableKey, sql } from './fixtures.ts';

/** Two people in five days' time. */
const WISH = {
  kind: 'experience',
  service_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
  booking_type: 'shared',
  num_people: 2,
  whatsapp_number: '+50255123480',
  country: 'DE',
  speaks_spanish: false,
  waiver_version: waiverVersion,
};

/** Creates a cash booking of the tourist with the functions that the checkout calls. */
export async function newCashBooking(tourist: Person, guide: Person, title = 'Lagoon swim') {
  const experience = await newExperience({ title, guide, cash: true });
  const id = await bookInCash(tourist, experience);
  return { id, title: experience.title, path: `/bookings/experience/${id}/messages` };
}

/** Creates a cash booking of an existing experience. */
export async function bookInCash(tourist: Person, experience: Experience, changes = {}): Promise<string> {
  const wish = {
    ...WISH,
    ...changes,
    idempotency_key: crypto.randomUUID(),
    service_id: experience.id,
    slot_id: experience.slotId,
    payment_method: 'cash',
  };
  return sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: tourist.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    const [hold] = await as<{ id: string }[]>`select public.create_hold(${as.json(wish)}) ->> 'hold_id' as id`;
    const [made] = await as<{ id: string }[]>`select public.book_cash(${hold?.id ?? ''}) ->> 'booking_id' as id`;
    return made?.id ?? '';
  });
}

/** Creates a booking of an existing experience, paid by card with the functions that the checkout calls. */
export async function newCardBooking(tourist: Person, title: string): Promise<string> {
  const { access_token } = (await newSession(tourist)) as { access_token: string };
  const headers = { apikey: publishableKey, authorization: `Bearer ${access_token}` };
  const call = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${process.env.API_PORT}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };
  const [slot] = await sql<{ id: string; experience_id: string }[]>`
    select s.id, s.experience_id from public.experience_timeslots s join public.experiences e on e.id = s.experience_id where e.title = ${title}`;
  const wish = {
    ...WISH,
    idempotency_key: crypto.randomUUID(),
    service_id: slot?.experience_id,
    slot_id: slot?.id,
    payment_method: 'card',
  };
  const { hold_id } = await call<{ hold_id: string }>('rest/v1/rpc/create_hold', { p: wish });
  const intent = await call<{ payment_intent_id: string; client_secret: string }>(
    'functions/v1/create-payment-intent',
    { hold_id },
  );
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };
  const paid = await fetch(
    `http://127.0.0.1:${process.env.STRIPE_PORT}/v1/payment_intents/${intent.payment_intent_id}/confirm`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_territorio' },
      body: new URLSearchParams({
        client_secret: intent.client_secret,
        'payment_method_data[type]': 'card',
        ...Object.fromEntries(
          Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
        ),
      }),
    },
  );
  if (!paid.ok) throw new Error(await paid.text());
  return (await call<{ booking_id: string }>('functions/v1/confirm-payment', { hold_id })).booking_id;
}

/** Cancels the booking as the tourist, like on the ticket. */
export const cancelBooking = (tourist: Person, id: string) =>
  sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: tourist.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    await as`select public.cancel_booking(${id}, null)`;
  });

/** Returns a time an hour from now in Guatemala, or just before midnight, so that the departure is still today's. */
export const laterToday = () => {
  const now = sql`now() at time zone 'America/Guatemala'`;
  return sql`least(${now} + interval '1 hour', (${now})::date + time '23:59:50')::time`;
};

/**
 * Moves its departure to this many hours from now, in the territory's time zone. By default, it leaves now. A
 * departure with other guests keeps its time.
 */
export async function leavesIn(id: string, hours = 0): Promise<void> {
  const start = sql`select s::date, s::time from (select (now() + ${hours} * interval '1 hour') at time zone 'America/Guatemala' as s) x`;
  await sql`
    with moved as (update public.bookings set (booking_date, start_time) = (${start}) where id = ${id} returning departure_id, start_time)
    update public.departures d set start_time = moved.start_time from moved where d.id = moved.departure_id and d.start_time is not null and not exists (
      select from public.bookings other where other.departure_id = d.id and other.id <> ${id} and other.booking_date = d.service_date)`;
}
