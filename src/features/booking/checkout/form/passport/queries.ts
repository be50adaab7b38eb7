import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { toAppError } from '@/lib/api/errors';
import { invokeFunction } from '@/lib/api/functions';
import { supabase } from '@/lib/api/supabase';
import { uploadToFunction } from '@/lib/upload/upload';

const BUCKET = 'passports';

type Upload = { file: Blob; onProgress: (fraction: number) => void; signal: AbortSignal };
const answer = z.object({ path: z.string().check(z.minLength(1)) });

/** Hands the image to the function that looks into it and stores it in the tourist's own folder. Gives its object name. */
export async function uploadPassport({ file, onProgress, signal }: Upload): Promise<string> {
  const stored = await uploadToFunction('passport', file, {
    onProgress,
    signal,
    failed: msg`Failed to upload passport image`,
    signedOut: msg`Failed to get user ID`,
  });
  return answer.parse(stored).path;
}

/**
 * The image back for the preview, as an object URL that the caller revokes. Only its owner may read it. Null when it is gone:
 * an image that no booking came of is deleted after a day, and a draft may be older.
 */
export async function previewPassport(path: string): Promise<string | null> {
  const { data, error } = await (await supabase()).storage.from(BUCKET).download(path);
  if (data) return URL.createObjectURL(data);
  const gone = /not.?found|no such/i.test(`${error.message} ${'statusCode' in error ? error.statusCode : ''}`);
  if (gone) return null;
  throw toAppError(error);
}

/** Takes away an image that will not be used. A failure is left to the clean-up of the next day. */
export async function removePassport(path: string): Promise<void> {
  await invokeFunction('remove-passport', { path });
}
