import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_FILE } from '../files.ts';
import { HIDDEN, type Pages } from './rules.ts';

export interface Site extends Pages {
  dist: string;
  /** The headers of every response (`securityHeaders`). */
  headers: Record<string, string>;
  /** Where `/rest/v1` etc. are forwarded, if built for one origin. Null if the browser calls the project. */
  apiUrl: string | null;
  /** Every published file by its address, such as `/assets/index-abc.js`. */
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
