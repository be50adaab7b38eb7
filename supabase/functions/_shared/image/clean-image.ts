import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { BrokenImage, type CleanImage } from './types.ts';
import { cleanWebp } from './webp.ts';

/**
 * Rewrites a JPEG, PNG or WebP without its metadata; the picture itself is copied bit for bit. Of a JPEG's EXIF the orientation
 * stays, or the passport would lie on its side. Null for anything else. Throws BrokenImage.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | null {
  try {
    const view = new Uint8Array(bytes);
    return cleanJpeg(view) ?? cleanPng(view) ?? cleanWebp(view);
  } catch (error) {
    // Reading past the end: the file is cut off.
    if (error instanceof RangeError) throw new BrokenImage('The image is cut off');
    throw error;
  }
}
