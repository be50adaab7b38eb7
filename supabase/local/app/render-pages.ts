import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRenderer } from '../../../scripts/build/bundle.ts';
import { type PrerenderOptions, prerenderSite } from '../../../scripts/build/prerender.ts';

const { root, ...options } = JSON.parse(process.argv[2] ?? '{}') as PrerenderOptions & { root: string };

// Of the same sources as the app: a new build of the app begins with an empty folder.
const built = join(options.renderer, 'renderer.txt');
if (!existsSync(built)) {
  await buildRenderer({ root, renderer: options.renderer });
  writeFileSync(built, '');
}
await prerenderSite(options);
// The API client keeps its connections open.
process.exit(0);
