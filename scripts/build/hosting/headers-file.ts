import { CACHED, cacheControl, REVALIDATED } from './rules.ts';
import type { Site } from './site.ts';

type Headers = Record<string, string>;

/**
 * `_headers`, as Netlify and Cloudflare read it. Where two rules fit one address and name the same header, one host joins the
 * values and the other does not say: only `/*` overlaps, and it names headers that no other rule does.
 */
export function headersFile({ headers, pages, noIndex, files }: Site, cached: Headers): string {
  const page = (path: string): Headers => ({
    'Cache-Control': REVALIDATED,
    ...(noIndex.includes(path) ? { 'X-Robots-Tag': 'noindex' } : {}),
  });
  const rootFiles = files.filter((path) => /^\/[^/]+$/.test(path) && !path.endsWith('.html'));
  const rules: [string, Headers][] = [
    ['/*', headers],
    ...Object.entries(cached).map(([path, value]): [string, Headers] => [path, { 'Cache-Control': value }]),
    ...pages.map((path): [string, Headers] => [path, page(path)]),
    // The shell stands below this name at a host that leaves the ending away.
    ...[...rootFiles, '/app'].map((path): [string, Headers] => [path, { 'Cache-Control': REVALIDATED }]),
  ];
  const lines = rules.flatMap(([path, set]) => [
    path,
    ...Object.entries(set).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/** A line a folder. A host that sends these with a 404 too would let browsers keep it for a year. */
export const cachedFolders = (): Headers =>
  Object.fromEntries(Object.entries(CACHED).map(([folder, value]) => [`/${folder}/*`, value]));

/** A line a file: what is missing has no rule. */
export const cachedFiles = ({ files }: Site): Headers =>
  Object.fromEntries(
    files.filter((path) => cacheControl(path) !== REVALIDATED).map((path) => [path, cacheControl(path)]),
  );
