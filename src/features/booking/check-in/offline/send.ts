import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isTransient } from '@/lib/api/errors';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { storedUser } from '@/lib/api/session';
import { toAppError } from '@/lib/api/to-app-error';
import type { Json } from '@/types/database';
import { settleReports, waitingOf } from './queue';
import type { DockReport, Kept } from './report';

/** So many a call: on a weak line a short one gets through. */
const BATCH = 20;

const answers = z.array(
  z.object({
    key: z.nullish(z.string()),
    result: z.enum(['done', 'conflict', 'refused', 'again']),
    code: z.nullish(z.string()),
  }),
);

async function reportArrivals(reports: readonly DockReport[]) {
  const p_reports = JSON.parse(JSON.stringify(reports)) as Json;
  const answer = await run(
    (db) => db.rpc('report_arrivals', { p_reports }),
    msg`What was done without a signal could not be sent`,
  );
  return readAnswer(answers, answer);
}

export type Sent = 'sent' | 'nothing' | 'later';

/**
 * Sends what waits, in its order; each is answered on its own and written down before the next go. → whether something was sent. Rejects
 * with the server's refusal of it all, as when the role has ended: it stays.
 */
async function sendAll(userId: string): Promise<Sent> {
  let result: Sent = 'nothing';
  // Whoever signs in next sends nothing of this person's.
  while (storedUser()?.id === userId) {
    const batch = (await waitingOf(userId)).slice(0, BATCH);
    if (batch.length === 0) return result;
    if (navigator.onLine === false) return 'later';
    let told: z.infer<typeof answers>;
    try {
      told = await reportArrivals(batch.map(({ report }) => report));
    } catch (error) {
      if (isTransient(error)) return 'later';
      throw toAppError(error);
    }
    const settled = batch.flatMap((kept): Kept[] => {
      const answer = told.find(({ key }) => key === kept.report.key);
      if (!answer || answer.result === 'again') return [];
      return [{ ...kept, state: answer.result, code: answer.code ?? undefined }];
    });
    if (settled.length === 0) return 'later';
    await settleReports(settled);
    result = 'sent';
  }
  return result;
}

let running: Promise<Sent> | null = null;

/** One sending at a time in a tab; two tabs at once do no harm, as each report counts once. */
export function sendReports(userId: string): Promise<Sent> {
  running ??= sendAll(userId).finally(() => {
    running = null;
  });
  return running;
}
