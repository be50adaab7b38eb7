import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from 'vite';
import { inEveryLanguage, moduleOf, type PageFile } from '../files.ts';
import { API_PATHS, patternsSource } from '../hosting/rules.ts';

/** In the head of these pages. */
const LOGOS = ['art/logo.svg', 'art/logo-dark.svg'];

const source = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** What a build's worker has to know of it. */
interface WorkerFiles {
  entry: string;
  files: readonly string[];
  /** Patterns of the pages that work without a signal. */
  pages: readonly string[];
}

/** The service worker of a build. Its version is that of all it keeps and does. */
export function workerSource({ entry, files, pages }: WorkerFiles): string {
  const worker = [source('worker.js'), source('push.js'), source('dock.js')].join('\n');
  const wholePage = `^${patternsSource(pages)}/?$`;
  const version = createHash('sha256')
    .update(JSON.stringify([worker, entry, files, wholePage, API_PATHS.source]))
    .digest('hex')
    .slice(0, 12);
  return worker
    .replace("'%VERSION%'", () => JSON.stringify(version))
    .replace("'%ENTRY%'", () => JSON.stringify(entry))
    .replace("['%FILES%']", () => JSON.stringify(files))
    .replace("'%PAGES%'", () => JSON.stringify(wholePage))
    .replace("'%API%'", () => JSON.stringify(API_PATHS.source));
}

/** While developing: pushes arrive, and nothing is kept that would hide what is being changed. */
export const developmentWorker = (): string => source('push.js');

/** Writes the service worker beside the built app (docs/decisions/0061), or what takes it away where it is switched off. */
export function writeServiceWorker(dist: string, manifest: Manifest, routes: readonly PageFile[], isOn: boolean): void {
  const entry = manifest['index.html'];
  if (!entry) throw new Error('The build has no entry to open without a signal.');
  const fonts = readdirSync(join(dist, 'fonts')).map((font) => `fonts/${font}`);
  const worker = workerSource({
    entry: `/${entry.file}`,
    files: [...filesOf(manifest, routes), ...fonts, ...LOGOS].map((file) => `/${file}`),
    pages: inEveryLanguage(routes.filter((route) => route.offline).map(({ path }) => path)),
  });
  writeFileSync(join(dist, 'sw.js'), isOn ? worker : source('remove.js'));
}

/** What these pages may load while they are used: their files, all that these import, the stylesheets, and what reads the code of a ticket. */
export function filesOf(manifest: Manifest, routes: readonly PageFile[]): string[] {
  const offline = routes.filter((route) => route.offline || route.kept).map(moduleOf);
  const otherPages = new Set(routes.filter((route) => !route.offline && !route.kept).map(moduleOf));
  const files = new Set<string>();
  const take = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const asset of chunk.assets ?? []) if (asset.endsWith('.wasm')) files.add(asset);
    for (const imported of chunk.imports ?? []) take(imported);
    for (const imported of chunk.dynamicImports ?? []) if (!otherPages.has(imported)) take(imported);
  };
  for (const key of ['index.html', ...offline]) take(key);
  return [...files].sort();
}
