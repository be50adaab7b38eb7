import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isTransient } from '@/lib/api/errors';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { storedUser } from '@/lib/api/session';
import { type OfflineSale, type QueuedSale, settleSales, waitingSalesOf } from './sales';

const answer = z.object({
  result: z.enum(['sold', 'refused']),
  code: z.nullish(z.string()),
  sale: z.nullish(z.object({ sale_id: z.string() })),
});

async function sellReserved(p: OfflineSale) {
  return readAnswer(answer, await run((db) => db.rpc('sell_reserved', { p }), msg`What was sold could not be sent`));
}

/**
 * Sends what waits, one after another in its order, and writes each answer down before the next. → whether something was sent. What the server
 * does not take, as when the role has ended in its territory, stays and holds up no other; then it rejects with the first such refusal.
 */
async function sendAll(userId: string): Promise<boolean> {
  let sent = false;
  let refusal: unknown;
  for (const queued of await waitingSalesOf(userId)) {
    // Whoever signs in next sends nothing of this person's.
    if (navigator.onLine === false || storedUser()?.id !== userId) break;
    try {
      const { result, code, sale } = await sellReserved(queued.sale);
      const settled: QueuedSale = {
        ...queued,
        state: result === 'sold' ? 'done' : 'refused',
        code: code ?? undefined,
        saleId: sale?.sale_id,
      };
      await settleSales([settled]);
      sent = true;
    } catch (error) {
      if (isTransient(error)) break;
      refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  return sent;
}

let running: Promise<boolean> | null = null;

/** One sending at a time in a tab; two tabs at once do no harm, as each sale counts once. */
export function sendSales(userId: string): Promise<boolean> {
  running ??= sendAll(userId).finally(() => {
    running = null;
  });
  return running;
}
