import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolders, headersFile } from './headers-file.ts';
import type { Site } from './site.ts';

/**
 * `_headers` alone: Cloudflare follows `_redirects` before it looks for a file, so that the shell would hide the rendered pages.
 * Addresses without a file go to deploy/cloudflare-worker.ts, which says the rest.
 */
export function writeCloudflare(site: Site): void {
  writeFileSync(join(site.dist, '_headers'), headersFile(site, cachedFolders()));
  rmSync(join(site.dist, '_redirects'), { force: true });
}
