import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { APP, chunksOf, inEveryLanguage, MANIFEST, NOT_FOUND, PAGES_FILE, type PageFile, SHELL } from './files.ts';
import type { Pages } from './hosting/rules.ts';
import { writeServiceWorkers } from './service-worker/write.ts';

/** src/app/routes.tsx */
interface Routes {
  routes: PageFile[];
  privateRoutes: string[];
}

/**
 * By itself the bundler gives each module that some pages share a file: a hundred requests for a page. What nearly all of them need is
 * one file, the icons another. What starts the app (src/main.ts) stays apart from both, as it is there before them.
 */
const CHUNKS = [
  {
    name: 'boot',
    test: /vite\/preload-helper|src\/lib\/(routing\/(snapshot|chunks)|storage\/storage)\.ts/,
    priority: 2,
  },
  { name: 'common', minShareCount: 40, priority: 1 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
];

export interface SiteFolders {
  root: string;
  /** For the browser. */
  dist: string;
  /** For the program that renders the public pages; it stays at home. */
  renderer: string;
}

/** Builds the app, and the Node program that renders its public pages, with everything it needs inside. */
export async function buildSite({ root, dist, renderer }: SiteFolders): Promise<void> {
  const input = { index: 'src/prerender/index.tsx', routes: 'src/app/routes.tsx' };
  await build({
    root,
    logLevel: 'error',
    publicDir: false,
    // React's quick version, in whatever process the program runs.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { ssr: true, rolldownOptions: { input }, outDir: renderer, emptyOutDir: true, minify: false },
    ssr: { noExternal: true },
  });
  const rolldownOptions = { output: { codeSplitting: { groups: CHUNKS } } };
  await build({
    root,
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true, manifest: MANIFEST, rolldownOptions },
  });
  renameSync(join(dist, MANIFEST), join(renderer, MANIFEST));
  const manifest = JSON.parse(readFileSync(join(renderer, MANIFEST), 'utf8')) as Manifest;
  writeShell(dist, manifest);
  const { routes, privateRoutes } = (await import(pathToFileURL(join(renderer, 'routes.js')).href)) as Routes;
  writeServiceWorkers(dist, manifest, routes);
  const pages: Pages = {
    pages: inEveryLanguage(routes.map(({ path }) => path)),
    noIndex: inEveryLanguage(privateRoutes),
  };
  writeFileSync(join(dist, PAGES_FILE), JSON.stringify(pages));
}

/** The page without content, which needs the app at once. */
function writeShell(dist: string, manifest: Manifest): void {
  const preloads = [...chunksOf(manifest, APP)].map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
  const index = join(dist, 'index.html');
  const html = readFileSync(index, 'utf8').replace('</head>', () => `  ${preloads.join('\n    ')}\n  </head>`);
  writeFileSync(index, html);
  copyFileSync(index, join(dist, SHELL));
  copyFileSync(index, join(dist, NOT_FOUND));
}
