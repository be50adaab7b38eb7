import { randomUUID } from 'node:crypto';
import type { Fixture, HoldJson } from '../booking/support/fixture.ts';
import { call, dayAfter, type Json } from '../departures/support.ts';

/** The fields of a change request. Each has a default. */
export interface Asked {
  service_date?: string | null | undefined;
  slot_id?: unknown;
  people?: number | null;
  leaving?: unknown;
  passengers?: unknown;
  passport_images?: unknown;
  key?: string | null;
  refund_amount?: unknown;
  extra_amount?: unknown;
}

/** Returns the arguments of change_booking for one step. */
const request = (booking: unknown, step: Json, { key = randomUUID(), refund_amount = 0, extra_amount = 0 }: Asked) => ({
  p_booking_id: booking,
  p_steps: [step],
  p_key: key,
  p_shown: { refund_amount, extra_amount },
});

/** Returns a change to another date, by default the day after. */
export function dateChange({ slot }: Fixture, booking: unknown, asked: Asked = {}) {
  const { service_date = dayAfter(), slot_id = slot } = asked;
  return request(booking, { step: 'date', service_date, slot_id }, asked);
}

/** Returns a change to another number of people. */
export function partyChange(booking: unknown, people: number | null, asked: Asked = {}) {
  const { leaving, passengers, passport_images } = asked;
  return request(booking, { step: 'party', people, leaving, passengers, passport_images }, asked);
}

export interface Options extends Json {
  num_people: number;
  service_date: string;
  hold: (HoldJson & { service_date: string }) | null;
}

/**
 * Returns the changes that a person can make to a booking: one of its choices, and the rest. `hold` is the open one
 * for that choice.
 */
export async function optionsOf(
  fixture: Fixture,
  who: string,
  booking: string,
  choice: 'date' | 'fewer' | 'more',
): Promise<Options> {
  const options = (await call(fixture, who, 'change_options', { p_booking_id: booking })) as unknown as Options;
  const moves = options.hold?.service_date !== options.service_date;
  return {
    ...options,
    ...(options[choice] as Json),
    hold: moves === (choice === 'date') ? options.hold : null,
  };
}
