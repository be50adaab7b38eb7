/** An image that holds the picture and nothing else: no place, no camera, no comment, no thumbnail, nothing after its end. */
export interface CleanImage {
  type: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The bytes are not a whole image of the type that they begin as. */
export class BrokenImage extends Error {}
