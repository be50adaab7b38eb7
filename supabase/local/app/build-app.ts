import { buildSite, type SiteFolders } from '../../../scripts/build/bundle.ts';

await buildSite(JSON.parse(process.argv[2] ?? '{}') as SiteFolders);
