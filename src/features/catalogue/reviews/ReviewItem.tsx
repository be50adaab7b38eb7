import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { formatDayAt, ownZone } from '@/lib/format/dates';
import { useBrowserValue } from '@/lib/hooks/use-browser-value';
import { parseImage } from '@/lib/media/media';
import { readDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Avatar } from '@/ui/media/Avatar';
import { Written } from '@/ui/written/Written';
import type { Review } from './queries';
import { replyDraftOf } from './reply-draft';
import { Stars } from './Stars';

// Guests have no menu, and few readers reply or enlarge photos, so these parts load on demand.
const ReviewMenu = lazyPart(() => import('./ReviewMenu'));
const ReplyForm = lazyPart(() => import('./ReplyForm'));
const PhotoDialog = lazyPart(() => import('./PhotoDialog'));
const OwnReview = lazyPart(() => import('./OwnReview'));

type Props = {
  review: Review;
  kind: ServiceKind;
  serviceId: string;
  canReply: boolean;
  canHide: boolean;
  canReport: boolean;
  /** The reader's id, to recognise their own review. */
  userId: string | null;
};

export function ReviewItem({ review, kind, serviceId, canReply, canHide, canReport, userId }: Props) {
  const { t } = useLingui();
  const zone = useBrowserValue<string | null>(ownZone, null);
  const [replying, setReplying] = useState<boolean | null>(null);
  // A reply that was interrupted, for example to sign in again, opens again.
  if (replying === null && canReply && readDraft(replyDraftOf(review.id))) setReplying(true);
  const [act, setAct] = useState<'edit' | 'delete' | null>(null);
  const own = userId !== null && userId === review.author_id;
  const name = review.author?.full_name || t`A traveller`;
  return (
    <li className="flex gap-3.5">
      <Avatar name={name} src={review.author?.avatar_url} size={44} />
      <div className="min-w-0 flex-1">
        <div className="relative flex items-start gap-3">
          <p className="flex min-w-0 flex-wrap items-center gap-x-3">
            <strong className="max-w-full font-semibold break-words">{name}</strong>
            <Stars rating={review.rating} />
            <span className="text-sm text-ink-3">{formatDayAt(review.created_at, zone)}</span>
            {review.edited_at && (
              <span className="text-sm text-ink-3">
                <Trans>edited</Trans>
              </span>
            )}
          </p>
          {(canReport || canHide || own) && (
            <ReviewMenu
              reviewId={review.id}
              name={name}
              serviceId={serviceId}
              canReport={canReport}
              canHide={canHide}
              own={own}
              onAct={setAct}
            />
          )}
          {/* The form stays if the session ends, with a link to the login. */}
          {act && review.author_id && (
            <OwnReview
              review={review}
              kind={kind}
              serviceId={serviceId}
              userId={review.author_id}
              act={act}
              onClose={() => setAct(null)}
            />
          )}
        </div>
        {review.text && (
          <Written text={review.text} className="mt-1 max-w-prose break-words whitespace-pre-line text-ink-2" />
        )}
        <Photos urls={review.photo_urls} name={name} />
        {review.reply && !replying && (
          <div className="mt-3 max-w-prose rounded-md bg-surface-2 px-4 py-3">
            <p className="text-sm font-semibold">
              <Trans>Operator's reply</Trans>
              {review.replied_at && (
                <span className="ml-2 font-normal text-ink-3">{formatDayAt(review.replied_at, zone)}</span>
              )}
            </p>
            {review.replied_at && review.edited_at && review.edited_at > review.replied_at && (
              <p className="text-sm text-ink-3">
                <Trans>The guest edited this review after your team replied.</Trans>
              </p>
            )}
            <Written text={review.reply} className="mt-1 break-words whitespace-pre-line text-ink-2" />
          </div>
        )}
        {canReply && !replying && (
          <Button size="sm" variant="ghost" className="mt-1 -ml-3" onClick={() => setReplying(true)}>
            {review.reply ? t`Edit your reply` : t`Reply to ${name}`}
          </Button>
        )}
        {replying && <ReplyForm review={review} name={name} serviceId={serviceId} onClose={() => setReplying(false)} />}
      </div>
    </li>
  );
}

function Photos({ urls, name }: { urls: string[]; name: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<number | null>(null);
  const pictures = urls.map(parseImage).filter((picture) => picture.src);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className="mt-3 flex flex-wrap gap-2">
        {pictures.map((picture, index) => {
          const number = index + 1;
          return (
            <li key={picture.src}>
              <button
                type="button"
                className="block cursor-pointer rounded-md"
                aria-label={t`Photo ${number} by ${name}`}
                onClick={() => setShown(index)}
              >
                <img
                  src={picture.src}
                  alt=""
                  width={96}
                  height={96}
                  loading="lazy"
                  decoding="async"
                  className="size-20 rounded-md bg-surface-2 object-cover sm:size-24"
                />
              </button>
            </li>
          );
        })}
      </ul>
      {shown !== null && <PhotoDialog pictures={pictures} start={shown} name={name} onClose={() => setShown(null)} />}
    </>
  );
}
