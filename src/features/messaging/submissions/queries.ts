import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';
import type { MediaKind } from '@/lib/upload/check';
import { publicAddress, removeFile, uploadFile } from '@/lib/upload/upload';
import type { StoredMedia } from './media';

const BUCKET = 'media';

type MediaUpload = {
  userId: string;
  file: Blob;
  kind: MediaKind;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/** Puts a photo or video into the person's own folder and gives its object name. */
export async function uploadMedia({ userId, file, kind, onProgress, signal }: MediaUpload): Promise<string> {
  const path = `user-submissions/${userId}/${crypto.randomUUID()}.${kind.extension}`;
  await uploadFile({
    bucket: BUCKET,
    path,
    file,
    contentType: kind.contentType,
    onProgress,
    signal,
    failed: msg`Failed to upload file`,
    signedOut: msg`Failed to get user ID`,
  });
  return path;
}

/** Where the object is read, as it is stored: relative to the API. */
export const mediaAddress = (path: string): string => publicAddress(BUCKET, path);

export const removeMedia = (path: string): Promise<void> => removeFile(BUCKET, path);

export interface Submission {
  media: readonly Pick<StoredMedia, 'path' | 'type'>[];
  comment: string;
  location: string;
  territoryId: string | null;
}

export async function submitContent({ media, comment, location, territoryId }: Submission): Promise<void> {
  await run(
    (db) =>
      db.rpc('submit_content', {
        p_media_urls: media.map((item) => mediaAddress(item.path)),
        p_media_types: media.map((item) => item.type),
        p_comment: comment,
        p_location: location,
        ...(territoryId ? { p_territory_id: territoryId } : {}),
      }),
    msg`Failed to submit content. Please try again.`,
  );
}
