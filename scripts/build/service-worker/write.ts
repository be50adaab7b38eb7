import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from 'vite';
import { LANGUAGES, SOURCE } from '../../../src/lib/i18n/languages.ts';
import { APP, catalogueOf, inEveryLanguage, moduleOf, type PageFile } from '../files.ts';
import { API_PATHS, patternsSource } from '../hosting/rules.ts';
import type { PartsOf } from './parts.ts';

/** In the head of these pages. */
const LOGOS = ['art/logo.svg', 'art/logo-dark.svg'];

const source = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** What a build's worker has to know of it. */
interface WorkerFiles {
  entry: string;
  files: readonly WorkerFile[];
  /** The pages that work without a signal. */
  pages: readonly string[];
}

/** With the numbers of the pages that need it; without: all do. */
type WorkerFile = readonly [file: string, pages?: readonly number[]];

/** The service worker of a build. Its version is that of all it keeps and does. */
export function workerSource({ entry, files, pages }: WorkerFiles): string {
  const worker = [source('worker.js'), source('push.js'), source('dock.js')].join('\n');
  const patterns = pages.map((path) => [path, `^${patternsSource(inEveryLanguage([path]))}/?$`]);
  const version = createHash('sha256')
    .update(JSON.stringify([worker, entry, files, patterns, API_PATHS.source]))
    .digest('hex')
    .slice(0, 12);
  return worker
    .replace("'%VERSION%'", () => JSON.stringify(version))
    .replace("'%ENTRY%'", () => JSON.stringify(entry))
    .replace("['%FILES%']", () => JSON.stringify(files))
    .replace("['%PAGES%']", () => JSON.stringify(patterns))
    .replace("'%API%'", () => JSON.stringify(API_PATHS.source));
}

/** While developing: pushes arrive, and nothing is kept that would hide what is being changed. */
export const developmentWorker = (): string => source('push.js');

/** Writes the service worker beside the built app (docs/decisions/0061), or what takes it away where it is switched off. */
export function writeServiceWorker(dist: string, built: Built, isOn: boolean): void {
  const { manifest, routes } = built;
  const entry = manifest['index.html'];
  if (!entry) throw new Error('The build has no entry to open without a signal.');
  const fonts = readdirSync(join(dist, 'fonts')).map((font) => `fonts/${font}`);
  const offline = routes.filter((route) => route.offline);
  const worker = workerSource({
    entry: `/${entry.file}`,
    files: [...filesByPage(built), ...[...fonts, ...LOGOS].map((file): WorkerFile => [`/${file}`])],
    pages: offline.map(({ path }) => path),
  });
  writeFileSync(join(dist, 'sw.js'), isOn ? worker : source('remove.js'));
}

/** The build, as far as the worker depends on it. */
interface Built {
  manifest: Manifest;
  routes: readonly PageFile[];
  partsOf: PartsOf;
}

/** Which of the offline pages need which files, those of a person's other pages included: who opens one works with them too. */
export function filesByPage({ manifest, routes, partsOf }: Built): WorkerFile[] {
  const withParts = (modules: readonly string[]) => [...modules, ...modules.flatMap((module) => partsOf(module))];
  const kept = routes.filter((route) => route.kept).map(moduleOf);
  const catalogues = LANGUAGES.filter((language) => language !== SOURCE).map(catalogueOf);
  const always = new Set(filesWith(manifest, ['index.html', APP, ...catalogues, ...withParts(kept)]));
  const offline = routes.filter((route) => route.offline);
  const users = new Map<string, number[]>();
  offline.forEach((route, number) => {
    const together = offline.filter((other) => other === route || areUsedTogether(route, other)).map(moduleOf);
    for (const file of filesWith(manifest, withParts([APP, ...together])))
      if (!always.has(file)) users.set(file, [...(users.get(file) ?? []), number]);
  });
  return [
    ...[...always].map((file): WorkerFile => [`/${file}`]),
    ...[...users].map(([file, pages]): WorkerFile => [`/${file}`, pages]),
  ];
}

/** Whether everyone who may open the first page may open the other too: a guide sells and checks in, a tourist shows tickets. */
function areUsedTogether({ access }: PageFile, { access: other }: PageFile): boolean {
  if (typeof access === 'string' || typeof other === 'string') return other === 'open' || other === 'user';
  return access.every((role) => other.includes(role));
}

/** The files of these modules and of all that they import: scripts, stylesheets, and what reads the code of a ticket. */
function filesWith(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const take = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const asset of chunk.assets ?? []) if (asset.endsWith('.wasm')) files.add(asset);
    for (const imported of chunk.imports ?? []) take(imported);
  };
  for (const key of modules) take(key);
  return [...files].sort();
}
