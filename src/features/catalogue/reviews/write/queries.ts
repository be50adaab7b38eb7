import { msg } from '@lingui/core/macro';
import { preparePhoto } from '@/features/catalogue/reviews/photo';
import { run } from '@/lib/api/run';
import { publicAddress, removeFile, uploadInto } from '@/lib/upload/upload';
import type { PutOptions } from '@/lib/upload/upload-list';

/** This is used only for writing a review, so readers don't load it. */
const BUCKET = 'media';

export type NewReview = {
  bookingId: string;
  rating: number;
  text: string;
  photos: readonly string[];
};

export async function createReview({ bookingId, rating, text, photos }: NewReview): Promise<void> {
  await run(
    (db) =>
      db.rpc('create_review', {
        p_booking_id: bookingId,
        p_rating: rating,
        p_text: text,
        p_photo_urls: photos.map((path) => publicAddress(BUCKET, path)),
      }),
    msg`Failed to save your review. Please try again.`,
  );
}

/** Saves a changed review. `photos` has the object names of new photos and the addresses of existing ones. */
export async function editReview(id: string, { rating, text, photos }: Omit<NewReview, 'bookingId'>): Promise<void> {
  await run(
    (db) =>
      db.rpc('edit_review', {
        p_review_id: id,
        p_rating: rating,
        p_text: text,
        p_photo_urls: photos.map((photo) => (photo.startsWith('/') ? photo : publicAddress(BUCKET, photo))),
      }),
    msg`Failed to save your review. Please try again.`,
  );
}

/** Redraws a photo, uploads it to the author's folder and returns its object name. */
export async function uploadPhoto(userId: string, { file, onProgress, signal }: PutOptions): Promise<string> {
  const { image, kind } = await preparePhoto(file);
  return uploadInto(`user-submissions/${userId}`, {
    ...kind,
    bucket: BUCKET,
    file: image,
    onProgress,
    signal,
    failed: msg`Failed to upload photo`,
    signedOut: msg`Please log in again to upload photos`,
  });
}

export const photoAddress = (path: string): string => (path.startsWith('/') ? path : publicAddress(BUCKET, path));

/** Deletes unused photos. If that fails, the daily clean-up deletes them. */
export async function dropPhotos(addresses: readonly string[]): Promise<void> {
  const own = addresses.filter((address) => address.startsWith(publicAddress(BUCKET, '')));
  await Promise.allSettled(own.map((address) => removeFile(BUCKET, address.slice(publicAddress(BUCKET, '').length))));
}

export const removePhoto = (path: string): Promise<void> => removeFile(BUCKET, path);
