import { t } from '@lingui/core/macro';
import { FileRefused, imageKind, type MediaKind, type MediaRules } from '@/lib/upload/check';

export const MAX_PHOTOS = 4;
/** The limit is higher than the size of any phone's photo. */
export const PHOTO_RULES: MediaRules = { kinds: 'image', maxMb: 50, heic: true };
/** The longest side that is kept in pixels, which is sharp on large screens and small on weak connections. */
const MAX_SIDE = 2000;

/** Returns the size to draw, which never exceeds the original. */
export function fitWithin(width: number, height: number, max = MAX_SIDE): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Redraws the picture so that only its pixels are published, and EXIF data (place, time, camera) stays on the
 * phone. Throws a `FileRefused` if the picture can't be drawn.
 */
export async function preparePhoto(file: Blob): Promise<{ image: Blob; kind: MediaKind }> {
  const unreadable = () => new FileRefused(t`This browser can't read this photo. Please choose another one.`);
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) throw unreadable();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitWithin(bitmap.width, bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) throw unreadable();
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser without a WebP encoder returns a much larger PNG, so we use JPEG instead.
  const image = (await encode(canvas, 'image/webp')) ?? (await encode(canvas, 'image/jpeg'));
  const kind = image && (await imageKind(image));
  if (!kind) throw unreadable();
  return { image, kind };
}

async function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
  return made?.type === type ? made : null;
}
