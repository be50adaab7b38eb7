import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { BrokenImage, type CleanImage } from './types.ts';
import { cleanWebp } from './webp.ts';

/**
 * Rewrites a JPEG, PNG or WebP without metadata, and copies the picture's data unchanged. A JPEG keeps its EXIF
 * orientation, because a passport would otherwise be sideways. Returns null for other types. Throws BrokenImage.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | null {
  try {
    const view = new Uint8Array(bytes);
    return cleanJpeg(view) ?? cleanPng(view) ?? cleanWebp(view);
  } catch (error) {
    // A read past the end means that the file is truncated.
    if (error instanceof RangeError) throw new BrokenImage('The image is cut off');
    throw error;
  }
}
