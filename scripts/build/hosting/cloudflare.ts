import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolders, headersFile } from './headers-file.ts';
import type { Site } from './site.ts';

/** Cloudflare reads no more of `_headers`. */
export const MAX_RULES = 100;

/**
 * `_headers` alone: Cloudflare follows `_redirects` before it looks for a file, so that the shell would hide the rendered pages.
 * Addresses without a file go to deploy/cloudflare-worker.ts.
 */
export function writeCloudflare(site: Site): void {
  const text = headersFile(site, cachedFolders());
  const rules = text.match(/^\//gm)?.length ?? 0;
  if (rules > MAX_RULES) throw new Error(`_headers has ${rules} rules; Cloudflare reads ${MAX_RULES}.`);
  writeFileSync(join(site.dist, '_headers'), text);
  rmSync(join(site.dist, '_redirects'), { force: true });
}
