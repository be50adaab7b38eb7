import { beforeEach } from 'vitest';
import { createCheckout, payFor } from './checkout.ts';
import { createUsers, grantRole, rideOf, signedIn, startsIn } from './fixture.ts';
import { checkout, checkoutForEachTest, fixture, user as tourist } from './for-each-test.ts';
import { rpcFor } from './rpc.ts';

/** The current test's booking of three, which began a few minutes ago, and its ticket's code. */
export let booking: string;
export let code: string;

/** Creates a booking whose guests arrive now, for each test of the file. */
export function checkInForEachTest(): void {
  checkoutForEachTest();
  beforeEach(async () => {
    ({ booking } = await payFor(fixture, checkout, tourist, { num_people: 3 }));
    await startsIn(fixture, booking, -0.1);
    const [row] = await fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
    code = row?.code as string;
  });
}

export interface Answer {
  code?: string;
  hint?: string;
  message?: string;
  details?: string;
  status?: string;
  check_in_status?: string;
  num_people?: number;
  title?: string;
}

export const look = (user: string, id = booking, given: string | null = code) =>
  rpcFor(fixture.db, signedIn(user))('get_check_in', { p_booking_id: id, p_code: given }) as Promise<Answer>;
export const scan = (user: string, action = 'checked_in', id = booking, given: string | null = code) =>
  rpcFor(fixture.db, signedIn(user))('check_in', {
    p_booking_id: id,
    p_code: given,
    p_action: action,
  }) as Promise<Answer>;

export async function person(...roles: [role: string, territory: string | null][]): Promise<string> {
  const [user = ''] = await createUsers(fixture.db.sql, 1);
  for (const [role, territory] of roles) await grantRole(fixture.db.sql, user, role, territory);
  return user;
}

/** Creates another tourist's paid shuttle booking. */
export async function payForRide(): Promise<{ booking: string; code: string }> {
  const [rider = ''] = await createUsers(fixture.db.sql, 1);
  const ride = await payFor(fixture, createCheckout(fixture), rider, rideOf(fixture));
  await startsIn(fixture, ride.booking, -0.1);
  const [row] = await fixture.db.sql`select code from public.booking_codes where booking_id = ${ride.booking}`;
  return { booking: ride.booking, code: row?.code };
}
