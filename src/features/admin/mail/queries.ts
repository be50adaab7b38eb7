import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import type { Database } from '@/types/database';
import { adminKeys, LOAD_FAILED } from '../queries';

/** The filters, with '' for all. */
export const MAIL_STATES = ['dead', 'failing', 'queued', 'sent', 'discarded', ''] as const;
export type MailState = (typeof MAIL_STATES)[number];

type Row = Database['public']['Functions']['list_outbox']['Returns'][number];
/** The generated types don't know which columns can be null. */
export type Mail = Omit<Row, 'last_error' | 'sent_at'> & { last_error: string | null; sent_at: string | null };

const SIZE = 50;

async function getPage(state: MailState, before: number | null, signal: AbortSignal) {
  const args = {
    p_limit: SIZE,
    ...(state ? { p_state: state } : {}),
    ...(before === null ? {} : { p_before: before }),
  };
  const rows: Mail[] = await run((db) => db.rpc('list_outbox', args).abortSignal(signal), LOAD_FAILED);
  return pageOf(rows, SIZE, ({ id }) => id);
}

/** Returns queued emails and notifications, newest first. */
export const mailQuery = (state: MailState) =>
  pagedQuery(adminKeys.mail(state), (cursor: number | null, signal) => getPage(state, cursor, signal));

const countsShape = z.object({
  queued: z.number(),
  failing: z.number(),
  dead: z.number(),
  sent_today: z.number(),
  oldest_due: z.nullable(z.string()),
});
export type MailCounts = z.infer<typeof countsShape>;

export const mailCountsQuery = () =>
  queryOptions({
    queryKey: adminKeys.mail('counts'),
    queryFn: async ({ signal }) =>
      readAnswer(countsShape, await run((db) => db.rpc('outbox_counts').abortSignal(signal), LOAD_FAILED)),
    refetchInterval: 60_000,
  });

export async function retryMail(id: number): Promise<void> {
  await run((db) => db.rpc('retry_outbox', { p_id: id }), msg`We couldn't send it again. Please try again.`);
}

export async function discardMail(id: number): Promise<void> {
  await run((db) => db.rpc('discard_outbox', { p_id: id }), msg`We couldn't discard it. Please try again.`);
}
