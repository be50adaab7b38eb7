import type Stripe from 'stripe';
import type { Rpc } from '../_shared/database.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { dueEvents, eventIds } from '../_shared/schemas.ts';
import { HEARD_EVENTS, type StripeClient, syncPayment } from '../_shared/stripe.ts';
import { eachByItself } from '../_shared/troubles.ts';

/** Seconds that are read at once, from the oldest on: what was read is remembered after each, and a run may end between two. */
const WINDOW = 6 * 60 * 60;
/** After so many events the rest is for the next run. */
const EVENTS_A_RUN = 500;
/** So many are asked about at once in the database. */
const PAGE = 100;

type Found = Map<string, { type: string; intent: unknown }>;

/**
 * A payment that is captured is settled, and nobody asks about it any more: that somebody gave money back at Stripe's own
 * dashboard, that a bank sent a refund back, or that a guest disputes the charge, is told by an event alone, which gets lost like
 * others, or is not sent to an endpoint that was set up without it. Reads on from where the last run ended; where Stripe was away
 * meanwhile, the next run begins there again. → how many were heard
 */
export async function hearLostEvents({ admin, stripe }: Dependencies, limit = EVENTS_A_RUN): Promise<number> {
  const { since, retry } = dueEvents.parse(await admin('stripe_events_due'));
  const now = Math.floor(Date.now() / 1000);
  let { heard } = await hear(stripe, admin, retry, async (id) => ofInterest(await stripe.events.retrieve(id)));
  let seen = 0;
  for (let from = Math.floor(since.getTime() / 1000); from < now && seen < limit; from += WINDOW) {
    const until = from + WINDOW;
    // The last window has no end: the clocks of Stripe and of this machine differ.
    const found = await eventsIn(stripe, until < now ? { gte: from, lt: until } : { gte: from });
    const ids = [...found.keys()].reverse(); // the oldest first
    const window = await hear(stripe, admin, await unheard(admin, found, ids), async (id) => found.get(id));
    heard += window.heard;
    seen += ids.length;
    if (window.away) break;
    await admin('record_stripe_events_read', { p_until: new Date(Math.min(until, now) * 1000).toISOString() });
  }
  return heard;
}

const ofInterest = ({ type, data }: Stripe.Event) => ({
  type,
  intent: (data.object as { payment_intent?: unknown }).payment_intent,
});

async function eventsIn(stripe: StripeClient, created: Stripe.RangeQueryParam): Promise<Found> {
  const found: Found = new Map();
  for await (const event of stripe.events.list({ types: [...HEARD_EVENTS], created, limit: 100 }))
    found.set(event.id, ofInterest(event));
  return found;
}

/** Those about a payment that nobody told us, and whose turn it is. */
async function unheard(admin: Rpc, found: Found, ids: string[]): Promise<string[]> {
  const asked = ids.filter((id) => typeof found.get(id)?.intent === 'string');
  const due: string[] = [];
  for (let from = 0; from < asked.length; from += PAGE)
    due.push(...eventIds.parse(await admin('unprocessed_stripe_events', { p_ids: asked.slice(from, from + PAGE) })));
  return asked.filter((id) => due.includes(id));
}

async function hear(
  stripe: StripeClient,
  admin: Rpc,
  ids: string[],
  get: (id: string) => Promise<{ type: string; intent: unknown } | undefined>,
): Promise<{ heard: number; away: boolean }> {
  const { done, away } = await eachByItself(admin, 'stripe_event', ids, async (id) => {
    const { type = '', intent } = (await get(id)) ?? {};
    await syncPayment(stripe, admin, String(intent), { id, type });
  });
  return { heard: done, away: away > 0 };
}
