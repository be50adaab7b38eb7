import type { TestDatabase } from '../../../support/database.ts';
import { signedIn } from './fixture.ts';
import { rpcFor } from './rpc.ts';

type Json = Record<string, unknown>;

/** Reads the effects of a status as staff, and sets it. `more`: arguments of set_booking_status. */
export async function setStatus(
  db: TestDatabase,
  who: string,
  booking: string,
  status: string,
  more: Json = {},
): Promise<Json> {
  const call = rpcFor(db, signedIn(who));
  const which = { p_booking_id: booking, p_status: status };
  const shown = (await call('preview_booking_status', which)) as Json;
  return (await call('set_booking_status', { ...which, p_from: shown.from, p_amount: shown.amount, ...more })) as Json;
}

/** Does the same in one expression. */
export const statusCall = (booking: string, status: string): string => {
  const which = `'${booking}', '${status}'`;
  const shown = (name: string) => `public.preview_booking_status(${which}) ->> '${name}'`;
  return `public.set_booking_status(${which}, null, ${shown('from')}, (${shown('amount')})::numeric)`;
};
