import { msg, t } from '@lingui/core/macro';
import { isAbort } from '@/lib/api/errors';
import { FileRefused } from './check.ts';
import { type MediaFolder, objectsOf, type Part, pictureAddress } from './picture-address.ts';
import { prepare } from './prepare.ts';
import { publicAddress, removeFiles, uploadFile } from './upload.ts';
import type { PutOptions } from './upload-list.ts';

const BUCKET = 'media';

/** Stores a photo in all its widths, or a video unchanged, and returns the stored address. */
export const putMediaIn =
  (folder: MediaFolder) =>
  async ({ file, kind, onProgress, signal }: PutOptions): Promise<string> => {
    const base = `${folder}/${crypto.randomUUID()}`;
    // Redrawing would freeze an animation, so it is stored unchanged.
    if (kind.type === 'video' || kind.contentType === 'image/gif') {
      const part = { path: `${base}.${kind.extension}`, file, contentType: kind.contentType };
      await putAll([part], onProgress, signal);
      return publicAddress(BUCKET, part.path);
    }
    const prepared = await drawn(file, signal);
    const { address, parts } = pictureAddress(base, prepared);
    await putAll(parts, onProgress, signal);
    return address;
  };

/** A picture that can't be drawn is broken, so retrying doesn't help. */
const drawn = (file: File, signal: AbortSignal) =>
  prepare(file, signal).catch((error: unknown): never => {
    throw isAbort(error) ? error : new FileRefused(t`Failed to upload file`);
  });

/** Stores the parts one after another. After a failure or cancellation, it removes those already stored. */
async function putAll(parts: readonly Part[], onProgress: (fraction: number) => void, signal: AbortSignal) {
  const all = parts.reduce((sum, part) => sum + part.file.size, 0) || 1;
  const done: Part[] = [];
  try {
    for (const part of parts) {
      const before = done.reduce((sum, other) => sum + other.file.size, 0);
      await uploadFile({
        bucket: BUCKET,
        ...part,
        onProgress: (fraction) => onProgress((before + fraction * part.file.size) / all),
        signal,
        failed: msg`Failed to upload file`,
        signedOut: msg`Your session has expired. Please log in again.`,
      });
      done.push(part);
    }
  } catch (error) {
    // This includes the failed part, whose response may have been lost.
    const paths = parts.slice(0, done.length + 1).map((part) => part.path);
    removeFiles(BUCKET, paths).catch(() => undefined);
    throw error;
  }
}

/** Removes an own upload with all its variants. If this fails, the clean-up of unused files removes it later. */
export async function dropMedia(address: string): Promise<void> {
  const paths = objectsOf(address);
  if (paths.length > 0) await removeFiles(BUCKET, paths);
}
