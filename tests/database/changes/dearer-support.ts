import { randomUUID } from 'node:crypto';
import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { call, dayAfter, type Json, seatsOn } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';

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

/** What the tests of a dearer date do: 175.50 was paid for each, and it costs 200 by now. */
export function dearerDatesIn(context: BookingContext) {
  const additions = additionsIn(context);

  /** A booking that is paid by card, before the price goes up. */
  async function paidBefore(more: Json = {}, user = context.user) {
    const booked = await additions.paid(more, user);
    await additions.sql()`update public.experiences set shared_price = 200`;
    return booked;
  }

  const datesOf = (booking: string, more: Json = {}, who = context.user) =>
    call(context.fixture, who, 'date_changes', {
      p_kind: 'experience',
      p_booking_id: booking,
      ...more,
    }) as unknown as Promise<Dates>;

  /** Two people change to the day after, where nothing else is said. */
  const move = (booking: string, more: Json = {}, who = context.user) =>
    call(context.fixture, who, 'change_booking_date', {
      p_kind: 'experience',
      p_booking_id: booking,
      p_timeslot_id: context.fixture.slot,
      p_date: dayAfter(),
      p_key: randomUUID(),
      p_refund_amount: 0,
      p_extra_amount: 49,
      ...more,
    }) as unknown as Promise<Dearer>;

  const begin = async (booking: string, more: Json = {}) => additions.openPayment((await move(booking, more)).hold);
  /** The date, changed and paid for by card. */
  const movePaid = async (booking: string, more: Json = {}) => additions.pay(await begin(booking, more));

  /** The seats of the first day and of the day after. */
  const seats = async () => {
    const days = await Promise.all([context.fixture.date, dayAfter()].map((day) => seatsOn(context.fixture, day)));
    return days.map((one) => one && { sold: one.sold, held: one.held });
  };

  /** Day, people and price of the first booking. */
  async function state() {
    const [row] =
      await additions.sql()`select booking_date::text as day, num_people as people, total_price::float as price
      from public.bookings order by created_at limit 1`;
    return row;
  }

  return { ...additions, paidBefore, datesOf, move, begin, movePaid, seats, state };
}
