import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { type AppError, isTransient } from '@/lib/api/errors';
import { mapFailure } from '@/lib/api/map-failure';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { storedUser } from '@/lib/api/session';
import type { Json } from '@/types/database';
import { type QueueEntry, reportsIn, salesIn, settle, waitingOf } from './queue';
import type { QueuedReport } from './report';
import type { QueuedSale } from './sale';

/** The number of reports per call. Short calls are more likely to succeed on a weak signal. */
const BATCH = 20;

const answers = z.array(
  z.object({
    key: z.nullish(z.string()),
    result: z.enum(['done', 'conflict', 'refused', 'again']),
    code: z.nullish(z.string()),
  }),
);

/** Sends reports and returns those with a response. */
async function reportArrivals(batch: readonly QueuedReport[]): Promise<QueueEntry[]> {
  const p_reports = JSON.parse(JSON.stringify(batch.map(({ report }) => report))) as Json;
  const answer = await run(
    (db) => db.rpc('report_arrivals', { p_reports }),
    msg`We couldn't send your offline check-ins`,
  );
  const told = readAnswer(answers, answer);
  return batch.flatMap((queued): QueuedReport[] => {
    const one = told.find(({ key }) => key === queued.report.key);
    if (!one || one.result === 'again') return [];
    return [{ ...queued, state: one.result, code: one.code ?? undefined }];
  });
}

const sold = z.object({
  result: z.enum(['sold', 'refused']),
  code: z.nullish(z.string()),
  sale: z.nullish(z.object({ sale_id: z.string() })),
});

async function sellReserved(queued: QueuedSale): Promise<QueueEntry[]> {
  const { result, code, sale } = readAnswer(
    sold,
    await run((db) => db.rpc('sell_reserved', { p: queued.sale }), msg`We couldn't send your sales`),
  );
  const state = result === 'sold' ? 'done' : 'refused';
  return [{ ...queued, state, code: code ?? undefined, saleId: sale?.sale_id }];
}

/** Returns the next calls. Reports are sent together up to the limit, and sales one by one. */
function nextCalls(waiting: readonly QueueEntry[]): (() => Promise<QueueEntry[]>)[] {
  const batch = reportsIn(waiting).slice(0, BATCH);
  const sales = salesIn(waiting).map((sale) => () => sellReserved(sale));
  return batch.length > 0 ? [() => reportArrivals(batch), ...sales] : sales;
}

/** `refusal` is why the server refuses entries permanently, for example because the role has ended. */
interface Sent {
  sent: boolean;
  refusal: AppError | null;
}

/**
 * Sends the queue in order and records each response before the next call. A refused entry doesn't block the
 * others.
 */
async function sendAll(userId: string): Promise<Sent> {
  let sent = false;
  let refusal: AppError | null = null;
  for (let calls = nextCalls(await waitingOf(userId)); calls.length > 0; ) {
    let answered = false;
    for (const call of calls) {
      // If someone else signs in, their session sends none of these entries.
      if (navigator.onLine === false || storedUser()?.id !== userId) return { sent, refusal };
      try {
        const settled = await call();
        if (settled.length === 0) continue;
        await settle(settled);
        sent = answered = true;
      } catch (error) {
        if (isTransient(error)) return { sent, refusal };
        refusal ??= await mapFailure(error);
      }
    }
    calls = answered ? nextCalls(await waitingOf(userId)) : [];
  }
  return { sent, refusal };
}

let running: Promise<Sent> | null = null;

/** Each tab runs one sender. Two tabs do no harm, because each entry counts once. */
export function sendQueue(userId: string): Promise<Sent> {
  running ??= sendAll(userId).finally(() => {
    running = null;
  });
  return running;
}
