/** Returns whether the bytes start with this signature. File types are detected by content, whatever the name. */
const startsWith = (bytes: Uint8Array, signature: readonly number[], offset = 0): boolean =>
  signature.every((byte, index) => bytes[offset + index] === byte);
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

export type ImageType = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif' | 'gif';
export type VideoType = 'mp4' | 'webm' | 'quicktime';

const isBoxed = (bytes: Uint8Array) => startsWith(bytes, ascii('ftyp'), 4);
const hasBrand = (bytes: Uint8Array, ...brands: string[]) => brands.some((brand) => startsWith(bytes, ascii(brand), 8));

/** Returns the image type by content, or null for anything else. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'webp';
  if (startsWith(bytes, ascii('GIF8'))) return 'gif';
  if (!isBoxed(bytes)) return null;
  if (hasBrand(bytes, 'avif')) return 'avif';
  return hasBrand(bytes, 'heic', 'heix', 'mif1', 'hevc') ? 'heic' : null;
}

/** Returns the video type by content, or null for anything else. */
export function sniffVideo(bytes: Uint8Array): VideoType | null {
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return 'webm';
  if (['moov', 'mdat', 'wide'].some((atom) => startsWith(bytes, ascii(atom), 4))) return 'quicktime';
  if (!isBoxed(bytes) || sniffImage(bytes)) return null;
  if (hasBrand(bytes, 'qt  ')) return 'quicktime';
  return hasBrand(bytes, 'isom', 'iso', 'mp4', 'avc1', 'M4V', 'MSNV', 'dash', '3gp', 'mmp4', 'f4v') ? 'mp4' : null;
}

/** Returns as many bytes as both functions need. */
export async function firstBytes(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, 16).arrayBuffer());
}
