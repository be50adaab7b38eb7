import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRenderer } from '../../../scripts/build/bundle.ts';
import { prerenderSite } from '../../../scripts/build/prerender.ts';
import { lockWhenFree } from '../lock.ts';
import type { RenderOptions } from './build.ts';

const { root, build, ...options } = JSON.parse(process.argv[2] ?? '{}') as RenderOptions;

// Of the same sources as the app: a new build of the app begins with an empty folder.
const built = join(options.renderer, 'renderer.txt');
const unlock = await lockWhenFree(build);
try {
  if (!existsSync(built)) {
    await buildRenderer({ root, renderer: options.renderer });
    writeFileSync(built, '');
  }
} finally {
  unlock();
}
await prerenderSite(options);
// The API client keeps its connections open.
process.exit(0);
