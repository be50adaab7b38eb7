import { msg, t } from '@lingui/core/macro';
import { isAbort } from '@/lib/api/errors';
import { FileRefused } from './check.ts';
import { type MediaFolder, objectsOf, type Part, pictureAddress } from './picture-address.ts';
import { prepare } from './prepare.ts';
import { publicAddress, removeFiles, uploadFile } from './upload.ts';
import type { PutOptions } from './upload-list.ts';

const BUCKET = 'media';

/** Puts a photo in all its widths, or a video as it is, and gives the address that is stored. */
export const putMediaIn =
  (folder: MediaFolder) =>
  async ({ file, kind, onProgress, signal }: PutOptions): Promise<string> => {
    const base = `${folder}/${crypto.randomUUID()}`;
    // An animation would stand still once it is drawn anew.
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

/** A picture that cannot be drawn is broken: another try would not help. */
const drawn = (file: File, signal: AbortSignal) =>
  prepare(file, signal).catch((error: unknown): never => {
    throw isAbort(error) ? error : new FileRefused(t`Failed to upload file`);
  });

/** One after another; when one fails or the person stops, what is there already is taken away again. */
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
    // With the one that failed: its answer may have been lost.
    const paths = parts.slice(0, done.length + 1).map((part) => part.path);
    removeFiles(BUCKET, paths).catch(() => undefined);
    throw error;
  }
}

/** Takes away an upload of one's own with all its variants. A failure leaves it to the clean-up of what nobody uses. */
export async function dropMedia(address: string): Promise<void> {
  const paths = objectsOf(address);
  if (paths.length > 0) await removeFiles(BUCKET, paths);
}
