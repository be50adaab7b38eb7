import { prerenderSite } from '../../../scripts/build/prerender.ts';
import type { RenderOptions } from './build.ts';
import { readyRenderer } from './ready-renderer.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as RenderOptions;
await readyRenderer(options);
await prerenderSite(options);
// The API client keeps its connections open, so the process has to exit explicitly.
process.exit(0);
