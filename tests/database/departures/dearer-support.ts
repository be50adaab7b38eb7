import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { additionsIn } from '../changes/addition-support.ts';
import { answer, dayAfter, type Json, type Offer, offered } from './support.ts';

export type DearerOffer = Offer & { hold: (HoldJson & { title: string }) | null; choices: { extra_amount: number }[] };

/** Creates a walk of the same territory at another price, each day at ten. */
export async function createWalk({ fixture: { db } }: Pick<BookingContext, 'fixture'>, price: number): Promise<string> {
  const [made] =
    await db.sql`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('rio', 'A walk', 'A walk', 2, ${price}, 8, 8) returning id`;
  await db.sql`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
    values (${made?.id}, '10:00', '12:00', 8, 8)`;
  return made?.id as string;
}

/**
 * Helpers for a more expensive service: a seat sold for 175.50, and a walk for 250 that the operator offers
 * instead.
 */
export function dearerOffersIn(context: BookingContext) {
  const additions = additionsIn(context);
  const { sql } = additions;

  /** Creates a booking by card, cancels its departure and offers the walk. */
  async function proposed(more: Json = {}, user = context.user) {
    const walk = await createWalk(context, 250);
    const booked = await additions.paid(more, user);
    const offer = (await offered(context, { p_proposed_service_id: walk })) as DearerOffer;
    return { ...booked, walk, offer, choice: choiceOf(offer, walk) };
  }

  /** Returns the walk on the day after. */
  const choiceOf = (offer: Offer, walk: string) =>
    offer.choices.find(({ service_id, service_date }) => service_id === walk && service_date === dayAfter());

  /** Returns the answer that moves to the walk. It costs 74.50 more per person. */
  const toWalk = async (walk: string, p_extra_amount = 74.5, p_date = dayAfter()) => {
    const [slot] = await sql()`select id from public.experience_timeslots where experience_id = ${walk}`;
    return { p_answer: 'move', p_service_id: walk, p_slot_id: slot?.id as string, p_date, p_extra_amount };
  };

  const choose = async (offer: Offer, walk: string, more: Json = {}, who = context.user) =>
    (await answer(context.fixture, who, offer.offer_id, { ...(await toWalk(walk)), ...more })) as DearerOffer;

  /** Chooses the walk and opens its card form. */
  async function begin(offer: Offer, walk: string, more: Json = {}) {
    const { hold } = await choose(offer, walk, more);
    if (!hold) throw new Error('Nothing is to be paid');
    return additions.openPayment(hold);
  }

  const seatsOf = async (walk: string, date = dayAfter()) => {
    const [row] =
      await sql()`select sold, held from public.departures where service_id = ${walk} and service_date = ${date}`;
    return row;
  };

  /** Reads the state of a booking and its offer. */
  async function outcome(booking: string) {
    const [row] =
      await sql()`select f.service_id, f.booking_date::text as day, f.total_price::float as price, o.state, o.answered_how,
        (select coalesce(sum(l.amount), 0)::float from private.ledger l where l.booking_id = f.id) as ledger
      from private.booking_facts f join private.departure_offers o on o.booking_id = f.id where f.id = ${booking}`;
    return row;
  }

  return { ...additions, proposed, toWalk, choose, begin, seatsOf, outcome };
}
