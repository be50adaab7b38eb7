/**
 * What an address of the site is answered with, whoever serves it: the local server and the files of every host
 * (docs/decisions/0008) are made from this list.
 */

/** Which addresses the app draws, as patterns of its router, and which of them stay out of search engines. */
export interface Pages {
  pages: readonly string[];
  noIndex: readonly string[];
}

/** What the project answers, where the site and it share one origin: `/rest/v1/…` and so on. */
export const API_NAMES = ['rest', 'auth', 'storage', 'functions', 'realtime'] as const;
export const API_PATHS = new RegExp(`^/(?:${API_NAMES.join('|')})/v1(?:/|$)`);

/** Files for hosts (`_headers`) and what somebody forgot (`.env`) are nobody's. */
export const HIDDEN = /\/[._]/;

/** Folders whose files browsers keep, and how. */
export const CACHED: Readonly<Record<string, string>> = {
  // Their names change with their content.
  assets: 'public, max-age=31536000, immutable',
  fonts: 'public, max-age=604800',
  art: 'public, max-age=604800',
};

/** Everything else is asked about each time. */
export const REVALIDATED = 'no-cache';

/** Of a file that is there. What is missing today may be there tomorrow, so that a 404 is never kept. */
export function cacheControl(path: string): string {
  return CACHED[path.split('/')[1] ?? ''] ?? REVALIDATED;
}

const sourceOf = (pattern: string): string => pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');

/** The patterns as one regular expression, in the syntax that JavaScript, nginx, Caddy and Vercel share. */
export function patternsSource(patterns: readonly string[]): string {
  return `(?:${patterns.map(sourceOf).join('|')})`;
}

/** Whether one of the patterns fits the whole path. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const whole = new RegExp(`^${patternsSource(patterns)}$`);
  return (path) => patterns.length > 0 && whole.test(path);
}
