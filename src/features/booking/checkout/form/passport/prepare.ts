// A page of a passport is read well at this size, and is a fraction of what a phone's camera makes.
const LONGEST_SIDE = 2400;
const QUALITY = 0.86;
/** What the server knows how to clean. */
const CLEANABLE = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * The picture drawn anew, upright: what leaves the phone has no place and no camera in it, and is small enough for the network of a
 * jungle. Formats that only this browser can show (HEIC on a Mac) become a JPEG on the way. Where the browser cannot draw it, the
 * file goes as it is, if it is one that the server knows how to clean; null when it is not.
 */
export async function preparePassport(file: Blob, contentType: string): Promise<Blob | null> {
  return (await redraw(file).catch(() => null)) ?? (CLEANABLE.includes(contentType) ? file : null);
}

async function redraw(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return null;
    // A PNG may be transparent, a JPEG is not: paper, not black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } finally {
    bitmap.close();
  }
}
