import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { afterCursor, pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';

export const reviewKeys = {
  all: (serviceId: string) => ['reviews', serviceId] as const,
  list: (serviceId: string) => ['reviews', serviceId, 'list'] as const,
  rights: (serviceId: string, userId: string) => ['reviews', serviceId, 'rights', userId] as const,
};

const PAGE_SIZE = 5;
const COLUMNS = `id, rating, text, photo_urls, reply, replied_at, created_at, edited_at, author_id,
  author:profile_cards!reviews_author_card_fkey(id, full_name, avatar_url)` as const;

type Cursor = { at: string; id: string };

async function getPage(serviceId: string, cursor: Cursor | null, signal: AbortSignal) {
  const rows = await run((db) => {
    const query = db.from('reviews').select(COLUMNS).eq('service_id', serviceId).is('hidden_at', null);
    return afterCursor(query, { column: 'created_at', idAscending: true }, cursor).limit(PAGE_SIZE).abortSignal(signal);
  }, msg`Failed to load reviews`);
  return pageOf(rows, PAGE_SIZE, ({ created_at, id }) => ({ at: created_at, id }));
}
export type Review = Awaited<ReturnType<typeof getPage>>['rows'][number];

/** Returns a service's reviews page by page, newest first. */
export const reviewsQuery = (serviceId: string) => ({
  ...pagedQuery(reviewKeys.list(serviceId), (cursor: Cursor | null, signal) => getPage(serviceId, cursor, signal)),
  staleTime: 300_000,
});

type Rights = { reply: boolean; hide: boolean };

/** Returns whether the person may reply or moderate. The database checks each action again. */
export const reviewRightsQuery = (serviceId: string, userId: string) =>
  queryOptions({
    queryKey: reviewKeys.rights(serviceId, userId),
    queryFn: async ({ signal }): Promise<Rights> =>
      (await run((db) =>
        db.rpc('my_review_rights', { p_service_id: serviceId }).abortSignal(signal),
      )) as unknown as Rights,
    staleTime: 300_000,
  });

/** Returns the current reply, or '' without one. */
export async function getReply(reviewId: string): Promise<string> {
  const row = await run((db) => db.from('reviews').select('reply').eq('id', reviewId).single());
  return row.reply ?? '';
}

/**
 * Saves a reply. An empty text removes it. `expected` is the reply that the form was opened with. Fails with
 * 'changed_meanwhile' if a colleague has written another one since.
 */
export async function replyToReview(reviewId: string, reply: string, expected: string): Promise<void> {
  await run(
    (db) => db.rpc('reply_review', { p_review_id: reviewId, p_reply: reply, p_expected: expected }),
    msg`Failed to save your reply`,
  );
}

/** Deletes a review. The booking can't be reviewed again. */
export async function deleteReview(reviewId: string): Promise<void> {
  await run((db) => db.rpc('delete_review', { p_review_id: reviewId }), msg`Failed to delete your review`);
}

export async function reportReview(reviewId: string): Promise<void> {
  await run((db) => db.rpc('report_review', { p_review_id: reviewId }), msg`Failed to report this review`);
}

export async function hideReview(reviewId: string): Promise<void> {
  await run((db) => db.rpc('hide_review', { p_review_id: reviewId, p_hidden: true }), msg`Failed to hide this review`);
}
