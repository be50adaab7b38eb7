import { afterEach, beforeEach, expect, vi } from 'vitest';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { payFor, post, startPayment } from '../database/booking/support/checkout.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  grantRole,
  holdRequest,
  transportRequest,
} from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture } from '../database/booking/support/for-each-test.ts';
import { cancel, passExpiry } from '../database/departures/support.ts';
import { join } from '../database/waitlist/support.ts';
import { withoutTriggers } from '../support/without-triggers.ts';

/** Two items of a loop, of which the first always fails. */
interface Poisoned {
  /** The first one's name in list_troubles. */
  item: string;
  done: () => Promise<unknown>;
  /** Removes the cause of the failure. */
  mend: () => Promise<unknown>;
}

/** The current test's people. */
export let people: string[];
export let admin: string;

/** Creates a checkout, three people and an admin among them, for each test of the file. */
export function troublesForEachTest(): void {
  checkoutForEachTest({ seats: 8, experience: { cash_allowed: true } });
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    people = await createUsers(fixture.db.sql, 3);
    [, , admin = ''] = people;
    await grantRole(fixture.db.sql, admin, 'admin', null);
  });
  afterEach(() => vi.restoreAllMocks());
}

export const run = async () => {
  const secret = { 'x-reconcile-secret': checkout.deps.reconcileSecret };
  expect((await reconcile(post({}, undefined, secret), checkout.deps)).status).toBe(200);
  await checkout.deps.admin('queue_review_requests');
  await checkout.deps.admin('queue_tomorrow_letters');
  await checkout.deps.admin('queue_pickup_changes');
  await checkout.deps.admin('queue_reminders');
};

/** Makes every write of a matching row fail. */
export async function poison(table: string, when: string, on = 'insert or update'): Promise<() => Promise<unknown>> {
  const { sql } = fixture.db;
  await sql.unsafe(`create function public.poisoned() returns trigger language plpgsql as $$
    begin if ${when} then raise exception 'This row is poisoned'; end if; return new; end $$;
    create trigger aa_poisoned before ${on} on ${table} for each row execute function public.poisoned()`);
  return () => sql.unsafe(`drop trigger aa_poisoned on ${table}; drop function public.poisoned()`);
}

const cashHold = async (user = '') =>
  (await createHold(fixture, user, holdRequest(fixture, { payment_method: 'cash' }))).hold_id;
/** Creates two bookings of a cancelled departure. */
async function cancelledBookings(): Promise<[string, string]> {
  const bad = await payFor(fixture, checkout, people[first] ?? '');
  const good = await payFor(fixture, checkout, people[second] ?? '');
  await cancel(fixture, fixture.guide);
  return [bad.booking, good.booking];
}
const bothExpired = () => fixture.db.sql`update private.holds set expires_at = now() - interval '5 minutes'`;
const stateOf = async (hold: string) =>
  (await fixture.db.sql`select state from private.holds where id = ${hold}`)[0]?.state;
const first = 0;
const second = 1;

export const POISONED: Record<string, () => Promise<Poisoned>> = {
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
    await withoutTriggers(
      fixture.db.sql,
      (sql) => sql`update private.payments set updated_at = now() - interval '5 minutes'`,
    );
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
        .sql`select 1 from private.charges where payment_intent_id = ${good?.intent ?? ''} and refunded_minor = 1000`;
    return of(`evt_${bad?.intent}`, mend, async () => (await refunded()).length === 1);
  },
  stripe_op: async () => {
    const [bad, good] = [
      await payFor(fixture, checkout, people[first] ?? ''),
      await payFor(fixture, checkout, people[second] ?? ''),
    ];
    for (const { intent } of [bad, good])
      await fixture.db
        .sql`select private.queue_refund(p.line_id, 1000, 'test') from private.charges p where p.payment_intent_id = ${intent}`;
    const mend = await poison(
      'private.payment_lines',
      `new.refunded_minor > 0 and exists (select 1 from private.payments p where p.id = new.payment_id and p.payment_intent_id = '${bad.intent}')`,
      'update',
    );
    const [op] = await fixture.db
      .sql`select id::text from private.stripe_ops where payment_intent_id = ${bad.intent} and op like 'refund:%'`;
    const refunded = () =>
      fixture.db.sql`select 1 from private.charges where payment_intent_id = ${good.intent} and refunded_minor = 1000`;
    return of(op?.id, mend, async () => (await refunded()).length === 1);
  },
  departure_offer: async () => {
    const [bad, good] = await cancelledBookings();
    await fixture.db.sql`delete from private.departure_offers`;
    const mend = await poison('private.departure_offers', `new.booking_id = '${bad}'`, 'insert');
    const offered = () => fixture.db.sql`select 1 from private.departure_offers where booking_id = ${good}`;
    return of(bad, mend, async () => (await offered()).length === 1);
  },
  go_no_go: async () => {
    const bad = await payFor(fixture, checkout, people[first] ?? '');
    await payFor(fixture, checkout, people[second] ?? '', { service_date: daysFromNow(8) });
    // Sold departures keep their terms, and these had reached their minimum.
    await fixture.db.sql`update public.experiences set min_to_run = 1`;
    await fixture.db.sql`update private.departure_minimums set min_to_run = 1`;
    const [row] = await fixture.db.sql`select departure_id from public.bookings where id = ${bad.booking}`;
    const mend = await poison(
      'public.departures',
      `new.id = '${row?.departure_id}' and new.status = 'confirmed'`,
      'update',
    );
    const confirmed = () => fixture.db.sql`select 1 from public.departures where status = 'confirmed'`;
    return of(row?.departure_id, mend, async () => (await confirmed()).length === 1);
  },
  decided_payment: async () => {
    await fixture.db.sql`update public.experiences set min_to_run = 4`;
    const bad = await payFor(fixture, checkout, people[first] ?? '', { service_date: daysFromNow(3) });
    const good = await payFor(fixture, checkout, people[second] ?? '', { service_date: daysFromNow(3) });
    await fixture.db.sql`update public.experiences set min_to_run = null`;
    const mend = await poison(
      'private.stripe_ops',
      `new.payment_intent_id = '${bad.intent}' and new.op = 'capture'`,
      'insert',
    );
    return of(bad.intent, mend, async () => checkout.stripe.get(good.intent).status === 'succeeded');
  },
  waitlist: async () => {
    const [bad = '', good = ''] = [people[first], people[second]];
    const days = [fixture.date, daysFromNow(8)];
    await fixture.db.sql`update public.experience_timeslots set available_spots = 1`;
    const bookings = [];
    for (const service_date of days)
      bookings.push((await payFor(fixture, checkout, people[0] ?? '', { service_date })).booking);
    for (const [i, who] of [bad, good].entries()) await join(fixture, who, 1, { service_date: days[i] });
    const mend = await poison('private.waitlist', `new.user_id = '${bad}' and new.state = 'offered'`, 'update');
    await fixture.db.sql`update public.departures set capacity = 2`;
    await fixture.db.sql`delete from private.troubles`;
    const [row] = await fixture.db.sql`select departure_id from private.waitlist where user_id = ${bad}`;
    const offered = () => fixture.db.sql`select 1 from private.waitlist where user_id = ${good} and state = 'offered'`;
    return of(row?.departure_id, mend, async () => (await offered()).length === 1);
  },
  offer_expiry: async () => {
    const [bad, good] = await cancelledBookings();
    await passExpiry(fixture);
    const [offer] = await fixture.db.sql`select id from private.departure_offers where booking_id = ${bad}`;
    const mend = await poison('public.bookings', `new.id = '${bad}' and new.status = 'cancelled'`, 'update');
    const refunded = () =>
      fixture.db.sql`select 1 from private.departure_offers where booking_id = ${good} and state = 'refunded'`;
    return of(offer?.id, mend, async () => (await refunded()).length === 1);
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
      checkout.deps.media.remove = (_bucket, names) => remove(names);
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
  reminder: async () => {
    const bad = await payFor(fixture, checkout, people[first] ?? '');
    const good = await payFor(fixture, checkout, people[second] ?? '');
    await itIsEvening();
    await fixture.db.sql`update public.bookings set booking_date = (now() at time zone t.time_zone)::date + 1
      from public.territories t where t.id = territory_id`;
    await fixture.db.sql`update public.booking_events set created_at = now() - interval '1 day'`;
    const mend = await poison(
      'private.outbox',
      `new.template = 'reminder_evening' and new.payload ->> 'booking_id' = '${bad.booking}'`,
    );
    const reminded = () => fixture.db.sql`select 1 from private.outbox
      where template = 'reminder_evening' and payload ->> 'booking_id' = ${good.booking}`;
    return of(bad.booking, mend, async () => (await reminded()).length === 1);
  },
  pickup_change: async () => {
    const rides = [await rideOf(people[first] ?? ''), await rideOf(people[second] ?? '')];
    await fixture.db.sql`update public.bookings set hotel_name = 'Sol' where id = any (${rides}::uuid[])`;
    await fixture.db
      .sql`insert into private.pickup_times (transport_id, place, minutes_before) values (${fixture.transport}, 'sol', 20)`;
    await fixture.db.sql`insert into private.pickup_changes (transport_id, place, changed_at, tell_at)
      values (${fixture.transport}, 'sol', now() + interval '1 minute', now() - interval '1 minute')`;
    const mend = await poison(
      'private.outbox',
      `new.template = 'pickup_changed' and new.payload ->> 'booking_id' = '${rides[first]}'`,
    );
    const told = () => fixture.db.sql`select 1 from private.outbox
      where template = 'pickup_changed' and kind = 'email' and payload ->> 'booking_id' = ${rides[second] ?? ''}`;
    return of(rides[first], mend, async () => (await told()).length === 1);
  },
  tomorrow: async () => {
    // It is evening for both, and a request waits for a manager in both.
    await itIsEvening();
    await grantRole(fixture.db.sql, people[first] ?? '', 'territory_manager', 'lago');
    for (const territory of ['rio', 'lago'])
      await fixture.db.sql`insert into public.role_requests (user_id, role, territory_id)
        values (${people[territory === 'rio' ? first : second] ?? ''}, 'tour_guide', ${territory})`;
    const mend = await poison(
      'private.outbox',
      `new.template = 'tomorrow' and new.payload ->> 'territory_id' = 'lago'`,
    );
    const told = () => fixture.db.sql`select 1 from private.outbox where kind = 'email' and template = 'tomorrow'
      and payload ->> 'territory_id' = 'rio'`;
    return of('lago', mend, async () => (await told()).length === 1);
  },
  territory_clock: async () => {
    const good = await wasThere(people[first]);
    await loseZone('lago');
    const asked = () =>
      fixture.db.sql`select 1 from private.outbox where dedupe_key = ${`email:review_request:experience:${good}`}`;
    const mend = () => fixture.db.sql`update public.territories set time_zone = 'America/Guatemala' where id = 'lago'`;
    return of('lago', mend, async () => (await asked()).length === 1);
  },
  outbox: async () => {
    const [bad = '', good = ''] = people;
    for (const id of [bad, good]) {
      await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
        values (${id}, 'notification', 'booking', ${id}, '{"wording": "tomorrow", "params": {}}')`;
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

/** Moves all territories to a time zone where it is eight in the evening. */
const itIsEvening = () =>
  fixture.db
    .sql`update public.territories set time_zone = 'Etc/GMT' || case when h = 0 then '' else to_char(h, 'FMSG99') end
    from (select (extract(hour from now() at time zone 'UTC')::int + 16) % 24 - 12 as h) x`;

/** Returns a booking of the shuttle. */
async function rideOf(user: string): Promise<string> {
  const { hold_id } = await createHold(fixture, user, transportRequest(fixture));
  const [made] = await fixture.db
    .sql`select private.insert_booking(h) as id from private.holds h where h.id = ${hold_id}`;
  await fixture.db.sql`update private.holds set state = 'consumed' where id = ${hold_id}`;
  return made?.id as string;
}

/** A guest travelled yesterday, and it is noon. Returns the booking. */
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

/** Forces a wrong time zone, which normally can't be stored, as tested elsewhere. */
export const loseZone = (territory: string) =>
  withoutTriggers(
    fixture.db.sql,
    (sql) => sql`update public.territories set time_zone = 'Atlantis/Capital' where id = ${territory}`,
  );
