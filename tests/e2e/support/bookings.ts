import { newExperience, type Person, sql } from './world.ts';

/** A cash booking of the tourist's own, made by the functions that the checkout calls. */
export async function newCashBooking(tourist: Person, guide: Person, title = 'Lagoon swim') {
  const experience = await newExperience({ title, guide, cash: true });
  const wish = {
    request_key: crypto.randomUUID(),
    kind: 'experience',
    experience_id: experience.id,
    timeslot_id: experience.timeslotId,
    service_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    booking_type: 'shared',
    num_people: 2,
    payment_method: 'cash',
    whatsapp_number: '+50255123480',
    country: 'DE',
    speaks_spanish: false,
    waiver_version: '1',
  };
  const id = await sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: tourist.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    const [hold] = await as<{ id: string }[]>`select public.create_hold(${as.json(wish)}) ->> 'hold_id' as id`;
    const [made] = await as<{ id: string }[]>`select public.book_cash(${hold?.id ?? ''}) ->> 'booking_id' as id`;
    return made?.id ?? '';
  });
  return { id, title: experience.title, path: `/bookings/experience/${id}/messages` };
}
