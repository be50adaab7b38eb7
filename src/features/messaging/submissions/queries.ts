import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';
import type { StoredFile } from '@/lib/upload/stored-files';
import { publicAddress, removeFile, uploadInto } from '@/lib/upload/upload';
import type { PutOptions } from '@/lib/upload/upload-list';

const BUCKET = 'media';

/** Uploads a photo or video to the person's folder and returns its object name. */
export const uploadMedia = (userId: string, { kind, ...upload }: PutOptions): Promise<string> =>
  uploadInto(`user-submissions/${userId}`, {
    ...upload,
    ...kind,
    bucket: BUCKET,
    failed: msg`Failed to upload file`,
    signedOut: msg`Failed to get user ID`,
  });

/** Returns the object's stored address, which is relative to the API. */
export const mediaAddress = (path: string): string => publicAddress(BUCKET, path);

export const removeMedia = (path: string): Promise<void> => removeFile(BUCKET, path);

export interface Submission {
  media: readonly Pick<StoredFile, 'stored' | 'type'>[];
  comment: string;
  location: string;
  territoryId: string | null;
}

export async function submitContent({ media, comment, location, territoryId }: Submission): Promise<void> {
  await run(
    (db) =>
      db.rpc('submit_content', {
        p_media_urls: media.map((item) => mediaAddress(item.stored)),
        p_media_types: media.map((item) => item.type),
        p_comment: comment,
        p_location: location,
        ...(territoryId ? { p_territory_id: territoryId } : {}),
      }),
    msg`Failed to submit content. Please try again.`,
  );
}
