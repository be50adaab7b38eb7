import { randomUUID } from 'node:crypto';
import type { BookingContext } from '../booking/support/context.ts';
import { call, dayAfter, type Json, type Minimum } from '../departures/support.ts';

export interface DateChanges {
  service_id: string;
  until: string | null;
  refusal: { code: string } | null;
  refund_amount: number;
  extra_amount: number;
  refund_at_most: number | null;
  choices: {
    timeslot_id: string | null;
    service_date: string;
    start_time: string;
    free_until: string | null;
    change_until: string | null;
    minimum: Minimum | null;
  }[];
}

/** What a booking may change to. */
export const changesOf = ({ fixture, user }: BookingContext, booking: string, more: Json = {}, who = user) =>
  call(fixture, who, 'date_changes', { p_kind: 'experience', p_booking_id: booking, ...more }) as Promise<DateChanges>;

/** The tourist changes the date, to the day after where nothing else is said. */
export const change = ({ fixture, user }: BookingContext, booking: string, more: Json = {}, who = user) =>
  call(fixture, who, 'change_booking_date', {
    p_kind: 'experience',
    p_booking_id: booking,
    p_timeslot_id: fixture.slot,
    p_date: dayAfter(),
    p_key: randomUUID(),
    p_refund_amount: 0,
    p_extra_amount: 0,
    ...more,
  }) as Promise<Json>;

export const codeOf = async ({ fixture }: BookingContext, booking: string): Promise<string> => {
  const [row] = await fixture.db.sql`select code from public.booking_codes
    where booking_id = ${booking}`;
  return row?.code as string;
};
