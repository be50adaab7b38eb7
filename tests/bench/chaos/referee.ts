import { type Dice, wait } from './dice.ts';
import { callTimed, rpc } from './people.ts';
import type { Stage } from './stage.ts';
import { count, type Diary } from './tourist.ts';
import type { ChaosWorld } from './world.ts';

/**
 * Everything that waits for its time is so many seconds nearer to it: leases, waits between attempts, what was looked at when.
 * `busy: 'skip'` leaves out, until the next time, what somebody works on at this moment: who waits for nobody is in nobody's way.
 */
export async function letTimePass({ sql }: Stage, seconds: number, busy: 'skip' | 'wait'): Promise<void> {
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
      await transaction`set local session_replication_role = replica`; // updated_at is ours here
      await transaction`update private.${sql(table)} set ${sql(column)} = ${sql(column)} - ${passed}::interval
        where id in (select id from private.${sql(table)} where ${waits} ${lock})`;
    });
  }
  await sql`update private.account_deletions set erased_at = erased_at - ${passed}::interval
    where user_id in (select user_id from private.account_deletions where erased_at is not null ${busy === 'skip' ? sql`for update skip locked` : sql`for update`})`;
}

/** Whether it is not over yet. */
export type Going = () => boolean;

/** Half a minute passes each time: with a pause of a second, time runs about thirty times as fast as outside. */
export async function runClock(stage: Stage, dice: Dice, going: Going, pauseMs: number): Promise<void> {
  while (going()) {
    await letTimePass(stage, dice.between(20, 40), 'skip');
    for (let waited = 0; waited < pauseMs && going(); waited += 500) await wait(500);
  }
}

/** The timer and the staff. */
export async function keepOrder(
  stage: Stage,
  world: ChaosWorld,
  dice: Dice,
  diary: Diary,
  options: { going: Going; reconciler: boolean },
): Promise<void> {
  while (options.going()) {
    if (options.reconciler)
      count(diary, (await callTimed(stage, 'reconcile')) ? 'reconciler runs' : 'reconciler killed');
    await callTimed(stage, 'process-outbox');
    await meddle(stage, world, dice, diary);
    await wait(1000);
  }
}

/** Staff give back a part, or set a status by hand. */
async function meddle(stage: Stage, world: ChaosWorld, dice: Dice, diary: Diary): Promise<void> {
  const rows = await stage.sql<{ kind: string; id: string; total: string; method: string }[]>`
    select kind, id, total_price as total, payment_method as method from private.booking_facts order by random() limit 2`;
  for (const { kind, id, total, method } of rows) {
    if (dice.roll(0.5)) {
      const amount = Math.max(1, Math.floor(Number(total) * dice.next()));
      const { status } = await rpc(stage, world.staff, 'refund_booking', {
        p_kind: kind,
        p_booking_id: id,
        p_amount: amount,
      });
      if (status === 200) count(diary, `staff refunded a part, ${method}`);
    } else {
      const to = dice.pick(['paid', 'confirmed', 'cancelled', 'refunded', 'ordered']);
      const { status } = await rpc(stage, world.staff, 'set_booking_status', {
        p_kind: kind,
        p_booking_id: id,
        p_status: to,
      });
      if (status === 200) count(diary, `staff set ${to}`);
    }
  }
}
