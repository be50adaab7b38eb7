import { pending } from '../../support/background-work.ts';
import { type Checkout, createCheckout, payFor } from '../booking/support/checkout.ts';
import { createFixture, createUsers, type Fixture, grantRole, signedIn } from '../booking/support/fixture.ts';
import { serviceRpc } from '../booking/support/rpc.ts';

export interface Row {
  template: string;
  recipient: string;
  state: string;
  attempts: number;
  last_error: string | null;
  payload: Record<string, unknown>;
}

export interface Claim {
  id: number;
  template: string;
  data: Record<string, unknown>;
}

export interface Post {
  fixture: Fixture;
  checkout: Checkout;
  user: string;
  admin: string;
  /** Creates a paid booking with its email as first queued. The function's own attempt to send it is reset. */
  pay(who?: string): Promise<string>;
  /** Returns a single value, as a signed-in user. */
  call<T>(who: string, sql: string): Promise<T>;
  service(name: string, args?: Record<string, unknown>): Promise<unknown>;
  /** Returns the queued emails of a template. */
  outbox(template: string): Promise<Row[]>;
  /** Makes everything due, and claims it like a worker. */
  claim(): Promise<Claim[]>;
  drop(): Promise<void>;
}

/**
 * Creates a territory, a tourist, an admin, and an email service that accepts nothing, because the tests check the
 * queue and not the emails' text.
 */
export async function createPost(): Promise<Post> {
  const fixture = await createFixture();
  const { sql } = fixture.db;
  const checkout = createCheckout(fixture);
  checkout.deps.fetch = async () => new Response('{}', { status: 503 });
  const [user = '', admin = ''] = await createUsers(sql, 2);
  await grantRole(sql, admin, 'admin', null);
  const service = (name: string, args = {}) => serviceRpc(fixture.db)(name, args);
  return {
    fixture,
    checkout,
    user,
    admin,
    service,
    pay: async (who = user) => {
      const { booking } = await payFor(fixture, checkout, who);
      await pending.settled();
      await sql`update private.outbox set state = 'queued', attempts = 0, last_error = null, frozen = null where state = 'queued'`;
      return booking;
    },
    call: <T>(who: string, expression: string) =>
      fixture.db.as(signedIn(who), async (tx) => {
        const [row] = await tx.unsafe(`select ${expression} as answer`);
        return row?.answer as T;
      }),
    outbox: async (template) => [
      ...(await sql<Row[]>`
        select template, recipient, state, attempts, last_error, payload from private.outbox where kind = 'email' and template = ${template} order by id`),
    ],
    claim: async () => {
      await sql`update private.outbox set next_attempt_at = now() - interval '1 second' where state in ('queued', 'sending')`;
      return (await service('claim_outbox', { p_limit: 50 })) as Claim[];
    },
    drop: () => fixture.db.drop(),
  };
}
