import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL } from '../files.ts';
import { cachedFiles, headersFile, unlistedPages } from './headers-file.ts';
import { API_NAMES } from './rules.ts';
import type { Site } from './site.ts';

/**
 * `_headers` and `_redirects`. A rule gives way to a file of the same address, without its `.html`; what has neither gets 404.html
 * with its status. Netlify sends the headers of an address with a 404 too: hence a line for each file that is kept.
 */
export function writeNetlify(site: Site): void {
  const { apiUrl, pages } = site;
  const api = apiUrl ? API_NAMES.map((name) => `/${name}/v1/* ${apiUrl}/${name}/v1/:splat 200!`) : [];
  const shell = pages.filter((path) => path !== '/').map((path) => `${path} /${SHELL} 200`);
  writeFileSync(join(site.dist, '_headers'), headersFile(site, { ...cachedFiles(site), ...unlistedPages(site) }));
  writeFileSync(join(site.dist, '_redirects'), `${[...api, ...shell].join('\n')}\n`);
}
