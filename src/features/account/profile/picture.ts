import { t } from '@lingui/core/macro';
import { firstBytes, type ImageType, sniffImage } from '@/lib/media/file-types';
import { type Crop, squareOf } from './crop';

/** In MB; the bucket has the same limit. */
const MAX_MB = 5;
/** Pixels of the stored square: sharp at the largest size that it is shown in. */
const SIDE = 512;

/** The message for a file that can not become an avatar, or null. */
export async function checkPicture(file: Blob): Promise<string | null> {
  const type = sniffImage(await firstBytes(file));
  // No browser but Safari can draw a HEIC photo.
  if (!type || type === 'heic') return t`Please select an image file (JPEG, PNG, etc.)`;
  return file.size >= MAX_MB * 1024 * 1024 ? t`Image size must be less than ${MAX_MB}MB` : null;
}

/** Cuts the square out. As WebP where the browser can write it; what comes out is named by its content. */
export async function cutOut(image: HTMLImageElement, crop: Crop): Promise<{ image: Blob; type: ImageType } | null> {
  const { left, top, side } = squareOf({ width: image.naturalWidth, height: image.naturalHeight }, crop);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  const cut = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.88));
  const type = cut && sniffImage(await firstBytes(cut));
  return type ? { image: cut, type } : null;
}
