import { CACHED, cacheControl, REVALIDATED } from './rules.ts';
import type { Site } from './site.ts';

type Headers = Record<string, string>;

/**
 * Returns `_headers` for Netlify and Cloudflare. Files without a rule are revalidated each time. If two rules match
 * an address and set the same header, hosts differ, so only `/*` overlaps, with headers that no other rule sets.
 */
export function headersFile({ headers }: Site, others: Record<string, Headers>): string {
  const lines = Object.entries({ '/*': headers, ...others }).flatMap(([path, set]) => [
    path,
    ...Object.entries(set).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

const cache = (value: string): Headers => ({ 'Cache-Control': value });

/** One line per folder. A host that sends these with a 404 would let browsers cache it for a year. */
export const cachedFolders = (): Record<string, Headers> =>
  Object.fromEntries(Object.entries(CACHED).map(([folder, value]) => [`/${folder}/*`, cache(value)]));

/** One line per file: missing files have no rule. */
export const cachedFiles = ({ files }: Site): Record<string, Headers> =>
  Object.fromEntries(
    files.filter((path) => cacheControl(path) !== REVALIDATED).map((path) => [path, cache(cacheControl(path))]),
  );

export const unlistedPages = ({ noIndex }: Site): Record<string, Headers> =>
  Object.fromEntries(noIndex.map((path) => [path, { 'X-Robots-Tag': 'noindex' }]));
