import { REPORTS } from '@/lib/offline/database';
import { createQueue } from '@/lib/offline/queue';
import { sendInBackground } from './background';
import type { DockReport, Kept, ReportState } from './report';

const queue = createQueue<Kept>(REPORTS);

export const {
  of: reportsOf,
  waitingOf,
  read: readReports,
  dismiss: dismissReport,
  forgetOld: forgetOldReports,
  useAll: useReports,
} = queue;

/** Keeps what was just done. Rejects where the browser keeps nothing: then it was not done. */
export async function keepReport(userId: string, report: DockReport, state: ReportState = 'waiting'): Promise<void> {
  await queue.add({ userId, report, state, ...(state === 'done' && { settledAt: Date.now() }) });
  // Where that fails, the pages send it all the same.
  if (state === 'waiting') void sendInBackground(userId).catch(() => undefined);
}

/** Writes down what the server has answered. */
export const settleReports: (answers: readonly Kept[]) => Promise<void> = queue.settle;
