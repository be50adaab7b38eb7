import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inEveryLanguage, NOT_FOUND, PAGES_FILE, SHELL } from '../../../scripts/build/files.ts';
import { privateRoutes, routes } from '../../../src/app/routes.ts';

/** The files of a build. Each contains its name. */
const FILES = [
  'index.html',
  SHELL,
  NOT_FOUND,
  'regions.html',
  'territories/rio.html',
  'es.html',
  'es/regions.html',
  'assets/index-abc123.js',
  'fonts/figtree.woff2',
  'art/lancha.svg',
  'favicon.svg',
  'manifest.webmanifest',
  'manifest.es.webmanifest',
  'robots.txt',
  'sitemap.xml',
  'sw.js',
  '.env',
];

/** Writes a small built site with the pages of the real one. */
export function writeSite(dist: string): void {
  for (const file of FILES) {
    const path = join(dist, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
  const pages = { pages: inEveryLanguage(routes.map(({ path }) => path)), noIndex: inEveryLanguage(privateRoutes) };
  writeFileSync(join(dist, PAGES_FILE), JSON.stringify(pages));
}
