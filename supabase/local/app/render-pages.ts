import { type PrerenderOptions, prerenderSite } from '../../../scripts/build/prerender.ts';

await prerenderSite(JSON.parse(process.argv[2] ?? '{}') as PrerenderOptions);
// The API client keeps its connections open.
process.exit(0);
