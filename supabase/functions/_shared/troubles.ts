import Stripe from 'stripe';
import { z } from 'zod';
import type { Rpc } from './database.ts';
import { logError } from './log.ts';

const items = z.array(z.string());

/** Returns whether no row is the cause, because Stripe isn't available or refuses our key. */
const isOutage = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

export const reason = (error: unknown): string =>
  error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);

/** Handles failures of optional work: they are logged, and `instead` is returned. */
export function logged<T>(instead: T): (error: unknown) => T {
  return (error) => {
    logError(error);
    return instead;
  };
}

/** Records a failure, and returns whether the item is the cause. */
async function recordTrouble(admin: Rpc, kind: string, item: string, error: unknown): Promise<boolean> {
  logError(error, { kind, item });
  if (isOutage(error)) return false;
  await admin('record_trouble', { p_kind: kind, p_item: item, p_error: reason(error) }).catch(logged(null));
  return true;
}

/**
 * Runs each item separately (docs/decisions/0028). A failure is recorded with its error, and the database returns
 * the item again after a pause. Returns how many were completed, and how many failed because Stripe wasn't
 * available. Stops after `deadline`.
 */
export async function eachByItself(
  admin: Rpc,
  kind: string,
  list: readonly string[],
  work: (item: string) => Promise<unknown>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<{ done: number; away: number }> {
  const counts = { done: 0, away: 0 };
  if (list.length === 0) return counts;
  const troubled = new Set(items.parse(await admin('troubled_items', { p_kind: kind })));
  for (const item of list) {
    if (Date.now() > deadline) break;
    try {
      await work(item);
      counts.done += 1;
      if (troubled.has(item)) await admin('clear_trouble', { p_kind: kind, p_item: item });
    } catch (error) {
      if (!(await recordTrouble(admin, kind, item, error))) counts.away += 1;
    }
  }
  return counts;
}

type Part = <T>(name: string, work: () => Promise<T>, instead: T) => Promise<T>;

/** Runs parts of a job separately. Admins see a failure, and the other parts continue. */
export async function partsByThemselves(admin: Rpc): Promise<Part> {
  const troubled = new Set(
    await admin('troubled_items', { p_kind: 'reconciler' })
      .then((found) => items.parse(found))
      .catch(logged([])),
  );
  return async (name, work, instead) => {
    try {
      const result = await work();
      if (troubled.has(name)) await admin('clear_trouble', { p_kind: 'reconciler', p_item: name }).catch(logged(null));
      return result;
    } catch (error) {
      await recordTrouble(admin, 'reconciler', name, error);
      return instead;
    }
  };
}
