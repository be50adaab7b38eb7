import { msg } from '@lingui/core/macro';
import type { PostgrestClient, PostgrestSingleResponse } from '@supabase/postgrest-js';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import type { Database } from '@/types/database';
import { adminKeys, LOAD_FAILED } from '../queries';

export const QUEUES = ['reports', 'reviews', 'submissions', 'contact', 'applications'] as const;
export type Queue = (typeof QUEUES)[number];

/** An item of any queue. Fields that its queue doesn't have are omitted. */
export interface QueueItem {
  id: string;
  at: string;
  /** The sender or reporter, or null if the account no longer exists. */
  from: string | null;
  email?: string | null | undefined;
  territoryId?: string | null;
  /** Describes the kind in a few words. */
  about?: string | null;
  text: string;
  /** Further information for an admin. */
  note?: string | null;
  media?: readonly { url: string; type: string }[];
}

type Cursor = Pick<QueueItem, 'at' | 'id'>;

const SIZE = 50;

interface Rows<Row> extends PromiseLike<PostgrestSingleResponse<Row[]>> {
  or(filters: string): this;
  order(column: string): this;
  limit(count: number): this;
  abortSignal(signal: AbortSignal): this;
}

interface Source<Row> {
  /** All rows that haven't been decided. */
  rows: (db: PostgrestClient<Database>) => Rows<Row>;
  toItem: (row: Row) => QueueItem;
}

/** Reads a queue page by page, oldest first. */
function pagesOf<Row>({ rows, toItem }: Source<Row>) {
  return async (cursor: Cursor | null, signal: AbortSignal) => {
    const found = await run((db) => {
      const all = rows(db).order('created_at').order('id').limit(SIZE).abortSignal(signal);
      return cursor ? all.or(`created_at.gt."${cursor.at}",and(created_at.eq."${cursor.at}",id.gt.${cursor.id})`) : all;
    }, LOAD_FAILED);
    return pageOf(found.map(toItem), SIZE, ({ at, id }): Cursor => ({ at, id }));
  };
}

type ReadPage = ReturnType<typeof pagesOf>;

/** We use a function, because people who may read reviews must not see which ones were reported. */
async function readReportedReviews(cursor: Cursor | null, signal: AbortSignal) {
  const found = await run(
    (db) => db.rpc('reported_reviews', { ...(cursor && { p_at: cursor.at, p_id: cursor.id }) }).abortSignal(signal),
    LOAD_FAILED,
  );
  const items = found.map((row) => ({
    id: row.id,
    at: row.reported_at,
    from: row.author_name,
    territoryId: row.territory_id,
    about: `${row.rating} / 5`,
    text: row.text ?? '',
    media: row.photo_urls.map((url) => ({ url, type: 'image' })),
  }));
  return pageOf(items, SIZE, ({ at, id }): Cursor => ({ at, id }));
}

const PAGES: Record<Queue, ReadPage> = {
  reports: pagesOf({
    rows: (db) =>
      db
        .from('message_reports')
        .select(
          'id, created_at, reason, territory_id, message:territory_messages(message, author:profile_cards!territory_messages_author_card_fkey(full_name))',
        )
        .eq('status', 'pending'),
    toItem: (row) => ({
      id: row.id,
      at: row.created_at,
      from: row.message?.author?.full_name ?? null,
      territoryId: row.territory_id,
      text: row.message?.message ?? '',
      note: row.reason,
    }),
  }),
  reviews: readReportedReviews,
  submissions: pagesOf({
    rows: (db) =>
      db
        .from('user_submissions')
        .select(
          'id, created_at, comment, location, media_urls, media_types, territory_id, sender:profiles!user_submissions_user_id_fkey(full_name, email)',
        )
        .eq('status', 'pending'),
    toItem: (row) => ({
      id: row.id,
      at: row.created_at,
      from: row.sender?.full_name ?? null,
      email: row.sender?.email,
      territoryId: row.territory_id,
      about: row.location,
      text: row.comment,
      media: row.media_urls.map((url, index) => ({ url, type: row.media_types[index] ?? 'image' })),
    }),
  }),
  contact: pagesOf({
    rows: (db) =>
      db.from('contact_messages').select('id, created_at, name, email, subject, message').eq('status', 'pending'),
    toItem: (row) => ({
      id: row.id,
      at: row.created_at,
      from: row.name,
      email: row.email,
      about: row.subject,
      text: row.message,
    }),
  }),
  applications: pagesOf({
    rows: (db) =>
      db
        .from('partner_applications')
        .select('id, created_at, kind, name, email, phone, message, territory_id')
        .eq('status', 'pending'),
    toItem: (row) => ({
      id: row.id,
      at: row.created_at,
      from: row.name,
      email: row.email,
      territoryId: row.territory_id,
      about: row.kind,
      text: row.message ?? '',
      note: row.phone,
    }),
  }),
};

/** Returns a queue's undecided items page by page. */
export const queueQuery = (queue: Queue) => ({
  ...pagedQuery(adminKeys.queue(queue), PAGES[queue]),
  refetchOnWindowFocus: 'always' as const,
});

const DECIDE_FAILED = msg`Failed to save your decision. Please try again.`;

/** Decides an item. `accept` upholds a report, hides a review, approves a submission or completes a message. */
export async function decide({ queue, id, accept }: { queue: Queue; id: string; accept: boolean }): Promise<void> {
  const p_status = accept ? 'approved' : 'declined';
  await run((db) => {
    switch (queue) {
      case 'reports':
        return db.rpc('review_report', { p_report_id: id, p_uphold: accept });
      case 'reviews':
        return db.rpc('hide_review', { p_review_id: id, p_hidden: accept });
      case 'submissions':
        return db.rpc('review_queue_item', { p_queue: 'submission', p_id: id, p_status });
      case 'contact':
        return db.rpc('review_queue_item', { p_queue: 'contact', p_id: id, p_status: 'done' });
      case 'applications':
        return db.rpc('review_queue_item', { p_queue: 'application', p_id: id, p_status });
    }
  }, DECIDE_FAILED);
}
