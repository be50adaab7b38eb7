import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { dayAfter, type Json, seatsOn } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';
import { type Asked, optionsOf } from './requests.ts';
import { change } from './support.ts';

export interface Dates {
  refusal: { code: string } | null;
  extra_amount: number;
  at_once: boolean;
  hold: HoldJson | null;
  choices: { service_date: string }[];
}
export interface Dearer {
  service_date: string | null;
  hold: HoldJson;
}

/** Helpers for a more expensive date. 175.50 per person was paid, and the price is 200 now. */
export function dearerDatesIn(context: BookingContext) {
  const additions = additionsIn(context);

  /** Creates a booking paid by card before the price goes up. */
  async function paidBefore(more: Json = {}, user = context.user) {
    const booked = await additions.paid(more, user);
    await additions.sql()`update public.experiences set shared_price = 200`;
    return booked;
  }

  const datesOf = (booking: string, who = context.user) =>
    optionsOf(context.fixture, who, booking, 'date') as unknown as Promise<Dates>;

  /** By default, two people change to the day after. */
  const move = (booking: string, asked: Asked = {}, who = context.user) =>
    change(context, booking, { extra_amount: 49, ...asked }, who) as unknown as Promise<Dearer>;

  const begin = async (booking: string, asked: Asked = {}) => additions.openPayment((await move(booking, asked)).hold);
  /** Changes the date and pays by card. */
  const movePaid = async (booking: string, asked: Asked = {}) => additions.pay(await begin(booking, asked));

  /** Returns the seats of the first day and of the day after. */
  const seats = async () => {
    const days = await Promise.all([context.fixture.date, dayAfter()].map((day) => seatsOn(context.fixture, day)));
    return days.map((one) => one && { sold: one.sold, held: one.held });
  };

  /** Returns the day, people and price of the first booking. */
  async function state() {
    const [row] =
      await additions.sql()`select booking_date::text as day, num_people as people, total_price::float as price
      from public.bookings order by created_at limit 1`;
    return row;
  }

  return { ...additions, paidBefore, datesOf, move, begin, movePaid, seats, state };
}
