import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';
import { type Asked, optionsOf, partyChange } from './requests.ts';

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

/** Helpers that change the number of people in the booking of a context's tourist. */
export function morePeopleIn(context: BookingContext) {
  const additions = additionsIn(context);

  const moreOf = (booking: string, who = context.user) =>
    optionsOf(context.fixture, who, booking, 'more') as unknown as Promise<More>;

  /** Adds one more person for 175.50 by default. */
  async function add(booking: string, asked: Asked = {}, who = context.user): Promise<Added> {
    const [row] = await additions.sql()`select num_people from public.bookings where id = ${booking}`;
    const { people = (row?.num_people as number) + 1, extra_amount = 175.5 } = asked;
    const change = partyChange(booking, people, { ...asked, extra_amount });
    return (await call(context.fixture, who, 'change_booking', change)) as unknown as Added;
  }

  const begin = async (booking: string, asked: Asked = {}) => additions.openPayment((await add(booking, asked)).hold);
  /** Adds people and pays by card. */
  const addPaid = async (booking: string, asked: Asked = {}) => additions.pay(await begin(booking, asked));

  /** Reads people, seats and price of the only booking, and the seats of its departure. */
  async function state() {
    const [row] =
      await additions.sql()`select b.num_people as people, b.seats, b.total_price::float as price, d.sold, d.held
      from private.booking_facts b join public.departures d on d.id = b.departure_id`;
    return row;
  }

  return { ...additions, moreOf, add, begin, addPaid, state };
}
