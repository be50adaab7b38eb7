import { asciiAt, join, part, viewOf } from '../bytes.ts';
import { BrokenImage, type CleanImage } from './types.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/**
 * The chunks with the picture and its colours. All others are removed: eXIf, tEXt, iTXt, zTXt, tIME, animations and
 * private ones.
 */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);

/** Chunks are length, name, data and checksum: https://www.w3.org/TR/png-3/#5Chunk-layout */
export function cleanPng(bytes: Uint8Array): CleanImage | null {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) return null;
  const view = viewOf(bytes);
  if (asciiAt(bytes, 12, 4) !== 'IHDR') throw new BrokenImage('The PNG has no header');
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (width === 0 || height === 0) throw new BrokenImage('The PNG has no size');
  const chunks: Uint8Array[] = [part(bytes, 0, SIGNATURE.length)];
  let pixels = 0;
  for (let offset = SIGNATURE.length; ; ) {
    const length = view.getUint32(offset);
    const name = asciiAt(bytes, offset + 4, 4);
    const end = offset + 12 + length;
    const chunk = part(bytes, offset, end);
    if (KEPT.has(name)) chunks.push(chunk);
    if (name === 'IDAT') pixels += length;
    if (name === 'IEND') break;
    offset = end;
  }
  if (pixels === 0) throw new BrokenImage('The PNG has no picture');
  return { type: 'png', width, height, bytes: join(chunks) };
}
