import jsQR from 'jsqr';
import sharp from 'sharp';

/** What the QR code on a picture says; undefined when there is none that a reader finds. */
export async function readQr(picture: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
