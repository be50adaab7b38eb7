import { finishDeletions } from '../_shared/accounts.ts';
import { requireSecret } from '../_shared/auth.ts';
import type { Rpc } from '../_shared/database.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, json } from '../_shared/http.ts';
import { logError } from '../_shared/log.ts';
import { brokenRows, departuresRun, objectNames, reconcilerHealth, releaseExpiredResult } from '../_shared/schemas.ts';
import { runOps, syncPayment } from '../_shared/stripe.ts';
import { eachByItself, logged, partsByThemselves } from '../_shared/troubles.ts';
import { hearLostEvents } from './lost-events.ts';

/**
 * Called by a timer with the header `x-reconcile-secret`: releases expired holds, polls payments in flight (events get
 * lost), refunds unanswered offers of cancelled departures, runs due Stripe operations, reads unreported refunds and
 * disputes, finishes interrupted account deletions, sends the outbox, deletes expired passport images and unused
 * uploads, and checks invariants: recent rows each time, all once an hour. Each part, and each item in it, fails
 * separately.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  if (request.method === 'GET') return health(request, deps);
  return answer(request, async () => {
    await requireSecret(request, deps.reconcileSecret);
    const { admin } = deps;
    const part = await partsByThemselves(admin);
    const outcome = await part('payments', () => releaseAndSync(deps), NOTHING_RELEASED);
    const departures = await part('departures', async () => departuresRun.parse(await admin('run_departures')), {});
    const operations = await part('operations', async () => (await runOps(deps.stripe, admin, { limit: 50 })).size, 0);
    const heard = await part('events', () => hearLostEvents(deps), 0);
    const deletions = await part('deletions', () => finishDeletions(deps), 0);
    const outbox = await part('outbox', () => processOutbox(deps, 50), { sent: 0, failed: 0 });
    const passports = await part('passports', () => deleteExpiredPassports(deps), 0);
    const media = await part('media', () => deleteAbandonedMedia(deps), 0);
    const broken = await part('invariants', () => reportBroken(admin), 0);
    const result = {
      ...outcome,
      ...departures,
      operations,
      events_heard: heard,
      deletions,
      ...outbox,
      passports_deleted: passports,
      media_deleted: media,
      broken_invariants: broken,
    };
    // The run is recorded for admins, who see its work and when it last ran.
    await admin('record_reconciler_run', { p_result: result }).catch(logged(null));
    return result;
  });
}

/**
 * Handles GET …/health for monitoring: 200 while the reconciler runs, and 503 when it is late. With the secret, it
 * also returns its last run, waiting work, and items that need attention.
 */
async function health(request: Request, { admin, reconcileSecret }: Dependencies): Promise<Response> {
  try {
    const state = reconcilerHealth.parse(await admin('reconciler_health'));
    const known = await requireSecret(request, reconcileSecret).then(
      () => true,
      () => false,
    );
    const status = state.late ? 'late' : 'ok';
    return json(known ? { status, ...state } : { status }, state.late ? 503 : 200);
  } catch (error) {
    logError(error);
    return json({ status: 'unreachable' }, 503);
  }
}

/** The next run continues, because functions have a time limit. */
const SYNC_MS = 45_000;

const NOTHING_RELEASED = { released: 0, cancel_queued: 0, synced: 0, unreachable: 0 };

/**
 * Releases expired holds and polls payments in flight. The database returns a hundred at a time; each is polled once
 * per run, unless Stripe is unavailable. Failed and unknown ones go to the end of the queue, so that they don't block
 * others.
 */
async function releaseAndSync({ admin, stripe }: Dependencies) {
  const sum = { ...NOTHING_RELEASED };
  const deadline = Date.now() + SYNC_MS;
  const asked = new Set<string>();
  const sync = async (id: string) => {
    asked.add(id);
    const lookedUp = (missing: boolean) =>
      admin('record_payment_lookup', { p_payment_intent_id: id, p_missing: missing }).catch(logged(null));
    try {
      const { state } = await syncPayment(stripe, admin, id);
      if (state === 'unknown') await lookedUp(true);
    } catch (error) {
      await lookedUp(false);
      throw error;
    }
  };
  for (;;) {
    const outcome = releaseExpiredResult.parse(await admin('release_expired'));
    sum.released += outcome.released;
    sum.cancel_queued += outcome.cancel_queued;
    const next = outcome.payment_intents.filter((id) => !asked.has(id));
    const { done, away } = await eachByItself(admin, 'payment', next, sync, deadline);
    sum.synced += done;
    sum.unreachable += away;
    if (next.length === 0 || sum.unreachable > 0 || Date.now() > deadline) return sum;
  }
}

/** The Storage API deletes the file and not only its row. Then the bookings are updated. */
async function deleteExpiredPassports({ admin, passports }: Dependencies): Promise<number> {
  const names = objectNames.parse(await admin('expired_passports', { p_limit: 100 }));
  const remove = async (name: string) => {
    await passports.remove([name]);
    await admin('passports_deleted', { p_names: [name] });
  };
  return (await eachByItself(admin, 'passport', names, remove)).done;
}

/** Deletes unused uploads. The database returns some of each bucket once an hour. */
async function deleteAbandonedMedia({ admin, media }: Dependencies): Promise<number> {
  let deleted = 0;
  for (const bucket of ['media', 'images'] as const) {
    const names = objectNames.parse(await admin('abandoned_media', { p_bucket: bucket, p_limit: 200 }));
    deleted += (await eachByItself(admin, 'media', names, (name) => media.remove(bucket, [name]))).done;
  }
  return deleted;
}

/** Reports the rows that break rules, with what to do, and returns their number. */
async function reportBroken(admin: Rpc): Promise<number> {
  const recent = brokenRows.parse(await admin('recent_broken_rows'));
  const whole = brokenRows.parse(await admin('check_invariants_if_due'));
  const found = whole.total > 0 ? whole : recent;
  for (const { rule, subject, expected, actual, todo } of found.rows) {
    console.error(`Broken rule "${rule}" at ${subject}: expected ${expected}, is ${actual}. What to do: ${todo}`);
  }
  return Math.max(recent.total, whole.total);
}
