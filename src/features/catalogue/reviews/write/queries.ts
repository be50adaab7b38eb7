import { msg } from '@lingui/core/macro';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { run } from '@/lib/api/run';
import type { ImageType } from '@/lib/media/file-types';
import { publicAddress, removeFile, uploadFile } from '@/lib/upload/upload';

/** What only who writes a review needs: readers do not load it. */
const BUCKET = 'media';

export type NewReview = {
  kind: ServiceKind;
  bookingId: string;
  rating: number;
  text: string;
  photos: readonly string[];
};

export async function createReview({ kind, bookingId, rating, text, photos }: NewReview): Promise<void> {
  await run(
    (db) =>
      db.rpc('create_review', {
        p_kind: kind,
        p_booking_id: bookingId,
        p_rating: rating,
        p_text: text,
        p_photo_urls: photos.map((path) => publicAddress(BUCKET, path)),
      }),
    msg`Failed to save your review. Please try again.`,
  );
}

type PhotoUpload = {
  userId: string;
  image: Blob;
  type: ImageType;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/** Puts a photo into the author's own folder and gives its object name. */
export async function uploadPhoto({ userId, image, type, onProgress, signal }: PhotoUpload): Promise<string> {
  const path = `user-submissions/${userId}/${crypto.randomUUID()}.${type === 'jpeg' ? 'jpg' : type}`;
  await uploadFile({
    bucket: BUCKET,
    path,
    file: image,
    contentType: `image/${type}`,
    onProgress,
    signal,
    failed: msg`Failed to upload photo`,
    signedOut: msg`Please log in again to upload photos`,
  });
  return path;
}

export const photoAddress = (path: string): string => publicAddress(BUCKET, path);

export const removePhoto = (path: string): Promise<void> => removeFile(BUCKET, path);
