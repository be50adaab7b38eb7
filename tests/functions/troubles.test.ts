import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { payFor, post, startPayment } from '../database/booking/support/checkout.ts';
import {
  createHold,
  createUsers,
  grantRole,
  holdRequest,
  signedIn,
  transportRequest,
} from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture } from '../database/booking/support/for-each-test.ts';
import { rpcFor } from '../database/booking/support/rpc.ts';

/** Two items of a loop, of which the first fails whenever it is its turn. */
interface Poisoned {
  /** As list_troubles names the first. */
  item: string;
  done: () => Promise<unknown>;
  /** Takes away what makes the first fail. */
  mend: () => Promise<unknown>;
}

checkoutForEachTest({ seats: 8, experience: { cash_allowed: true } });
let people: string[];
let admin: string;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  people = await createUsers(fixture.db.sql, 3);
  [, , admin = ''] = people;
  await grantRole(fixture.db.sql, admin, 'admin', null);
});
afterEach(() => vi.restoreAllMocks());

const run = async () => {
  const secret = { 'x-reconcile-secret': checkout.deps.reconcileSecret };
  expect((await reconcile(post({}, undefined, secret), checkout.deps)).status).toBe(200);
  await checkout.deps.admin('queue_review_requests');
};

/** Any write of a row of the table that fits makes its statement fail. */
async function poison(table: string, when: string, on = 'insert or update'): Promise<() => Promise<unknown>> {
  const { sql } = fixture.db;
  await sql.unsafe(`create function public.poisoned() returns trigger language plpgsql as $$
    begin if ${when} then raise exception 'This row is poisoned'; end if; return new; end $$;
    create trigger aa_poisoned before ${on} on ${table} for each row execute function public.poisoned()`);
  return () => sql.unsafe(`drop trigger aa_poisoned on ${table}; drop function public.poisoned()`);
}

const cashHold = async (user = '') =>
  (await createHold(fixture, user, holdRequest(fixture, { payment_method: 'cash' }))).hold_id;
const bothExpired = () => fixture.db.sql`update private.holds set expires_at = now() - interval '5 minutes'`;
const stateOf = async (hold: string) =>
  (await fixture.db.sql`select state from private.holds where id = ${hold}`)[0]?.state;
const first = 0;
const second = 1;

const POISONED: Record<string, () => Promise<Poisoned>> = {
  expired_hold: async () => {
    const holds = [await cashHold(people[first]), await cashHold(people[second])];
    await bothExpired();
    const mend = await poison('private.holds', `old.id = '${holds[first]}'`, 'update');
    return of(holds[first], mend, async () => (await stateOf(holds[second] ?? '')) === 'released');
  },
  expired_payment: async () => {
    const started = [
      await startPayment(fixture, checkout, people[first] ?? ''),
      await startPayment(fixture, checkout, people[second] ?? ''),
    ];
    await bothExpired();
    const mend = await poison('private.stripe_ops', `new.payment_intent_id = '${started[first]?.intent}'`);
    return of(
      started[first]?.hold.hold_id,
      mend,
      async () => (await stateOf(started[second]?.hold.hold_id ?? '')) === 'released',
    );
  },
  payment: async () => {
    const started = [
      await startPayment(fixture, checkout, people[first] ?? ''),
      await startPayment(fixture, checkout, people[second] ?? ''),
    ];
    for (const { intent } of started) checkout.stripe.authorise(intent);
    await fixture.db.sql`alter table private.payments disable trigger payments_touch`;
    await fixture.db.sql`update private.payments set updated_at = now() - interval '5 minutes'`;
    const mend = await poison(
      'private.payments',
      `new.payment_intent_id = '${started[first]?.intent}' and new.status <> old.status`,
      'update',
    );
    return of(
      started[first]?.intent,
      mend,
      async () => (await stateOf(started[second]?.hold.hold_id ?? '')) === 'consumed',
    );
  },
  stripe_event: async () => {
    const [bad, good] = [
      await payFor(fixture, checkout, people[first] ?? ''),
      await payFor(fixture, checkout, people[second] ?? ''),
    ];
    for (const { intent } of [bad, good]) checkout.stripe.refundExternally(intent, 1000);
    const event = (intent = '') => ({
      id: `evt_${intent}`,
      type: 'charge.refunded',
      created: Math.floor(Date.now() / 1000),
      data: { object: { payment_intent: intent } },
    });
    checkout.stripe.events.push(event(good?.intent), event(bad?.intent));
    const mend = await poison('private.stripe_events', `new.id = 'evt_${bad?.intent}'`);
    const refunded = () =>
      fixture.db
        .sql`select 1 from private.payments where payment_intent_id = ${good?.intent ?? ''} and refunded_minor = 1000`;
    return of(`evt_${bad?.intent}`, mend, async () => (await refunded()).length === 1);
  },
  stripe_op: async () => {
    const [bad, good] = [
      await payFor(fixture, checkout, people[first] ?? ''),
      await payFor(fixture, checkout, people[second] ?? ''),
    ];
    for (const { intent } of [bad, good])
      await fixture.db
        .sql`select private.queue_refund(p.id, 1000, 'test') from private.payments p where p.payment_intent_id = ${intent}`;
    const mend = await poison(
      'private.payments',
      `new.payment_intent_id = '${bad.intent}' and new.refunded_minor > 0`,
      'update',
    );
    const [op] = await fixture.db
      .sql`select id::text from private.stripe_ops where payment_intent_id = ${bad.intent} and op like 'refund:%'`;
    const refunded = () =>
      fixture.db.sql`select 1 from private.payments where payment_intent_id = ${good.intent} and refunded_minor = 1000`;
    return of(op?.id, mend, async () => (await refunded()).length === 1);
  },
  account_deletion: async () => {
    const [bad = '', good = ''] = people;
    for (const id of [bad, good]) await checkout.deps.admin('erase_account', { p_user_id: id });
    await fixture.db.sql`update private.account_deletions set erased_at = now() - interval '1 hour'`;
    const { accounts } = checkout.deps;
    const { deleteUser } = accounts;
    accounts.deleteUser = async (id) =>
      id === bad ? Promise.reject(new Error('The auth service chokes on it')) : deleteUser(id);
    const mend = async () => {
      accounts.deleteUser = deleteUser;
    };
    const left = () => fixture.db.sql`select 1 from private.account_deletions where user_id = ${good}`;
    return of(bad, mend, async () => (await left()).length === 0);
  },
  passport: () =>
    files('passports', '2 days', (remove) => {
      checkout.deps.passports.remove = remove;
    }),
  media: () =>
    files('media', '9 days', (remove) => {
      checkout.deps.media.remove = remove;
    }),
  review_request: async () => {
    const [bad, good] = [await wasThere(people[first]), await wasThere(people[second])];
    const mend = await poison(
      'private.outbox',
      `new.template = 'review_request' and new.payload ->> 'booking_id' = '${bad}'`,
    );
    const asked = () =>
      fixture.db.sql`select 1 from private.outbox where dedupe_key = ${`email:review_request:experience:${good}`}`;
    return of(bad, mend, async () => (await asked()).length === 1);
  },
  territory_clock: async () => {
    const good = await wasThere(people[first]);
    await fixture.db.sql.unsafe(NO_GUARD_OF_ZONES);
    await fixture.db.sql`update public.territories set time_zone = 'Atlantis/Capital' where id = 'lago'`;
    const asked = () =>
      fixture.db.sql`select 1 from private.outbox where dedupe_key = ${`email:review_request:experience:${good}`}`;
    const mend = () => fixture.db.sql`update public.territories set time_zone = 'America/Guatemala' where id = 'lago'`;
    return of('lago', mend, async () => (await asked()).length === 1);
  },
  outbox: async () => {
    const [bad = '', good = ''] = people;
    for (const id of [bad, good]) {
      await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
        values (${id}, 'notification', 'booking', ${id}, '{"title": "a", "message": "b"}')`;
    }
    const mend = await poison('public.notifications', `new.user_id = '${bad}'`);
    const [row] = await fixture.db.sql`select id::text from private.outbox where dedupe_key = ${bad}`;
    const told = () => fixture.db.sql`select 1 from public.notifications where user_id = ${good}`;
    return of(row?.id, mend, async () => (await told()).length === 1);
  },
  reconciler: async () => {
    const call = checkout.deps.admin;
    checkout.deps.admin = async (name, args) =>
      name === 'release_expired' ? Promise.reject(new Error('It does not parse')) : call(name, args);
    const mend = async () => {
      checkout.deps.admin = call;
    };
    const ran = () => fixture.db.sql`select 1 from private.reconciler_runs`;
    return of('payments', mend, async () => (await ran()).length > 0);
  },
};

const of = (item: string | undefined, mend: () => Promise<unknown>, done: () => Promise<boolean>): Poisoned => ({
  item: item ?? '',
  mend,
  done,
});

async function files(bucket: string, age: string, use: (remove: (names: readonly string[]) => Promise<void>) => void) {
  const [bad = '', good = ''] = ['a', 'b'].map((name) => `user-submissions/${people[first]}/${name}.webp`);
  await fixture.db.sql`insert into storage.objects (bucket_id, name, created_at)
    select ${bucket}, n, now() - ${age}::interval from unnest(${[bad, good]}::text[]) n`;
  const remove = async (names: readonly string[]) => {
    await fixture.db.sql`delete from storage.objects where name = any (${names as string[]})`;
  };
  use(async (names) => (names.includes(bad) ? Promise.reject(new Error('Storage has lost the file')) : remove(names)));
  const left = () => fixture.db.sql`select 1 from storage.objects where name = ${good}`;
  return of(
    bad,
    async () => use(remove),
    async () => (await left()).length === 0,
  );
}

/** Somebody was there yesterday, and it is noon. → the booking */
async function wasThere(user = ''): Promise<string> {
  const { booking } = await payFor(fixture, checkout, user);
  await fixture.db
    .sql`update public.territories set time_zone = 'Etc/GMT' || case when h = 0 then '' else to_char(h, 'FMSG99') end
    from (select extract(hour from now() at time zone 'UTC')::int - 12 as h) x where id = 'rio'`;
  await fixture.db
    .sql`update public.bookings set check_in_status = 'checked_in', booking_date = (now() at time zone t.time_zone)::date - 1
    from public.territories t where t.id = territory_id`;
  return booking;
}

/** What keeps a wrong zone out of a territory is tested elsewhere: here it has come by another way. */
const NO_GUARD_OF_ZONES = `alter table public.territories disable trigger all`;

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
/** What is known of the item: its failures so far, and for how many seconds it waits. */
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
/** These are looked at each time, and never skipped: they watch, and do nothing for a person. */
const WATCHES = ['reconciler'];

test('every kind of item is poisoned here', async () => {
  const kinds = await fixture.db.sql`select kind from private.trouble_kinds()`;
  expect(Object.keys(POISONED).sort()).toEqual(kinds.map(({ kind }) => kind).sort());
});

describe.each(Object.entries(POISONED))('one %s that fails', (kind, poisoned) => {
  test('keeps no other from its turn, waits longer each time, then waits for a person, who can try it again', async () => {
    const { item, done, mend } = await poisoned();
    await run();
    expect(await done()).toBe(true);
    expect((await known(kind, item)).attempts).toBe(1);

    const waits: number[] = [];
    for (let attempt = 2; attempt <= 12; attempt += 1) {
      const { wait = 0 } = await known(kind, item);
      if (!WATCHES.includes(kind)) {
        waits.push(Math.round(wait / 10)); // in tens of seconds
        await run();
        expect((await known(kind, item)).attempts).toBe(attempt - 1); // not before its pause is over
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
      expect((await known(kind, item)).attempts).toBe(12);
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

describe('what is known of it', () => {
  test('is for admins alone, and what was done meanwhile is not tried again', async () => {
    const as = (who: string) => rpcFor(fixture.db, signedIn(who));
    expect(await as(fixture.manager)('list_troubles').catch((error) => error)).toMatchObject({ code: 'forbidden' });
    expect(
      await as(admin)('retry_trouble', { p_kind: 'payment', p_item: 'pi_x' }).catch((error) => error),
    ).toMatchObject({ code: 'trouble_not_found' });
  });

  test('is forgotten when nobody names the item any more; what waits for a person stays', async () => {
    await fixture.db.sql`insert into private.troubles (kind, item, error, next_attempt_at, parked_at) values
      ('media', 'deleted by hand', 'x', now() - interval '4 hours', null), ('media', 'due', 'x', now() - interval '1 hour', null),
      ('media', 'parked', 'x', now() - interval '4 hours', now())`;
    await run();
    expect((await listed()).map(({ item }) => item)).toEqual(['parked', 'due']);
  });

  test('comes a page at a time, those that wait for a person first', async () => {
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

describe('a territory whose zone nobody knows', () => {
  test('keeps no refund and no end of an account from anybody else', async () => {
    const [stranded = '', gone = ''] = people;
    const ride = await payFor(fixture, checkout, stranded, transportRequest(fixture));
    await fixture.db.sql.unsafe(NO_GUARD_OF_ZONES);
    await fixture.db.sql`update public.territories set time_zone = 'Atlantis/Capital' where id = 'rio'`;
    // The last passenger of the shuttle: its drivers are told, on a clock that there is not.
    await fixture.db
      .sql`select private.queue_refund(p.id, p.captured_minor, 'test') from private.payments p where p.payment_intent_id = ${ride.intent}`;
    await run();
    expect(await fixture.db.sql`select status from public.transport_bookings`).toEqual([{ status: 'refunded' }]);
    expect(await checkout.deps.admin('prepare_account_deletion', { p_user_id: gone })).toEqual([]);
    expect(await listed()).toMatchObject([{ kind: 'territory_clock', item: 'rio', parked: false }]);
  });
});

test('a message to a group reaches the others, and later the one whose row failed', async () => {
  const bookings: string[] = [];
  for (const user of people.slice(0, 2)) bookings.push((await payFor(fixture, checkout, user)).booking);
  const mend = await poison('public.messages', `new.booking_id = '${bookings[0]}'`);
  const [departure] = await fixture.db.sql`select id from public.departures`;
  const sent = await rpcFor(fixture.db, signedIn(fixture.guide))('send_group_message', {
    p_kind: 'experience',
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
