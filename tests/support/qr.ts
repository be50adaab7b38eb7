import jsQR from 'jsqr';
import sharp from 'sharp';

/** The content of a picture's QR code; undefined if no reader finds one. */
export async function readQr(picture: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
