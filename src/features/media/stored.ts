import { publicAddress } from '@/lib/upload';
import type { Prepared } from './variants.ts';

export type MediaFolder = 'territory-media' | 'experience-media' | 'transport-media';

/** One object to store. */
export interface Part {
  path: string;
  file: Blob;
  contentType: string;
}

/**
 * What a picture is stored as, and its address with what docs/decisions/0002 wants in the fragment: `v=2` says that its
 * variants exist in WebP only, which is what browsers can write.
 */
export function pictureAddress(base: string, prepared: Prepared): { address: string; parts: Part[] } {
  const { width, height, color, type, sizes } = prepared;
  const webp = type === 'image/webp';
  const main = { path: `${base}.${webp ? 'webp' : 'jpg'}`, file: prepared.main, contentType: type };
  // A name of a variant ends in webp or avif: a picture that could only be written as JPEG goes without.
  const variants = webp
    ? sizes.map((size) => ({ path: `${base}/w${size.width}.webp`, file: size.blob, contentType: type }))
    : [];
  const fragment = `${webp ? 'v=2&' : ''}c=${color}&w=${width}&h=${height}`;
  return { address: `${publicAddress('media', main.path)}#${fragment}`, parts: [main, ...variants] };
}

/** The objects behind an address of ours; none for any other address. */
export function objectsOf(address: string): string[] {
  const path = address.split('#', 1)[0] ?? '';
  const prefix = publicAddress('media', '');
  if (!path.startsWith(prefix)) return [];
  const main = path.slice(prefix.length);
  const base = main.replace(/\.webp$/, '');
  if (base === main || !/#(.*&)?v=2(&|$)/.test(address)) return [main];
  return [main, ...[480, 960, 1600].map((width) => `${base}/w${width}.webp`)];
}
