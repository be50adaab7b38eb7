import { PICTURE_WIDTHS } from '@/lib/media/media';

const QUALITY = 0.82;

export interface Prepared {
  width: number;
  height: number;
  /** The average colour as six hex digits. */
  color: string;
  /** The format that the canvas can write, which is WebP, or JPEG without a WebP encoder. */
  type: 'image/webp' | 'image/jpeg';
  /** The picture at its own width, at most 1600 pixels. */
  main: Blob;
  /** The variants by width. */
  sizes: { width: number; blob: Blob }[];
}

/** Returns the widths to write, which are 480 and all others up to the picture's own. */
export function widthsFor(width: number): number[] {
  return PICTURE_WIDTHS.filter((wanted) => wanted === 480 || wanted <= width);
}

type Canvas = OffscreenCanvas | HTMLCanvasElement;

function canvasOf(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function paint(source: CanvasImageSource, width: number, height: number): Canvas {
  const canvas = canvasOf(width, height);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error('No canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

function encode(canvas: Canvas, type: string): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality: QUALITY });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No encoder.'))), type, QUALITY),
  );
}

/** JPEG has no transparency, so transparent pixels would become black. */
function backWithWhite(canvas: Canvas): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!context) return;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
}

function averageColor(source: CanvasImageSource): string {
  const context = paint(source, 1, 1).getContext('2d') as CanvasRenderingContext2D | null;
  const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
}

/**
 * Redraws a photo in the widths that pages use. EXIF data is dropped, and the orientation is applied. Runs in a
 * worker, or in the page if workers have no canvas.
 */
export async function prepareImage(file: Blob): Promise<Prepared> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, 1600 / bitmap.width);
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const whole = paint(bitmap, width, height);
    let main = await encode(whole, 'image/webp');
    const type: Prepared['type'] = main.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
    if (main.type !== type) {
      backWithWhite(whole);
      main = await encode(whole, type);
    }
    const sizes: Prepared['sizes'] = [];
    // We start with the largest, and each step scales the one before.
    let source = whole;
    for (const wanted of widthsFor(width).reverse()) {
      if (wanted < width) source = paint(source, wanted, Math.max(1, Math.round((height * wanted) / width)));
      sizes.push({ width: wanted, blob: wanted < width ? await encode(source, type) : main });
    }
    return { width, height, color: averageColor(source), type, main, sizes };
  } finally {
    bitmap.close();
  }
}
