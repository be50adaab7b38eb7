import { mediaOrigin } from '@/lib/env';

export interface Picture {
  src: string;
  /** Null for a plain image without variants. */
  srcSet: { avif: string | null; webp: string } | null;
  /** The variants of a photo from a browser that writes only JPEG. */
  jpegSet?: string;
  color: string | null;
  width: number;
  height: number;
  /** A CSS object-position. */
  focus: string;
  alt: string;
}

/** The widths of pictures whose address doesn't name its own (`s=`). */
export const PICTURE_WIDTHS: readonly number[] = [480, 720, 960, 1600];
const UNNAMED_WIDTHS: readonly number[] = [480, 960, 1600];
/**
 * The `sizes` of a page's first picture. The built page preloads it in its head, and with a different value the
 * browser would load two files.
 */
export const pictureSizes = {
  card: '(min-width: 80rem) 24.5rem, (min-width: 64rem) 31vw, (min-width: 40rem) 47vw, calc(100vw - 2rem)',
  territory: '(min-width: 80rem) 52rem, (min-width: 48rem) 66vw, calc(100vw - 2rem)',
  detail: '(min-width: 80rem) 50rem, (min-width: 64rem) calc(100vw - 30rem), 100vw',
} as const;

const FALLBACK_SIZE = { width: 1600, height: 1000 };

/**
 * Returns the full address: stored files are relative to the API, and the app's own art to the app. Any other
 * address is dropped, because another host would see who looks at it.
 */
function ownAddress(path: string): string {
  if (path.startsWith('/storage/v1/object/public/')) return mediaOrigin + path;
  return path.startsWith('/art/') ? path : '';
}

function between(value: string | null, min: number, max: number): number | null {
  const n = Number(value);
  return value && Number.isFinite(n) && n >= min && n <= max ? n : null;
}

function parseFocus(value: string | null): string {
  const [x, y] = (value ?? '').split(',');
  const left = between(x ?? null, 0, 100);
  const top = between(y ?? null, 0, 100);
  return left === null || top === null ? '50% 50%' : `${left}% ${top}%`;
}

/** Returns the widths named in a picture's fragment, limited to ours. */
export function variantWidths(fragment: URLSearchParams, widest: number): number[] {
  const named = (fragment.get('s') ?? '').split(',').map(Number);
  const known = PICTURE_WIDTHS.filter((w) => named.includes(w));
  return (known.length > 0 ? known : UNNAMED_WIDTHS).filter((w) => w === 480 || w <= widest);
}

const srcSet = (base: string, type: 'avif' | 'webp' | 'jpg', widths: number[]) =>
  widths.map((w) => `${base}/w${w}.${type} ${w}w`).join(', ');

/**
 * Parses an image address such as `…/{uuid}.webp#v=1&s=480,720&c=55978a&w=1600&h=1000&f=52,66&alt=…`. `v=1` means
 * variants in AVIF and WebP, `v=2` only WebP, and `v=3` only JPEG, beside a `.jpg`. `s` has their widths. Without
 * `v` it is a plain image. Every part is optional.
 */
export function parseImage(url: string | null | undefined): Picture {
  const [path = '', fragment = ''] = (url ?? '').split('#', 2);
  const info = new URLSearchParams(fragment);
  const src = ownAddress(path);
  const color = /^[0-9a-f]{6}$/i.test(info.get('c') ?? '') ? `#${info.get('c')}` : null;
  const width = between(info.get('w'), 1, 20_000) ?? FALLBACK_SIZE.width;
  const height = between(info.get('h'), 1, 20_000) ?? FALLBACK_SIZE.height;
  const base = src.replace(/\.webp$/, '');
  const version = base === src ? null : info.get('v');
  const variants = version === '1' || version === '2';
  const jpeg = src.replace(/\.jpg$/, '');
  const widths = variantWidths(info, width);
  return {
    src,
    srcSet: variants
      ? { avif: version === '1' ? srcSet(base, 'avif', widths) : null, webp: srcSet(base, 'webp', widths) }
      : null,
    ...(jpeg !== src && info.get('v') === '3' ? { jpegSet: srcSet(jpeg, 'jpg', widths) } : {}),
    color,
    width,
    height,
    focus: parseFocus(info.get('f')),
    alt: info.get('alt') ?? '',
  };
}
