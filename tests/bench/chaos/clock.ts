import type { ChaosStack } from './chaos-stack.ts';
import { callTimed, rpc } from './people.ts';
import { type Rng, wait } from './rng.ts';
import type { SeedData } from './seed-data.ts';
import { count, type TouristLog } from './trip.ts';

/**
 * Makes everything that waits due this many seconds earlier: leases, pauses between attempts, last checks. `busy:
 * 'skip'` leaves locked rows until the next time, so that the clock blocks nobody.
 */
export async function letTimePass({ sql }: ChaosStack, seconds: number, busy: 'skip' | 'wait'): Promise<void> {
  const lock = busy === 'skip' ? sql`for update skip locked` : sql`order by id for update`;
  const passed = `${seconds} seconds`;
  const ages = [
    ['stripe_ops', 'next_attempt_at', sql`state = 'queued'`],
    ['outbox', 'next_attempt_at', sql`state in ('queued', 'sending')`],
    ['payments', 'updated_at', sql`status not in ('succeeded', 'canceled')`],
    ['holds', 'expires_at', sql`state = 'held'`],
  ] as const;
  for (const [table, column, waits] of ages) {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`; // set here, not by a trigger
      await transaction`update private.${sql(table)} set ${sql(column)} = ${sql(column)} - ${passed}::interval
        where id in (select id from private.${sql(table)} where ${waits} ${lock})`;
    });
  }
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`update private.departure_cancellations set undo_until = undo_until - ${passed}::interval where undone_at is null`;
    await transaction`update private.departure_offers set opens_at = opens_at - ${passed}::interval, expires_at = expires_at - ${passed}::interval
      where id in (select id from private.departure_offers where state = 'open' ${busy === 'skip' ? sql`for update skip locked` : sql`order by departure_id, id for update`})`;
  });
  await sql`update private.departure_decisions set asked_at = asked_at - ${passed}::interval, decides_at = decides_at - ${passed}::interval`;
  await sql`update private.troubles set next_attempt_at = next_attempt_at - ${passed}::interval`;
  await sql`update private.account_deletions set erased_at = erased_at - ${passed}::interval
    where user_id in (select user_id from private.account_deletions where erased_at is not null ${busy === 'skip' ? sql`for update skip locked` : sql`for update`})`;
}

/** Returns whether it is still running. */
export type Going = () => boolean;

/** Each step is half a minute. With a pause of a second, time runs about thirty times faster. */
export async function runClock(stack: ChaosStack, rng: Rng, going: Going, pauseMs: number): Promise<void> {
  while (going()) {
    await letTimePass(stack, rng.between(20, 40), 'skip');
    for (let waited = 0; waited < pauseMs && going(); waited += 500) await wait(500);
  }
}

/**
 * Runs the reconciler's timers, slightly staggered. They share the work, and one kill can hit several steps. A
 * killed one is called again immediately, because its last steps come after the longest sequence.
 */
export async function runReconciler(stack: ChaosStack, log: TouristLog, going: Going): Promise<void> {
  const after = (ms: number) => wait(ms).then(() => callTimed(stack, 'reconcile'));
  while (going()) {
    for (const done of await Promise.all([0, 150, 400].map(after)))
      count(log, done ? 'reconciler runs' : 'reconciler killed');
    await wait(500);
  }
}

/** Runs the email timer and staff actions. */
export async function runTimerAndStaff(
  stack: ChaosStack,
  seedData: SeedData,
  rng: Rng,
  log: TouristLog,
  going: Going,
): Promise<void> {
  while (going()) {
    await callTimed(stack, 'process-outbox');
    await actAsStaff(stack, seedData, rng, log);
    if (rng.chance(0.3)) await cancelDeparture(stack, seedData, rng, log);
    if (rng.chance(0.3)) await addSeats(stack, seedData, log);
    if (rng.chance(0.4)) await changePrices(stack, rng, log);
    await wait(1000);
  }
}

/** Cancels a departure and repeats the request. Undoes some of the cancellations in time. */
async function cancelDeparture(stack: ChaosStack, seedData: SeedData, rng: Rng, log: TouristLog): Promise<void> {
  const [departure] = await stack.sql<{ service_id: string }[]>`
    select d.kind, d.service_id,
           d.slot_id, d.service_date::text
      from public.departures d where d.sold > 0 and d.status in ('scheduled', 'confirmed') order by random() limit 1`;
  if (!departure) return;
  const { services } = seedData;
  const own = services.find(({ id }) => id === departure.service_id);
  const others = services.filter(
    ({ id, kind, territory }) => own && kind === own.kind && territory === own.territory && id !== own.id,
  );
  const request = {
    p_selection: { departures: [departure] },
    p_proposed_service_id: others.length > 0 && rng.chance(0.6) ? rng.pick(others).id : null,
    p_reason: 'weather',
    p_message: 'Rain',
    p_key: crypto.randomUUID(),
  };
  const cancel = () => rpc(stack, seedData.staff, 'cancel_departures', request);
  const [{ status, body }] = await Promise.all([cancel(), cancel()]);
  count(
    log,
    status === 200 ? 'staff cancelled a departure' : `departure not cancelled: ${String(body.hint ?? status)}`,
  );
  if (status !== 200 || !rng.chance(0.3)) return;
  const undone = await rpc(stack, seedData.staff, 'undo_departure_cancellation', {
    p_cancellation_id: body.cancellation_id,
  });
  if (undone.status === 200) count(log, 'staff brought a departure back');
}

/** Frees seats for everyone on a departure's waitlist. */
async function addSeats(stack: ChaosStack, seedData: SeedData, log: TouristLog): Promise<void> {
  const [row] = await stack.sql<{ id: string }[]>`
    select w.departure_id as id from private.waitlist w where w.state = 'waiting' order by random() limit 1`;
  if (!row) return;
  const { status } = await rpc(stack, seedData.staff, 'raise_capacity_for_waitlist', { p_departure_id: row.id });
  if (status === 200) count(log, 'staff added seats for who waits');
}

/**
 * Raises or lowers all prices after others have booked, within bounds. Uses whole units, because a yen has no
 * decimals.
 */
async function changePrices({ sql }: ChaosStack, rng: Rng, log: TouristLog): Promise<void> {
  const factor = rng.pick([0.9, 1.1, 1.25]);
  const changed = (column: string) => sql`least(ceil(${sql(column)} * ${factor}::numeric), ${MAX_PRICE})`;
  await sql`update public.experiences set shared_price = ${changed('shared_price')}, private_price = ${changed('private_price')}`;
  await sql`update public.territory_transports set shared_price = ${changed('shared_price')}, private_price = ${changed('private_price')}`;
  count(log, factor > 1 ? 'prices rise' : 'prices fall');
}
const MAX_PRICE = 50_000;

/** Refunds a part or sets a status, as staff. */
async function actAsStaff(stack: ChaosStack, seedData: SeedData, rng: Rng, log: TouristLog): Promise<void> {
  const rows = await stack.sql<{ id: string; total: string; left: string; method: string }[]>`
    select id, total_price as total, payment_method as method,
      private.from_minor(private.refundable_minor(private.payment_of(id)), currency_code) as left
    from private.booking_facts order by random() limit 2`;
  for (const { id, total, left, method } of rows) {
    if (rng.chance(0.5)) {
      const amount = Math.max(1, Math.floor(Number(total) * rng.next()));
      const { status } = await rpc(stack, seedData.staff, 'refund_booking', {
        p_booking_id: id,
        p_amount: amount,
        p_left: left,
      });
      if (status === 200) count(log, `staff refunded a part, ${method}`);
    } else {
      const to = rng.pick(['paid', 'confirmed', 'cancelled', 'refunded', 'ordered']);
      const which = { p_booking_id: id, p_status: to };
      const { body } = await rpc(stack, seedData.staff, 'preview_booking_status', which);
      const { status } = await rpc(stack, seedData.staff, 'set_booking_status', {
        ...which,
        p_from: (body as { from?: string } | null)?.from,
        p_amount: (body as { amount?: number } | null)?.amount,
      });
      if (status === 200) count(log, `staff set ${to}`);
    }
  }
}
