import { z } from 'zod';
import type { Rpc } from './database.ts';

const claimed = z.array(
  z.object({
    // PostgREST returns a bigint as a number, while a driver may return a string.
    id: z.coerce.number(),
    dedupe_key: z.string(),
    template: z.string(),
    recipient: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
);
export type Claimed = z.infer<typeof claimed>[number];

/** 'gone': its browser, phone or pass no longer exists. 'failed': to be retried. 'refused': never accepted. */
export type Outcome = { outcome: 'sent' | 'gone' } | { outcome: 'failed' | 'refused'; error: string };

interface Run {
  kind: 'email' | 'push' | 'wallet';
  limit: number;
  /** After this time the timer's next call continues, because functions have a time limit. */
  runMs: number;
}

/**
 * Sends due rows of the outbox, at most `limit`. A row that fails is retried later and doesn't delay the others.
 * Each is claimed when its turn comes, so that a worker that dies uses one attempt of one row.
 */
export async function sendDue(
  admin: Rpc,
  { kind, limit, runMs }: Run,
  send: (row: Claimed) => Promise<Outcome>,
): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 };
  const deadline = Date.now() + runMs;
  while (counts.sent + counts.failed < limit && Date.now() < deadline) {
    const [row] = claimed.parse(await admin('claim_outbox', { p_limit: 1, p_kind: kind }));
    if (!row) break;
    const went = await send(row);
    await admin('finish_outbox', {
      p_id: row.id,
      p_outcome: went.outcome,
      p_error: 'error' in went ? went.error : null,
    });
    counts[went.outcome === 'sent' ? 'sent' : 'failed'] += 1;
  }
  return counts;
}
