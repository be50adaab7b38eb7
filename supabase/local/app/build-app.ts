import { buildBrowser, type SiteFolders } from '../../../scripts/build/bundle.ts';

await buildBrowser(JSON.parse(process.argv[2] ?? '{}') as SiteFolders);
