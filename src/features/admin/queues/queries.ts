import { msg } from '@lingui/core/macro';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { adminKeys } from '../queries';

export const QUEUES = ['reports', 'reviews', 'submissions', 'contact', 'applications'] as const;
export type Queue = (typeof QUEUES)[number];

/** One thing to decide, whatever the queue. */
export interface QueueItem {
  id: string;
  at: string;
  /** Who sent or reported it. */
  from: string | null;
  region: string | null;
  /** In a few words: what kind it is. */
  about: string | null;
  text: string;
  /** What an administrator may want to know beside it. */
  note: string | null;
  media: readonly { url: string; type: string }[];
  email: string | null;
}

export interface Cursor {
  at: string;
  id: string;
}
interface Page {
  rows: QueueItem[];
  next: Cursor | null;
}

const SIZE = 50;
const FAILED = msg`Failed to load data. Please try again later.`;

/** The oldest first: who has waited longest is next. */
const after = (column: string, { at, id }: Cursor) => `${column}.gt."${at}",and(${column}.eq."${at}",id.gt.${id})`;

function toPage(rows: QueueItem[]): Page {
  const last = rows.at(-1);
  return { rows, next: rows.length === SIZE && last ? { at: last.at, id: last.id } : null };
}

async function reports(cursor: Cursor | null, signal: AbortSignal): Promise<QueueItem[]> {
  const rows = await run((db) => {
    const query = db
      .from('message_reports')
      .select(
        'id, created_at, reason, territory_id, message:territory_messages(message, author:profile_cards!territory_messages_author_card_fkey(full_name))',
      )
      .eq('status', 'pending');
    const page = (cursor ? query.or(after('created_at', cursor)) : query).order('created_at').order('id').limit(SIZE);
    return page.abortSignal(signal);
  }, FAILED);
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    from: row.message?.author?.full_name ?? null,
    region: row.territory_id,
    about: null,
    text: row.message?.message ?? '',
    note: row.reason,
    media: [],
    email: null,
  }));
}

async function reviews(cursor: Cursor | null, signal: AbortSignal): Promise<QueueItem[]> {
  const rows = await run((db) => {
    const query = db
      .from('reviews')
      .select(
        'id, reported_at, rating, text, photo_urls, territory_id, author:profile_cards!reviews_author_card_fkey(full_name)',
      )
      .not('reported_at', 'is', null)
      .is('hidden_at', null);
    const page = (cursor ? query.or(after('reported_at', cursor)) : query).order('reported_at').order('id').limit(SIZE);
    return page.abortSignal(signal);
  }, FAILED);
  return rows.map((row) => ({
    id: row.id,
    at: row.reported_at ?? '',
    from: row.author?.full_name ?? null,
    region: row.territory_id,
    about: `${row.rating} / 5`,
    text: row.text ?? '',
    note: null,
    media: row.photo_urls.map((url) => ({ url, type: 'image' })),
    email: null,
  }));
}

async function submissions(cursor: Cursor | null, signal: AbortSignal): Promise<QueueItem[]> {
  const rows = await run((db) => {
    const query = db
      .from('user_submissions')
      .select(
        'id, created_at, comment, location, media_urls, media_types, territory_id, sender:profiles!user_submissions_user_id_fkey(full_name, email)',
      )
      .eq('status', 'pending');
    const page = (cursor ? query.or(after('created_at', cursor)) : query).order('created_at').order('id').limit(SIZE);
    return page.abortSignal(signal);
  }, FAILED);
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    from: row.sender?.full_name ?? null,
    region: row.territory_id,
    about: row.location,
    text: row.comment,
    note: null,
    media: row.media_urls.map((url, index) => ({ url, type: row.media_types[index] ?? 'image' })),
    email: row.sender?.email ?? null,
  }));
}

async function contact(cursor: Cursor | null, signal: AbortSignal): Promise<QueueItem[]> {
  const rows = await run((db) => {
    const query = db
      .from('contact_messages')
      .select('id, created_at, name, email, subject, message')
      .eq('status', 'pending');
    const page = (cursor ? query.or(after('created_at', cursor)) : query).order('created_at').order('id').limit(SIZE);
    return page.abortSignal(signal);
  }, FAILED);
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    from: row.name,
    region: null,
    about: row.subject,
    text: row.message,
    note: null,
    media: [],
    email: row.email,
  }));
}

async function applications(cursor: Cursor | null, signal: AbortSignal): Promise<QueueItem[]> {
  const rows = await run((db) => {
    const query = db
      .from('partner_applications')
      .select('id, created_at, kind, name, email, phone, message, territory_id')
      .eq('status', 'pending');
    const page = (cursor ? query.or(after('created_at', cursor)) : query).order('created_at').order('id').limit(SIZE);
    return page.abortSignal(signal);
  }, FAILED);
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    from: row.name,
    region: row.territory_id,
    about: row.kind,
    text: row.message ?? '',
    note: row.phone,
    media: [],
    email: row.email,
  }));
}

const sources = { reports, reviews, submissions, contact, applications };

/** What waits in a queue, a page at a time. */
export const queueQuery = (queue: Queue) =>
  infiniteQueryOptions<Page, Error, { pages: Page[]; pageParams: (Cursor | null)[] }, QueryKey, Cursor | null>({
    queryKey: adminKeys.queue(queue),
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }) => toPage(await sources[queue](pageParam, signal)),
    getNextPageParam: (page) => page.next,
    refetchOnWindowFocus: 'always',
  });

const DECIDE_FAILED = msg`Failed to save your decision. Please try again.`;

/** `accept`: uphold a report or take a review out of sight; approve what was sent in; done with a message. */
export async function decide({ queue, id, accept }: { queue: Queue; id: string; accept: boolean }): Promise<void> {
  switch (queue) {
    case 'reports':
      await run((db) => db.rpc('review_report', { p_report_id: id, p_uphold: accept }), DECIDE_FAILED);
      break;
    case 'reviews':
      await run((db) => db.rpc('hide_review', { p_review_id: id, p_hidden: accept }), DECIDE_FAILED);
      break;
    case 'contact':
      await run((db) => db.rpc('review_queue_item', { p_queue: 'contact', p_id: id, p_status: 'done' }), DECIDE_FAILED);
      break;
    default: {
      const p_queue = queue === 'submissions' ? 'submission' : 'application';
      const p_status = accept ? 'approved' : 'declined';
      await run((db) => db.rpc('review_queue_item', { p_queue, p_id: id, p_status }), DECIDE_FAILED);
    }
  }
}
