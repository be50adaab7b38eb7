import { type Checkout, createCheckout, payFor } from './checkout.ts';
import {
  createFixture,
  createHold,
  createUsers,
  type Fixture,
  holdRequest,
  referUsers,
  rideOf,
  signedIn,
} from './fixture.ts';
import { statusCall } from './status.ts';

export type Kind = 'experience' | 'transport';
export interface Booking {
  kind: Kind;
  id: string;
}

export interface ManagementContext {
  fixture: Fixture;
  checkout: Checkout;
  /** Creates forty people, the first twenty referred by a hotel. */
  tourists: string[];
  partner: string;
  /** Returns the rows of a statement for a signed-in person. */
  ask: <T>(user: string, statement: string) => Promise<T[]>;
  bookCash: (user: string, people?: number) => Promise<Booking>;
  payByCard: (user: string, kind: Kind, people?: number) => Promise<Booking>;
  setStatus: (user: string, booking: Booking, status: string) => Promise<unknown>;
  payOut: (user: string, booking: Booking, party: string, status: string) => Promise<unknown>;
}

/** Creates a territory with enough seats, and functions that change its money. */
export async function createManagementContext(): Promise<ManagementContext> {
  const fixture = await createFixture({ seats: 1000 });
  await fixture.db.sql`update public.territory_transports set max_spots = 1000, available_spots = 1000`;
  const checkout = createCheckout(fixture);
  const tourists = await createUsers(fixture.db.sql, 40);
  // A rate that makes shares need rounding.
  const partner = await referUsers(fixture.db.sql, tourists.slice(0, 20), 12.7);
  const ask = async <T>(user: string, statement: string): Promise<T[]> => [
    ...(await fixture.db.as(signedIn(user), (sql) => sql.unsafe<T[] & object[]>(statement))),
  ];
  return {
    fixture,
    checkout,
    tourists,
    partner,
    ask,
    bookCash: async (user, people = 1) => {
      const hold = await createHold(
        fixture,
        user,
        holdRequest(fixture, { payment_method: 'cash', num_people: people }),
      );
      await ask(user, `select public.book_cash('${hold.hold_id}')`);
      const [made] = await fixture.db.sql<
        { id: string }[]
      >`select id from public.bookings where hold_id = ${hold.hold_id}`;
      return { kind: 'experience', id: made?.id ?? '' };
    },
    payByCard: async (user, kind, people = 1) => {
      const form = { ...(kind === 'transport' && rideOf(fixture, people)), num_people: people };
      return { kind, id: (await payFor(fixture, checkout, user, form)).booking };
    },
    setStatus: (user, { id }, status) => ask(user, `select ${statusCall(id, status)}`),
    payOut: (user, { id }, party, status) =>
      ask(
        user,
        `select public.set_payout_status('${id}', '${party}', '${status}', current_date - 1, 'BI 88213',
        'Sent to the wrong account')`,
      ),
  };
}
