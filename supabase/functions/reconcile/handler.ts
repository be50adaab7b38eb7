import { finishDeletions } from '../_shared/accounts.ts';
import { requireSecret } from '../_shared/auth.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer } from '../_shared/http.ts';
import { brokenRows, eventIds, objectNames, releaseExpiredResult } from '../_shared/schemas.ts';
import { runOps, syncPayment } from '../_shared/stripe.ts';

/**
 * Called by a timer with the header `x-reconcile-secret`: frees expired holds, asks Stripe about payments in flight (events
 * get lost), does and re-does what is due at Stripe, hears of refunds that came back, ends deletions of accounts that were
 * interrupted, sends what is in the outbox, deletes passport images whose time is over and uploads that nobody uses, and counts
 * broken invariants: those of the last hour each time, all of them once an hour.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    await requireSecret(request, deps.reconcileSecret);
    const outcome = await releaseAndSync(deps);
    const ops = await runOps(deps.stripe, deps.admin, { limit: 50 });
    const returned = await hearReturnedRefunds(deps).catch(logged(0));
    const deletions = await finishDeletions(deps).catch(logged(0));
    const outbox = await processOutbox(deps, 50);
    // Neither may keep the other, or the answer, from coming: the next run tries again.
    const passports = await deleteExpiredPassports(deps).catch(logged(0));
    const media = await deleteAbandonedMedia(deps).catch(logged(0));
    const report = brokenRows.parse(await deps.admin('check_invariants_if_due').catch(logged(null)));
    const broken = Math.max(outcome.broken, report?.broken ?? 0);
    if (broken > 0) console.error(`check_invariants reports ${broken} rows`);
    const result = {
      released: outcome.released,
      cancel_queued: outcome.cancel_queued,
      synced: outcome.synced,
      unreachable: outcome.unreachable,
      operations: ops.size,
      refunds_returned: returned,
      deletions,
      ...outbox,
      passports_deleted: passports,
      media_deleted: media,
      broken_invariants: broken,
    };
    // For the administrators, who see what was done and since when nothing has been.
    await deps.admin('record_reconciler_run', { p_result: result }).catch(logged(null));
    return result;
  });
}

/** Then the rest is for the next run: a function does not live for ever. */
const SYNC_MS = 45_000;

/**
 * Frees what is expired and asks Stripe about payments in flight. The database names a hundred at a time: after a bad hour there are
 * more, and each is asked about once in this run, unless Stripe cannot be reached. Those that Stripe does not know, or that fail,
 * go to the end of the queue: they must not keep the others from their turn.
 */
async function releaseAndSync({ admin, stripe }: Dependencies) {
  const sum = { released: 0, cancel_queued: 0, synced: 0, unreachable: 0, broken: 0 };
  const deadline = Date.now() + SYNC_MS;
  const asked = new Set<string>();
  for (;;) {
    const outcome = releaseExpiredResult.parse(await admin('release_expired'));
    sum.released += outcome.released;
    sum.cancel_queued += outcome.cancel_queued;
    sum.broken = outcome.broken;
    const next = outcome.payment_intents.filter((id) => !asked.has(id));
    for (const id of next) {
      if (Date.now() > deadline) return sum;
      asked.add(id);
      const state = await syncPayment(stripe, admin, id).catch(logged(null));
      if (state) sum.synced += 1;
      else sum.unreachable += 1;
      if (state && state.state !== 'unknown') continue;
      await admin('record_payment_lookup', { p_payment_intent_id: id, p_missing: state !== null }).catch(logged(null));
    }
    if (next.length === 0 || sum.unreachable > 0) return sum;
  }
}

/** Days, in seconds, for which a lost event is looked for: as long as Stripe itself tries to deliver it. */
const EVENT_AGE = 3 * 24 * 60 * 60;

/**
 * A payment that is refunded is settled, and nobody asks about it any more: that the bank sent a refund back days later is told by an
 * event alone, which gets lost like others, or is not sent to an endpoint that was set up without it.
 */
async function hearReturnedRefunds({ admin, stripe }: Dependencies): Promise<number> {
  const { data } = await stripe.events.list({
    types: ['refund.failed', 'charge.refund.updated'],
    created: { gte: Math.floor(Date.now() / 1000) - EVENT_AGE },
    limit: 100,
  });
  const unheard = new Set(
    eventIds.parse(await admin('unprocessed_stripe_events', { p_ids: data.map(({ id }) => id) })),
  );
  for (const event of data.filter(({ id }) => unheard.has(id)).reverse()) {
    const { payment_intent: intent } = event.data.object as { payment_intent?: unknown };
    if (typeof intent === 'string') await syncPayment(stripe, admin, intent, { id: event.id, type: event.type });
  }
  return unheard.size;
}

/** Through the Storage API, so that the file goes and not only its row; then the bookings are told. */
async function deleteExpiredPassports({ admin, passports }: Dependencies): Promise<number> {
  const names = objectNames.parse(await admin('expired_passports', { p_limit: 100 }));
  if (names.length === 0) return 0;
  await passports.remove(names);
  await admin('passports_deleted', { p_names: names });
  return names.length;
}

/** Uploads of forms that were given up; asked each time, and the database names some once an hour. */
async function deleteAbandonedMedia({ admin, media }: Dependencies): Promise<number> {
  const names = objectNames.parse(await admin('abandoned_media', { p_limit: 200 }));
  if (names.length > 0) await media.remove(names);
  return names.length;
}

function logged<T>(instead: T): (error: unknown) => T {
  return (error) => {
    console.error(error);
    return instead;
  };
}
