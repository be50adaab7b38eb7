import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockWhenFree } from '@territorio/local-supabase/lock';
import { buildRenderer } from '../../../scripts/build/bundle.ts';
import type { RenderOptions } from './build.ts';

/**
 * Builds the renderer of public pages unless it exists, from the same sources as the app, whose new build empties
 * its folder.
 */
export async function readyRenderer({ root, build, renderer }: RenderOptions): Promise<void> {
  const built = join(renderer, 'renderer.txt');
  const unlock = await lockWhenFree(build);
  try {
    if (existsSync(built)) return;
    await buildRenderer({ root, renderer });
    writeFileSync(built, '');
  } finally {
    unlock();
  }
}
