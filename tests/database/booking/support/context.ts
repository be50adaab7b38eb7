import { afterEach, beforeEach, expect } from 'vitest';
import { runOps } from '../../../../supabase/functions/_shared/stripe.ts';
import { pending } from '../../../support/background-work.ts';
import { type Checkout, createCheckout, type Started, startPayment } from './checkout.ts';
import {
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  type Fixture,
  type FixtureOptions,
  holdRequest,
  signedIn,
  startsIn,
} from './fixture.ts';
import { refundBooking } from './refund.ts';
import { rpcFor } from './rpc.ts';
import { setStatus } from './status.ts';

export type Json = Record<string, unknown>;

export class BookingContext {
  fixture!: Fixture;
  checkout!: Checkout;
  user!: string;

  async begin(options: FixtureOptions): Promise<void> {
    this.fixture = await createFixture(options);
    this.checkout = createCheckout(this.fixture);
    [this.user = ''] = await createUsers(this.fixture.db.sql, 1);
  }

  /** Calls a booking function as a signed-in person. */
  call(who: string, name: string, booking: string, more: Json = {}): Promise<Json> {
    const args = { p_booking_id: booking, ...more };
    return rpcFor(this.fixture.db, signedIn(who))(name, args) as Promise<Json>;
  }

  /** Reads the effects of a status as staff, and sets it. */
  setStatus(booking: string, status: string, who = this.fixture.staff, reason?: string): Promise<Json> {
    return setStatus(this.fixture.db, who, booking, status, reason ? { p_reason: reason } : {});
  }

  /** Refunds a part as staff, or all (null). */
  refund(booking: string, amount: number | null, who = this.fixture.staff): Promise<void> {
    return refundBooking(this.fixture.db, who, booking, amount);
  }

  /** Runs the due Stripe operations. */
  work() {
    return runOps(this.checkout.deps.stripe, this.checkout.deps.admin, { limit: 20 });
  }

  /** Creates a cash booking of the tourist. */
  async bookCash(more: Json = {}): Promise<string> {
    const { hold_id } = await createHold(
      this.fixture,
      this.user,
      holdRequest(this.fixture, { payment_method: 'cash', ...more }),
    );
    const booked = await rpcFor(this.fixture.db, signedIn(this.user))('book_cash', { p_hold_id: hold_id });
    return (booked as { booking_id: string }).booking_id;
  }

  /** Creates a booking with an authorised card. */
  async bookUncaptured(people = 1): Promise<Started & { booking: string }> {
    const started = await startPayment(this.fixture, this.checkout, this.user, { num_people: people });
    this.checkout.stripe.authorise(started.intent);
    await this.checkout.deps.admin('apply_payment_intent', {
      p_payment_intent_id: started.intent,
      p_status: 'requires_capture',
      p_amount: 17_550 * people,
      p_amount_received: 0,
      p_currency: 'gtq',
    });
    const [row] = await this.fixture.db.sql`select id from public.bookings`;
    return { ...started, booking: row?.id as string };
  }

  /** Moves the booking's start to this many hours from now. */
  startsIn(booking: string, hours: number): Promise<void> {
    return startsIn(this.fixture, booking, hours);
  }

  set(table: string, id: string, column: string, value: unknown) {
    const { sql } = this.fixture.db;
    return sql`update ${sql(table)} set ${sql({ [column]: value })} where id = ${id}`;
  }

  async statusOf(booking: string): Promise<string> {
    const [row] = await this.fixture.db
      .sql`select status || '/' || payment_status as s from public.bookings where id = ${booking}`;
    return row?.s as string;
  }

  async ledgerTotal(booking: string): Promise<number> {
    const [row] = await this.fixture.db
      .sql`select coalesce(sum(amount), 0)::float as total from private.ledger where booking_id = ${booking}`;
    return row?.total as number;
  }
}

/** Creates a separate context for each test of the file. Afterwards, no invariant may be broken. */
export function contextForEachTest(options: FixtureOptions = {}): BookingContext {
  const context = new BookingContext();
  beforeEach(() => context.begin(options));
  afterEach(async () => {
    await pending.settled();
    expect(await brokenInvariants(context.fixture)).toEqual([]);
    await context.fixture.db.drop();
  });
  return context;
}
