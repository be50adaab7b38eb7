import { t } from '@lingui/core/macro';
import { firstBytes, type ImageType, sniffImage } from '@/lib/media/file-types';

export const MAX_PASSPORT_BYTES = 5 * 1024 * 1024;

export const notAnImage = (): string => t`Please select an image file (JPEG, PNG, etc.)`;

/** The message for a file that can not be a passport image, or the type to store it under. */
export async function checkPassport(file: Blob): Promise<{ error: string } | { type: ImageType }> {
  const type = sniffImage(await firstBytes(file));
  if (!type) return { error: notAnImage() };
  if (file.size >= MAX_PASSPORT_BYTES) return { error: t`Image size must be less than 5MB` };
  return { type };
}
