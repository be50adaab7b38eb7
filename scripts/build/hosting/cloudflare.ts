import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolders, headersFile } from './headers-file.ts';
import type { Site } from './site.ts';

/**
 * Writes only `_headers`. Cloudflare applies `_redirects` before looking for files, so the shell would hide
 * rendered pages. Addresses without a file go to deploy/cloudflare-worker.ts.
 */
export function writeCloudflare(site: Site): void {
  writeFileSync(join(site.dist, '_headers'), headersFile(site, cachedFolders()));
  rmSync(join(site.dist, '_redirects'), { force: true });
}
