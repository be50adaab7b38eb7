import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { uploadToFunction } from '@/lib/upload/upload';

type Upload = { file: Blob; onProgress: (fraction: number) => void; signal: AbortSignal };
const answer = z.object({ path: z.string().check(z.minLength(1)) });

/** Uploads the image through the function that checks and stores it. Returns the object's name. */
export async function uploadPassport({ file, onProgress, signal }: Upload): Promise<string> {
  const stored = await uploadToFunction('passport', file, {
    onProgress,
    signal,
    failed: msg`Failed to upload passport image`,
    signedOut: msg`Failed to get user ID`,
  });
  return readAnswer(answer, stored).path;
}

/** Deletes an unused image. If this fails, the daily clean-up deletes it. */
export async function removePassport(path: string): Promise<void> {
  await invokeFunction('remove-passport', { path });
}
