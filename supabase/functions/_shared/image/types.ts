/** An image without metadata: no place, camera, comment, thumbnail, or trailing data. */
export interface CleanImage {
  type: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The bytes are not a complete image of their type. */
export class BrokenImage extends Error {}
