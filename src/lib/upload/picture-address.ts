import { variantWidths } from '@/lib/media/media';
import { publicAddress } from './upload.ts';
import type { Prepared } from './variants.ts';

export type MediaFolder = 'territory-media' | 'experience-media' | 'transport-media';

/** One object to store. */
export interface Part {
  path: string;
  file: Blob;
  contentType: string;
}

/**
 * Returns the files of a picture, and its address with the fragment of docs/decisions/0002. `v=2` means variants
 * only in WebP and `v=3` only in JPEG, which are the formats that browsers can write.
 */
export function pictureAddress(base: string, prepared: Prepared): { address: string; parts: Part[] } {
  const { width, height, color, type, sizes } = prepared;
  const [version, extension] = type === 'image/webp' ? [2, 'webp'] : [3, 'jpg'];
  const main = { path: `${base}.${extension}`, file: prepared.main, contentType: type };
  const variants = sizes.map((size) => ({
    path: `${base}/w${size.width}.${extension}`,
    file: size.blob,
    contentType: type,
  }));
  const widths = sizes
    .map((size) => size.width)
    .sort((a, b) => a - b)
    .join(',');
  const fragment = `v=${version}&s=${widths}&c=${color}&w=${width}&h=${height}`;
  return { address: `${publicAddress('media', main.path)}#${fragment}`, parts: [main, ...variants] };
}

/** Returns the objects behind one of our addresses, or none for any other. */
export function objectsOf(address: string): string[] {
  const [path = '', fragment = ''] = address.split('#', 2);
  const prefix = publicAddress('media', '');
  if (!path.startsWith(prefix)) return [];
  const main = path.slice(prefix.length);
  const info = new URLSearchParams(fragment);
  const extension = { 2: 'webp', 3: 'jpg' }[info.get('v') ?? ''];
  if (!extension || !main.endsWith(`.${extension}`)) return [main];
  const base = main.slice(0, -extension.length - 1);
  return [main, ...variantWidths(info, Number.POSITIVE_INFINITY).map((width) => `${base}/w${width}.${extension}`)];
}
