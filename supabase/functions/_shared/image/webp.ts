import { asciiAt, bytesOf, join, part, viewOf } from '../bytes.ts';
import { BrokenImage, type CleanImage } from './types.ts';

/**
 * The chunks with the picture, its transparency and its colour profile. EXIF, XMP and unknown chunks are removed,
 * and animations are refused.
 */
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const IS_ANIMATED = 0x02;

/** RIFF: chunks of name, length and data, padded to an even length: https://developers.google.com/speed/webp/docs/riff_container */
export function cleanWebp(bytes: Uint8Array): CleanImage | null {
  if (asciiAt(bytes, 0, 4) !== 'RIFF' || asciiAt(bytes, 8, 4) !== 'WEBP') return null;
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) throw new RangeError('Past the end');
  const chunks: Uint8Array[] = [];
  let size: { width: number; height: number } | undefined;
  for (let offset = 12; offset + 8 <= end; ) {
    const name = asciiAt(bytes, offset, 4);
    const length = view.getUint32(offset + 4, true);
    const data = part(bytes, offset + 8, offset + 8 + length);
    if (name === 'VP8X') size = sizeOfCanvas(data);
    if (name === 'VP8 ' || name === 'VP8L') size ??= name === 'VP8 ' ? sizeOfLossy(data) : sizeOfLossless(data);
    if (KEPT.has(name)) chunks.push(chunk(name, name === 'VP8X' ? withoutFlags(data) : data));
    offset += 8 + length + (length % 2);
  }
  if (!size || !chunks.some((one) => /^VP8[ L]$/.test(asciiAt(one, 0, 4))))
    throw new BrokenImage('The WebP has no picture');
  const body = join([bytesOf('WEBP'), ...chunks]);
  return { type: 'webp', ...size, bytes: chunk('RIFF', body) };
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(4);
  viewOf(length).setUint32(0, data.length, true);
  return join([bytesOf(name), length, data, new Uint8Array(data.length % 2)]);
}

function withoutFlags(data: Uint8Array): Uint8Array {
  const header = new Uint8Array(part(data, 0, 10));
  header[0] = (header[0] ?? 0) & ~(HAS_EXIF | HAS_XMP);
  return header;
}

const uint24 = (data: Uint8Array, at: number) =>
  viewOf(data).getUint16(at, true) + viewOf(data).getUint8(at + 2) * 65_536;

function sizeOfCanvas(data: Uint8Array): { width: number; height: number } {
  if ((data[0] ?? 0) & IS_ANIMATED) throw new BrokenImage('The WebP is an animation');
  return { width: uint24(data, 4) + 1, height: uint24(data, 7) + 1 };
}

function sizeOfLossy(data: Uint8Array): { width: number; height: number } {
  const view = viewOf(data);
  if (uint24(data, 3) !== 0x2a019d) throw new BrokenImage('The WebP has no picture');
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

function sizeOfLossless(data: Uint8Array): { width: number; height: number } {
  const view = viewOf(data);
  if (view.getUint8(0) !== 0x2f) throw new BrokenImage('The WebP has no picture');
  const bits = view.getUint32(1, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
