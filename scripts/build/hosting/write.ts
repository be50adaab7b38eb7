import { join } from 'node:path';
import { writeCaddy } from './caddy.ts';
import { writeCloudflare } from './cloudflare.ts';
import { writeNetlify } from './netlify.ts';
import { writeNginx } from './nginx.ts';
import type { Site } from './site.ts';
import { writeVercel } from './vercel.ts';

/** Functions that write each host's files beside the built site. `root` is the project's folder. */
const WRITERS: Record<string, (site: Site, root: string) => void> = {
  netlify: writeNetlify,
  cloudflare: writeCloudflare,
  vercel: (site, root) => writeVercel(site, join(root, '.vercel/output')),
  nginx: (site, root) => writeNginx(site, join(root, 'deploy/generated')),
  caddy: (site, root) => writeCaddy(site, join(root, 'deploy/generated')),
};

export const HOSTS = Object.keys(WRITERS);

export function writeHost(host: string, site: Site, root: string): void {
  const write = WRITERS[host];
  if (!write) throw new Error(`There are files for ${HOSTS.join(', ')}, none for "${host}".`);
  write(site, root);
}
