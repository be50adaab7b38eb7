import { CACHED, cacheControl, REVALIDATED } from './rules.ts';
import type { Site } from './site.ts';

type Headers = Record<string, string>;

/**
 * `_headers`, as Netlify and Cloudflare read it; what has no rule of its own both have browsers ask about each time. Where two rules fit
 * one address and name the same header, one host joins the values and the other does not say: only `/*` overlaps, and it names headers
 * that no other rule does.
 */
export function headersFile({ headers }: Site, others: Record<string, Headers>): string {
  const lines = Object.entries({ '/*': headers, ...others }).flatMap(([path, set]) => [
    path,
    ...Object.entries(set).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

const cache = (value: string): Headers => ({ 'Cache-Control': value });

/** A line a folder. A host that sends these with a 404 too would let browsers keep it for a year. */
export const cachedFolders = (): Record<string, Headers> =>
  Object.fromEntries(Object.entries(CACHED).map(([folder, value]) => [`/${folder}/*`, cache(value)]));

/** A line a file: what is missing has no rule. */
export const cachedFiles = ({ files }: Site): Record<string, Headers> =>
  Object.fromEntries(
    files.filter((path) => cacheControl(path) !== REVALIDATED).map((path) => [path, cache(cacheControl(path))]),
  );

export const unlistedPages = ({ noIndex }: Site): Record<string, Headers> =>
  Object.fromEntries(noIndex.map((path) => [path, { 'X-Robots-Tag': 'noindex' }]));
