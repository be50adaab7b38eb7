import type { BookingContext } from '../booking/support/context.ts';
import { call, type Json, type Minimum } from '../departures/support.ts';
import { type Asked, dateChange, optionsOf, partyChange } from './requests.ts';

export interface DateChanges {
  service_id: string;
  until: string | null;
  refusal: { code: string } | null;
  refund_amount: number;
  extra_amount: number;
  refund_at_most: number | null;
  choices: {
    slot_id: string | null;
    service_date: string;
    start_time: string;
    free_until: string | null;
    change_until: string | null;
    minimum: Minimum | null;
  }[];
}

/** Returns the possible changes of a booking. */
export const changesOf = ({ fixture, user }: BookingContext, booking: string, who = user) =>
  optionsOf(fixture, who, booking, 'date') as unknown as Promise<DateChanges>;

/** Changes the date as the tourist, by default to the day after. */
export const change = ({ fixture, user }: BookingContext, booking: string, asked: Asked = {}, who = user) =>
  call(fixture, who, 'change_booking', dateChange(fixture, booking, asked)) as Promise<Json>;

/** Drops people for the given refund. */
export const reduce = (
  { fixture, user }: BookingContext,
  booking: unknown,
  people: number | null,
  asked: Asked = {},
  who = user,
) => call(fixture, who, 'change_booking', partyChange(booking, people, asked)) as Promise<Json>;

export const codeOf = async ({ fixture }: BookingContext, booking: string): Promise<string> => {
  const [row] = await fixture.db.sql`select code from public.booking_codes
    where booking_id = ${booking}`;
  return row?.code as string;
};
