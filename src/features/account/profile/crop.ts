/** The crop of a picture: the centre of the window, and the zoom. */
export interface Crop {
  /** At 1 the shorter side fits into the window. Higher values enlarge the picture. */
  zoom: number;
  /** The position of the window's centre, from 0 to 1 of the picture's width and height. */
  x: number;
  y: number;
}

/** The side of the stored square in pixels, which is sharp at its largest displayed size. */
const SIDE = 512;

export interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 4;
export const START: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the side of the visible square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** Keeps the window inside the picture. */
export function clampCrop(size: Size, crop: Crop): Crop {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom));
  const half = sideOf(size, zoom) / 2;
  const within = (value: number, length: number) => {
    const edge = Math.min(0.5, half / length);
    return Math.min(1 - edge, Math.max(edge, value));
  };
  return { zoom, x: within(crop.x, size.width), y: within(crop.y, size.height) };
}

/** Moves the picture by screen pixels. `shown` is the window's side on screen. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number, shown: number): Crop {
  const scale = sideOf(size, crop.zoom) / shown;
  return clampCrop(size, {
    zoom: crop.zoom,
    x: crop.x - (dx * scale) / size.width,
    y: crop.y - (dy * scale) / size.height,
  });
}

/** Returns the square that is kept, in pixels of the picture. */
export function squareOf(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const { zoom, x, y } = clampCrop(size, crop);
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

/**
 * Returns the square as WebP if the browser can write it, and otherwise as PNG. Returns null if the browser can't
 * draw it.
 */
export async function cutOut(image: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const { left, top, side } = squareOf({ width: image.naturalWidth, height: image.naturalHeight }, crop);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.88));
}
