import { openPageDrawer } from '../../../scripts/build/prerender.ts';
import type { RenderOptions } from './build.ts';
import type { Drawn, Wanted } from './page-drawer.ts';
import { readyRenderer } from './ready-renderer.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as RenderOptions;
const ready = readyRenderer(options).then(() => openPageDrawer(options));
let last: Promise<unknown> = ready;

process.on('message', ({ id, path }: Wanted) => {
  const answer = last.then(async () => (await ready)(path));
  last = answer.catch(() => undefined);
  void answer.then(
    (html) => process.send?.({ id, html } satisfies Drawn),
    (error: unknown) => {
      console.warn(`${path} was not rendered:`, error);
      process.send?.({ id, html: null } satisfies Drawn);
    },
  );
});
// The API client keeps its connections open, so the process has to exit explicitly.
process.on('disconnect', () => process.exit(0));
