import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL } from '../files.ts';
import { cachedFiles, headersFile, unlistedPages } from './headers-file.ts';
import { API_NAMES } from './rules.ts';
import type { Site } from './site.ts';

/**
 * Writes `_headers` and `_redirects`. A file of the same address wins over a rule, and without either the response
 * is 404.html. Netlify also sends an address's headers with a 404, hence a line for each cached file.
 */
export function writeNetlify(site: Site): void {
  const { apiUrl, pages } = site;
  const api = apiUrl ? API_NAMES.map((name) => `/${name}/v1/* ${apiUrl}/${name}/v1/:splat 200!`) : [];
  const shell = pages.filter((path) => path !== '/').map((path) => `${path} /${SHELL} 200`);
  writeFileSync(join(site.dist, '_headers'), headersFile(site, { ...cachedFiles(site), ...unlistedPages(site) }));
  writeFileSync(join(site.dist, '_redirects'), `${[...api, ...shell].join('\n')}\n`);
}
