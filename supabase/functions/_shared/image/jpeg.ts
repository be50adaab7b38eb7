import { asciiAt, bytesOf, join, part, viewOf } from '../bytes.ts';
import { BrokenImage, type CleanImage } from './types.ts';

// See https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B. Markers are 0xFF and a byte, and most are followed by
// a length and data.
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isApp = (marker: number) => marker >= 0xe0 && marker <= 0xef;
// Returns whether the marker starts a frame header, which has the size. C4, C8 and CC are tables.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Returns whether a segment affects colours: JFIF, a colour profile, or Adobe's transform. Other APPn and COM
 * segments are removed.
 */
function isKept(marker: number, data: Uint8Array): boolean {
  if (marker === COM) return false;
  if (!isApp(marker)) return true;
  if (marker === 0xe0) return asciiAt(data, 0, 5) === 'JFIF\0';
  if (marker === 0xe2) return asciiAt(data, 0, 12) === 'ICC_PROFILE\0';
  return marker === 0xee && asciiAt(data, 0, 5) === 'Adobe';
}

/**
 * Removes the uncompressed thumbnail that JFIF may contain after its 14 bytes, which can show an older state of the
 * picture.
 */
function withoutThumbnail(data: Uint8Array): Uint8Array {
  const jfif = new Uint8Array(part(data, 0, 14));
  jfif[12] = 0;
  jfif[13] = 0;
  return jfif;
}

export function cleanJpeg(bytes: Uint8Array): CleanImage | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return null;
  const view = viewOf(bytes);
  const segments: Uint8Array[] = [];
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  let offset = 2;
  for (;;) {
    if (view.getUint8(offset) !== 0xff) throw new BrokenImage('A JPEG marker is missing');
    while (view.getUint8(offset + 1) === 0xff) offset += 1; // fill bytes
    const marker = view.getUint8(offset + 1);
    if (marker === EOI) break;
    if (marker === 0 || marker === SOI || isRestart(marker)) throw new BrokenImage('A JPEG marker is out of place');
    const length = view.getUint16(offset + 2);
    if (length < 2) throw new BrokenImage('A JPEG segment has no length');
    const end = offset + 2 + length;
    const data = part(bytes, offset + 4, end);
    if (isFrame(marker)) size ??= { height: viewOf(data).getUint16(1), width: viewOf(data).getUint16(3) };
    if (marker === 0xe1) orientation = orientationOf(data) ?? orientation;
    const scanEnd = marker === SOS ? endOfScan(bytes, end) : end;
    if (marker === 0xe0 && isKept(marker, data)) segments.push(segment(marker, withoutThumbnail(data)));
    else if (isKept(marker, data)) segments.push(part(bytes, offset, scanEnd));
    offset = scanEnd;
  }
  if (!size || size.width === 0 || size.height === 0) throw new BrokenImage('The JPEG has no size');
  const turned = orientation === 1 ? [] : [segment(0xe1, exifWith(orientation))];
  const isJfif = segments[0]?.[1] === 0xe0;
  const head = isJfif ? segments.slice(0, 1) : [];
  const ends = [Uint8Array.of(0xff, SOI), Uint8Array.of(0xff, EOI)] as const;
  const whole = join([ends[0], ...head, ...turned, ...segments.slice(head.length), ends[1]]);
  return { type: 'jpeg', ...size, bytes: whole };
}

function segment(marker: number, data: Uint8Array): Uint8Array {
  return join([Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff), data]);
}

/**
 * Returns the end of the entropy-coded data, which is the next marker that is neither a stuffed zero nor a restart.
 */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw new RangeError('Past the end');
}

/** Returns the orientation from EXIF's first directory, or undefined if it can't be read. */
function orientationOf(data: Uint8Array): number | undefined {
  if (asciiAt(data, 0, 6) !== 'Exif\0\0') return undefined;
  try {
    const tiff = viewOf(data.subarray(6));
    const little = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, little);
    for (let n = 0; n < tiff.getUint16(directory, little); n += 1) {
      const entry = directory + 2 + n * 12;
      if (tiff.getUint16(entry, little) !== 0x0112) continue;
      const value = tiff.getUint16(entry + 8, little);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch {
    // A directory that can't be read is ignored.
  }
  return undefined;
}

/** Returns the shortest EXIF, whose only entry is the orientation. */
function exifWith(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return join([bytesOf('Exif\0\0'), Uint8Array.from(tiff)]);
}
