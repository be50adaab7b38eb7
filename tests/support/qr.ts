import jsQR from 'jsqr';
import sharp from 'sharp';

/** Returns the content of a picture's QR code, or undefined if no reader finds one. */
export async function readQr(picture: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
