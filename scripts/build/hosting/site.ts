import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_FILE } from '../files.ts';
import { HIDDEN, type Pages } from './rules.ts';

/** A built site, and what its host has to know. */
export interface Site extends Pages {
  dist: string;
  /** What every answer carries (`securityHeaders`). */
  headers: Record<string, string>;
  /** Where `/rest/v1` and its like go, when the pages were built for one origin; null: the browser asks the project itself. */
  apiUrl: string | null;
  /** Every file that is published, as the path of its address: `/assets/index-abc.js`. */
  files: string[];
}

export function readSite(dist: string, headers: Record<string, string>, apiUrl: string | null): Site {
  const pages = JSON.parse(readFileSync(join(dist, PAGES_FILE), 'utf8')) as Pages;
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length).replaceAll('\\', '/'))
    .filter((path) => !HIDDEN.test(path));
  return { ...pages, dist, headers, apiUrl, files: files.sort() };
}
