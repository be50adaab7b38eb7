import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { BrokenImage, type CleanImage } from './types.ts';
import { cleanWebp } from './webp.ts';

/**
 * Rewrites a JPEG, PNG or WebP without metadata; the picture's data is copied unchanged. A JPEG keeps its EXIF
 * orientation, or a passport would be sideways. Null for other types. Throws BrokenImage.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | null {
  try {
    const view = new Uint8Array(bytes);
    return cleanJpeg(view) ?? cleanPng(view) ?? cleanWebp(view);
  } catch (error) {
    // Reading past the end: the file is truncated.
    if (error instanceof RangeError) throw new BrokenImage('The image is cut off');
    throw error;
  }
}
