import type Stripe from 'stripe';
import type { Rpc } from '../_shared/database.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { dueEvents, eventIds } from '../_shared/schemas.ts';
import { applyEvent, HEARD_EVENTS, type HeardEvent, readEvent, type StripeClient } from '../_shared/stripe.ts';
import { eachByItself } from '../_shared/troubles.ts';

/**
 * The length of one read in seconds, from the oldest on. The progress is stored after each, because a run may end
 * in between.
 */
const WINDOW = 6 * 60 * 60;
/** After this many events the next run continues. */
const EVENTS_A_RUN = 500;
/** The batch size for the database. */
const PAGE = 100;

type Found = Map<string, HeardEvent>;

/**
 * Processes events that were lost, and returns their number. A captured payment is settled and no longer polled, so
 * refunds in Stripe's dashboard, returned refunds, disputes and payouts are reported only by events, which can get lost or
 * not be subscribed. It reads on from where the last run ended. If Stripe wasn't available, the next run starts
 * there again.
 */
export async function hearLostEvents({ admin, stripe }: Dependencies, limit = EVENTS_A_RUN): Promise<number> {
  const { since, retry } = dueEvents.parse(await admin('stripe_events_due'));
  const now = Math.floor(Date.now() / 1000);
  let { heard } = await hear(stripe, admin, retry, async (id) => readEvent(await stripe.events.retrieve(id)));
  let seen = 0;
  for (let from = Math.floor(since.getTime() / 1000); from < now && seen < limit; from += WINDOW) {
    const until = from + WINDOW;
    // The last window has no end, because Stripe's clock differs from this machine's.
    const found = await eventsIn(stripe, until < now ? { gte: from, lt: until } : { gte: from });
    const ids = [...found.keys()].reverse(); // oldest first
    const window = await hear(stripe, admin, await unheard(admin, found, ids), async (id) => found.get(id));
    heard += window.heard;
    seen += ids.length;
    if (window.away) break;
    await admin('record_stripe_events_read', { p_until: new Date(Math.min(until, now) * 1000).toISOString() });
  }
  return heard;
}

async function eventsIn(stripe: StripeClient, created: Stripe.RangeQueryParam): Promise<Found> {
  const found: Found = new Map();
  for await (const event of stripe.events.list({ types: [...HEARD_EVENTS], created, limit: 100 }))
    found.set(event.id, readEvent(event));
  return found;
}

/** Returns the events about unreported payments and payouts that are due. */
async function unheard(admin: Rpc, found: Found, ids: string[]): Promise<string[]> {
  const asked = ids.filter((id) => found.get(id)?.payment || found.get(id)?.payout);
  const due: string[] = [];
  for (let from = 0; from < asked.length; from += PAGE)
    due.push(...eventIds.parse(await admin('unprocessed_stripe_events', { p_ids: asked.slice(from, from + PAGE) })));
  return asked.filter((id) => due.includes(id));
}

async function hear(
  stripe: StripeClient,
  admin: Rpc,
  ids: string[],
  get: (id: string) => Promise<HeardEvent | undefined>,
): Promise<{ heard: number; away: boolean }> {
  const { done, away } = await eachByItself(admin, 'stripe_event', ids, async (id) => {
    const event = await get(id);
    if (event) await applyEvent(stripe, admin, event);
  });
  return { heard: done, away: away > 0 };
}
