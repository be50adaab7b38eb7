import { buildBrowser, type SiteFolders } from '../../../scripts/build/bundle.ts';
import { packFiles } from './packing.ts';

const folders = JSON.parse(process.argv[2] ?? '{}') as SiteFolders;
await buildBrowser(folders);
await packFiles(folders.dist);
