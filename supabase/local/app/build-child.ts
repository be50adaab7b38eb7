import { buildSite, type SiteFolders } from '../../../scripts/build/bundle.ts';

// In a process of its own: a build takes a gigabyte of memory, which the process that then serves the app would keep.
await buildSite(JSON.parse(process.argv[2] ?? '{}') as SiteFolders);
