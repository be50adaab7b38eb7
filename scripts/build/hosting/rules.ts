/**
 * The responses for each address of the site, whatever serves it. The local server and every host's files
 * (docs/decisions/0008) are made from this list.
 */

/** The router's patterns of the app's addresses, and those that search engines must not index. */
export interface Pages {
  pages: readonly string[];
  noIndex: readonly string[];
}

/** The paths of the project's API on a shared origin, such as `/rest/v1/…`. */
export const API_NAMES = ['rest', 'auth', 'storage', 'functions', 'realtime'] as const;
export const API_PATHS = new RegExp(`^/(?:${API_NAMES.join('|')})/v1(?:/|$)`);

/** Host configuration (`_headers`) and forgotten files (`.env`) are never served. */
export const HIDDEN = /\/[._]/;

/** The folders with cached files. */
export const CACHED: Readonly<Record<string, string>> = {
  // Their names change with their content.
  assets: 'public, max-age=31536000, immutable',
  fonts: 'public, max-age=604800',
  art: 'public, max-age=604800',
};

/** Everything else is revalidated each time. */
export const REVALIDATED = 'no-cache';

/** Returns the cache header for existing files. A missing file may appear later, so a 404 is never cached. */
export function cacheControl(path: string): string {
  return CACHED[path.split('/')[1] ?? ''] ?? REVALIDATED;
}

const sourceOf = (pattern: string): string => pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');

/** Returns the patterns as one regular expression, in the syntax that JavaScript, nginx, Caddy and Vercel share. */
export function patternsSource(patterns: readonly string[]): string {
  return `(?:${patterns.map(sourceOf).join('|')})`;
}

/** Returns a function that checks whether a pattern matches the whole path. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const whole = new RegExp(`^${patternsSource(patterns)}$`);
  return (path) => patterns.length > 0 && whole.test(path);
}
