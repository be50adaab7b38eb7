// Large enough to read a passport page, and much smaller than a phone's photo.
const LONGEST_SIDE = 2400;
const QUALITY = 0.86;
const CLEANABLE = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Redraws the picture upright and smaller, without location and camera data, so that it uploads over a weak
 * network. Formats that only this browser supports (such as HEIC on a Mac) become JPEG. If the browser can't draw
 * the file, returns it unchanged when the server can clean it, and null otherwise.
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
    // A PNG may be transparent and a JPEG can't be, so we draw on white.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } finally {
    bitmap.close();
  }
}
