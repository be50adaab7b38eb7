import { randomUUID } from 'node:crypto';
import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { call, type Json } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';

export interface More {
  num_people: number;
  unit_amount: number;
  fewest: number;
  most: number;
  at_once: boolean;
  refusal: { code: string } | null;
  hold: HoldJson | null;
}
export interface Added {
  people: number | null;
  hold: HoldJson;
}

/** What the tests of more people do to the booking of a context's tourist. */
export function morePeopleIn(context: BookingContext) {
  const additions = additionsIn(context);

  const moreOf = (booking: string, more: Json = {}, who = context.user) =>
    call(context.fixture, who, 'more_people', {
      p_kind: 'experience',
      p_booking_id: booking,
      ...more,
    }) as unknown as Promise<More>;

  /** One more comes, for 175.50, where nothing else is said. */
  const add = (booking: string, more: Json = {}, who = context.user) =>
    call(context.fixture, who, 'add_people', {
      p_kind: 'experience',
      p_booking_id: booking,
      p_people: 1,
      p_key: randomUUID(),
      p_amount: 175.5,
      ...more,
    }) as unknown as Promise<Added>;

  const begin = async (booking: string, more: Json = {}) => additions.openPayment((await add(booking, more)).hold);
  /** More people, paid by card. */
  const addPaid = async (booking: string, more: Json = {}) => additions.pay(await begin(booking, more));

  /** People, seats and price of the only booking, and the seats of its departure. */
  async function state() {
    const [row] =
      await additions.sql()`select b.num_people as people, b.seats, b.total_price::float as price, d.sold, d.held
      from private.booking_facts b join public.departures d on d.id = b.departure_id`;
    return row;
  }

  return { ...additions, moreOf, add, begin, addPaid, state };
}
