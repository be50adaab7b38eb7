import { afterEach, beforeEach, expect } from 'vitest';
import { runOps } from '../../../../supabase/functions/_shared/stripe.ts';
import { type Checkout, createCheckout } from './checkout.ts';
import { rpcFor } from './rpc.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  createWorld,
  holdRequest,
  signedIn,
  transportRequest,
  type World,
  type WorldOptions,
} from './world.ts';

export type Json = Record<string, unknown>;

/** A region, a tourist, and what a test does to a booking. */
export class Scene {
  world!: World;
  checkout!: Checkout;
  user!: string;

  async begin(options: WorldOptions): Promise<void> {
    this.world = await createWorld(options);
    this.checkout = createCheckout(this.world);
    [this.user = ''] = await createUsers(this.world.db.sql, 1);
  }

  /** A function of a booking, as a signed-in person. */
  call(who: string, name: string, booking: string, more: Json = {}, kind = 'experience'): Promise<Json> {
    const args = { p_kind: kind, p_booking_id: booking, ...more };
    return rpcFor(this.world.db, signedIn(who))(name, args) as Promise<Json>;
  }

  /** Does what is due at Stripe. */
  work() {
    return runOps(this.checkout.deps.stripe, this.checkout.deps.admin, { limit: 20 });
  }

  /** What makes a booking one of the shuttle, with one passenger. */
  ride(): Json {
    return transportRequest(this.world, { request_key: undefined, passenger_details: [{ name: 'Ana' }] });
  }

  /** A booking of the tourist's that is to be paid in cash. */
  async bookCash(): Promise<string> {
    const { hold_id } = await createHold(this.world, this.user, holdRequest(this.world, { payment_method: 'cash' }));
    const booked = await rpcFor(this.world.db, signedIn(this.user))('book_cash', { p_hold_id: hold_id });
    return (booked as { booking_id: string }).booking_id;
  }

  /** The booking begins so many hours from now. */
  async startsIn(booking: string, hours: number): Promise<void> {
    await this.world.db.sql`update public.bookings set (booking_date, start_time) =
      (select s::date, s::time from (select (now() + ${hours} * interval '1 hour') at time zone 'America/Guatemala' as s) x) where id = ${booking}`;
  }

  /** One column of one row. */
  set(table: string, id: string, column: string, value: unknown) {
    const { sql } = this.world.db;
    return sql`update ${sql(table)} set ${sql({ [column]: value })} where id = ${id}`;
  }

  /** 'paid/completed' */
  async statusOf(booking: string): Promise<string> {
    const [row] = await this.world.db
      .sql`select status || '/' || payment_status as s from public.bookings where id = ${booking}`;
    return row?.s as string;
  }

  async ledgerTotal(booking: string): Promise<number> {
    const [row] = await this.world.db
      .sql`select coalesce(sum(amount), 0)::float as total from private.ledger where booking_id = ${booking}`;
    return row?.total as number;
  }
}

/** A scene of its own for each test of the file; when the test is over, no invariant may be broken. */
export function sceneForEachTest(options: WorldOptions = {}): Scene {
  const scene = new Scene();
  beforeEach(() => scene.begin(options));
  afterEach(async () => {
    expect(await brokenInvariants(scene.world)).toEqual([]);
    await scene.world.db.drop();
  });
  return scene;
}
