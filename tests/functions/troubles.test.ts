import { describe, expect, test } from 'vitest';
import { payFor } from '../database/booking/support/checkout.ts';
import { signedIn, transportRequest } from '../database/booking/support/fixture.ts';
import { checkout, fixture } from '../database/booking/support/for-each-test.ts';
import { rpcFor } from '../database/booking/support/rpc.ts';
import { byNight } from '../support/rounds.ts';
import { admin, loseZone, POISONED, people, poison, run, troublesForEachTest } from './poisoned.ts';

troublesForEachTest();

const listed = async () =>
  (await rpcFor(fixture.db, signedIn(admin))('list_troubles', {})) as {
    kind: string;
    item: string;
    parked: boolean;
    error: string;
    attempts: number;
  }[];
const allDue = async () => {
  const { sql } = fixture.db;
  await sql`update private.troubles set next_attempt_at = now()`;
  await sql`update private.stripe_ops set next_attempt_at = now() where state = 'queued'`;
  await sql`update private.outbox set next_attempt_at = now() where state = 'queued'`;
  await sql`delete from private.job_times`;
};
/** Returns the item's failures so far, and its waiting time in seconds. */
const known = async (kind: string, item: string) => {
  const { sql } = fixture.db;
  const [row] =
    kind === 'stripe_op'
      ? await sql`select errors as attempts, extract(epoch from next_attempt_at - now())::float as wait from private.stripe_ops where id = ${item}`
      : kind === 'outbox'
        ? await sql`select attempts, extract(epoch from next_attempt_at - now())::float as wait from private.outbox where id = ${item}`
        : await sql`select attempts, extract(epoch from next_attempt_at - now())::float as wait from private.troubles where kind = ${kind} and item = ${item}`;
  return { attempts: row?.attempts as number | undefined, wait: row?.wait as number | undefined };
};
const setAttempts = async (kind: string, item: string, attempts: number) => {
  const { sql } = fixture.db;
  if (kind === 'stripe_op') await sql`update private.stripe_ops set errors = ${attempts} where id = ${item}`;
  else if (kind === 'outbox') await sql`update private.outbox set attempts = ${attempts} where id = ${item}`;
  else await sql`update private.troubles set attempts = ${attempts} where kind = ${kind} and item = ${item}`;
};
/** After this many attempts, it needs attention. */
const LAST_ATTEMPT = 12;
/** The attempts that the test makes. Another one is made before these. */
const ATTEMPTS = byNight(
  [2, LAST_ATTEMPT],
  Array.from({ length: LAST_ATTEMPT - 1 }, (_, n) => n + 2),
);
/** The attempts before which the pause is checked: the first one, and at night also the last one. */
const CHECKED_PAUSES = byNight([2], [2, LAST_ATTEMPT]);
/** Checked every time and never skipped, because they only watch. */
const WATCHES = ['reconciler'];

test('every kind of item has a failing one here', async () => {
  const kinds = await fixture.db.sql`select kind from private.trouble_kinds()`;
  expect(Object.keys(POISONED).sort()).toEqual(kinds.map(({ kind }) => kind).sort());
});

describe.each(Object.entries(POISONED))('one %s that fails', (kind, poisoned) => {
  test('blocks no other, waits longer each time, then needs attention, and can be retried by an admin', async () => {
    const { item, done, mend } = await poisoned();
    await run();
    expect(await done()).toBe(true);
    expect((await known(kind, item)).attempts).toBe(1);

    const waits: number[] = [];
    for (const attempt of ATTEMPTS) {
      if (attempt === LAST_ATTEMPT) await setAttempts(kind, item, LAST_ATTEMPT - 1);
      const { wait = 0 } = await known(kind, item);
      if (!WATCHES.includes(kind)) {
        waits.push(Math.round(wait / 10)); // in tens of seconds
        // Before its pause has passed, the item isn't tried again.
        if (CHECKED_PAUSES.includes(attempt)) {
          await run();
          expect((await known(kind, item)).attempts).toBe(attempt - 1);
        }
        await allDue();
      }
      await run();
      expect((await known(kind, item)).attempts).toBe(attempt);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    const [row] = (await listed()).filter((one) => one.kind === kind && one.item === item);
    expect(row).toMatchObject({ parked: true, error: expect.stringMatching(/\w/) });
    if (!WATCHES.includes(kind)) {
      await allDue();
      await run();
      expect((await known(kind, item)).attempts).toBe(LAST_ATTEMPT);
    }

    await mend();
    await rpcFor(fixture.db, signedIn(admin))('retry_trouble', { p_kind: kind, p_item: item });
    await allDue();
    await run();
    expect((await listed()).filter((one) => one.kind === kind && one.item === item)).toEqual([]);
    expect(
      await fixture.db.sql`select 1 from public.audit_log where action in ('trouble_retried', 'outbox_retried')`,
    ).toHaveLength(1);
  });
});

describe('a recorded failure', () => {
  test('is visible to admins only, and is not retried once done', async () => {
    const as = (who: string) => rpcFor(fixture.db, signedIn(who));
    expect(await as(fixture.manager)('list_troubles').catch((error) => error)).toMatchObject({ code: 'forbidden' });
    expect(
      await as(admin)('retry_trouble', { p_kind: 'payment', p_item: 'pi_x' }).catch((error) => error),
    ).toMatchObject({ code: 'trouble_not_found' });
  });

  test('is deleted with the item, while items that need attention stay', async () => {
    await fixture.db.sql`insert into private.troubles (kind, item, error, next_attempt_at, parked_at) values
      ('media', 'deleted by hand', 'x', now() - interval '4 hours', null), ('media', 'due', 'x', now() - interval '1 hour', null),
      ('media', 'parked', 'x', now() - interval '4 hours', now())`;
    await run();
    expect((await listed()).map(({ item }) => item)).toEqual(['parked', 'due']);
  });

  test('is listed page by page, items that need attention first', async () => {
    await fixture.db.sql`insert into private.troubles (kind, item, error, next_attempt_at, last_at, parked_at)
      select 'media', n::text, 'x', now(), now() - n * interval '1 minute', case when n % 3 = 0 then now() end from generate_series(1, 30) n`;
    const seen: string[] = [];
    let after: Record<string, unknown> = {};
    for (let page = 0; page < 5; page += 1) {
      const rows = (await rpcFor(fixture.db, signedIn(admin))('list_troubles', { p_limit: 7, ...after })) as {
        key: string;
        last_at: Date;
        parked: boolean;
        item: string;
      }[];
      seen.push(...rows.map(({ item }) => item));
      const last = rows.at(-1);
      after = { p_after_parked: last?.parked, p_after_at: last?.last_at, p_after_key: last?.key };
    }
    const order = Array.from({ length: 30 }, (_, n) => n + 1);
    expect(seen).toEqual([...order.filter((n) => n % 3 === 0), ...order.filter((n) => n % 3 !== 0)].map(String));
  });
});

describe('a territory with an unknown time zone', () => {
  test('blocks no other refund or account deletion', async () => {
    const [stranded = '', gone = ''] = people;
    const ride = await payFor(fixture, checkout, stranded, transportRequest(fixture));
    await loseZone('rio');
    // The shuttle's last passenger: its drivers are notified, in a time zone that doesn't exist.
    await fixture.db
      .sql`select private.queue_refund(p.line_id, p.captured_minor, 'test') from private.charges p where p.payment_intent_id = ${ride.intent}`;
    await run();
    expect(await fixture.db.sql`select status from public.bookings where kind = 'transport'`).toEqual([
      { status: 'refunded' },
    ]);
    expect(await checkout.deps.admin('prepare_account_deletion', { p_user_id: gone })).toEqual([]);
    expect(await listed()).toMatchObject([{ kind: 'territory_clock', item: 'rio', parked: false }]);
  });
});

test('delivers a message to a departure to others, and later to the guest whose row failed', async () => {
  const bookings: string[] = [];
  for (const user of people.slice(0, 2)) bookings.push((await payFor(fixture, checkout, user)).booking);
  const mend = await poison('public.messages', `new.booking_id = '${bookings[0]}'`);
  const [departure] = await fixture.db.sql`select id from public.departures`;
  const sent = await rpcFor(fixture.db, signedIn(fixture.guide))('send_group_message', {
    p_departure_id: departure?.id,
    p_message: 'We meet at the dock',
    p_idempotency_key: crypto.randomUUID(),
  });
  expect(sent).toEqual({ sent: 2 });
  const reached = async () =>
    (await fixture.db.sql`select booking_id as id from public.messages order by created_at`).map(({ id }) => id);
  expect(await reached()).toEqual([bookings[1]]);
  await mend();
  await allDue();
  await run();
  expect(await reached()).toEqual([bookings[1], bookings[0]]);
  const [kept] = await fixture.db
    .sql`select state, payload ? 'text' as worded from private.outbox where kind = 'message'`;
  expect(kept).toEqual({ state: 'sent', worded: false });
});
