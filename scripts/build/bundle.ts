import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, loadEnv, type Manifest } from 'vite';
import { privateRoutes, routes } from '../../src/app/routes.ts';
import { chunkGroups } from './chunks.ts';
import { APP, chunksOf, inEveryLanguage, MANIFEST, NOT_FOUND, PAGES_FILE, SHELL } from './files.ts';
import type { Pages } from './hosting/rules.ts';
import { listPageFiles, pageFilesElement } from './page-files.ts';
import { readParts } from './service-worker/parts.ts';
import { writeServiceWorker } from './service-worker/write.ts';

export interface SiteFolders {
  root: string;
  /** The folder for the browser. */
  dist: string;
  /** The folder for the program that renders public pages, which isn't published. */
  renderer: string;
}

/** Builds the app, and the program that renders its public pages. */
export async function buildSite(folders: SiteFolders): Promise<void> {
  await buildBrowser(folders);
  await buildRenderer(folders);
}

/** Builds the browser app. Files for the renderer go into its folder, which is emptied first. */
export async function buildBrowser({ root, dist, renderer }: SiteFolders): Promise<void> {
  // The app names two hundred chunks. Hashes of seven characters, instead of eight, still tell the versions of one apart.
  const chunkFileNames = 'assets/[name]-[hash:7].js';
  const rolldownOptions = { output: { chunkFileNames, codeSplitting: { groups: chunkGroups(root) } } };
  const { plugin, partsOf } = readParts(root);
  await build({
    root,
    logLevel: 'error',
    plugins: [plugin],
    build: { outDir: dist, emptyOutDir: true, manifest: MANIFEST, rolldownOptions },
  });
  rmSync(renderer, { recursive: true, force: true });
  mkdirSync(renderer, { recursive: true });
  renameSync(join(dist, MANIFEST), join(renderer, MANIFEST));
  const manifest = JSON.parse(readFileSync(join(renderer, MANIFEST), 'utf8')) as Manifest;
  writeShell(dist, manifest);
  writeServiceWorker(dist, { manifest, routes, partsOf }, loadEnv('production', root).VITE_SERVICE_WORKER !== 'off');
  const pages: Pages = {
    pages: inEveryLanguage(routes.map(({ path }) => path)),
    noIndex: inEveryLanguage(privateRoutes),
  };
  writeFileSync(join(dist, PAGES_FILE), JSON.stringify(pages));
}

/** Builds a self-contained Node program. */
export async function buildRenderer({ root, renderer }: Omit<SiteFolders, 'dist'>): Promise<void> {
  await build({
    root,
    logLevel: 'error',
    publicDir: false,
    // React's production build is used, whatever the process's environment.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      ssr: true,
      rolldownOptions: { input: { index: 'src/prerender/index.tsx' } },
      outDir: renderer,
      emptyOutDir: false,
      minify: false,
    },
    ssr: { noExternal: true },
  });
}

/** Writes the page without content, which loads the app at once. */
function writeShell(dist: string, manifest: Manifest): void {
  const index = join(dist, 'index.html');
  const built = readFileSync(index, 'utf8');
  // The page already has the starter's own imports.
  const preloads = [...chunksOf(manifest, APP)]
    .filter((file) => !built.includes(`href="${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="${file}" data-app>`);
  const loaded = [...chunksOf(manifest, 'index.html'), ...chunksOf(manifest, APP)];
  const list = pageFilesElement(listPageFiles(manifest, routes, (file) => loaded.includes(file)));
  const html = built.replace('</head>', () => `  ${[...preloads, list].join('\n    ')}\n  </head>`);
  writeFileSync(index, html);
  copyFileSync(index, join(dist, SHELL));
  copyFileSync(index, join(dist, NOT_FOUND));
}
