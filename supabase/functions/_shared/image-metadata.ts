import { cleanJpeg } from './image-jpeg.ts';
import { cleanPng } from './image-png.ts';
import { cleanWebp } from './image-webp.ts';

/** An image that holds the picture and nothing else: no place, no camera, no comment, no thumbnail, nothing after its end. */
export interface CleanImage {
  type: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The bytes are not a whole image of the type that they begin as. */
export class BrokenImage extends Error {}

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
