/** An image without metadata. It has no location, camera, comment, thumbnail or trailing data. */
export interface CleanImage {
  type: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Thrown if the bytes aren't a complete image of their type. */
export class BrokenImage extends Error {}
