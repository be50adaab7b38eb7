import { t } from '@lingui/core/macro';
import { firstBytes, type ImageType, sniffImage } from '@/lib/media/file-types';

export const MAX_PHOTOS = 4;
/** What the file dialog offers; what is taken is decided by the content. */
export const ACCEPT = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/heic';
/** In MB: larger than any phone's photo. */
const MAX_MB = 50;
/** The longest side that is kept: sharp on a large screen, light on a jungle connection. */
const MAX_SIDE = 2000;

export type Photo = { image: Blob; type: ImageType };

/** The size that a picture is drawn in: never larger than it was. */
export function fitWithin(width: number, height: number, max = MAX_SIDE): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws the picture anew, so that nothing but its pixels is published: what a camera writes beside them (where and when
 * it was taken, and with what) stays on the phone. The words for the person where that can not be done.
 */
export async function preparePhoto(file: Blob): Promise<Photo | { error: string }> {
  if (!sniffImage(await firstBytes(file))) return { error: t`Please select an image file (JPEG, PNG, etc.)` };
  if (file.size > MAX_MB * 1024 * 1024) return { error: t`File size must be less than ${MAX_MB}MB` };
  const unreadable = { error: t`This browser can not read this photo. Please choose another one.` };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return unreadable;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitWithin(bitmap.width, bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) return unreadable;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser that can not write WebP gives a PNG instead, many times its size: a JPEG then.
  const image = (await encode(canvas, 'image/webp')) ?? (await encode(canvas, 'image/jpeg'));
  const type = image && sniffImage(await firstBytes(image));
  return type ? { image, type } : unreadable;
}

async function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
  return made?.type === type ? made : null;
}
