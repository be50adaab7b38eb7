import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from 'vite';
import { LANGUAGES, SOURCE } from '../../../src/lib/i18n/languages.ts';
import { APP, catalogueOf, inEveryLanguage, moduleOf, type PageFile } from '../files.ts';
import { API_PATHS, patternsSource } from '../hosting/rules.ts';
import type { PartsOf } from './parts.ts';

/** These logos are in the head of the pages. */
const LOGOS = ['art/logo.svg', 'art/logo-dark.svg'];

const source = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** The build's data for its worker. */
interface WorkerFiles {
  entry: string;
  files: readonly WorkerFile[];
  /** The offline pages. */
  pages: readonly string[];
}

/** A file with the numbers of the pages that need it, or without numbers if all do. */
type WorkerFile = readonly [file: string, pages?: readonly number[]];

/** Returns a build's service worker. Its version covers its files and its code. */
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

/**
 * Returns the worker for development, which receives push notifications and caches nothing that would hide changes.
 */
export const developmentWorker = (): string => source('push.js');

/** Writes the service worker beside the built app (docs/decisions/0061), or its removal if it is turned off. */
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

/** The parts of the build that the worker depends on. */
interface Built {
  manifest: Manifest;
  routes: readonly PageFile[];
  partsOf: PartsOf;
}

/** Returns which offline pages need which files, including those of a person's other pages. */
export function filesByPage({ manifest, routes, partsOf }: Built): WorkerFile[] {
  const withParts = (modules: readonly string[]) => [...modules, ...modules.flatMap((module) => partsOf(module))];
  const kept = routes.filter((route) => route.kept).map(moduleOf);
  const catalogues = LANGUAGES.filter((language) => language !== SOURCE).map(catalogueOf);
  const always = new Set(filesWith(manifest, ['index.html', APP, ...withParts(kept)]));
  const offline = routes.filter((route) => route.offline);
  const users = new Map<string, number[]>();
  offline.forEach((route, number) => {
    const together = offline.filter((other) => other === route || areUsedTogether(route, other)).map(moduleOf);
    for (const file of filesWith(manifest, withParts([APP, ...catalogues, ...together])))
      if (!always.has(file)) users.set(file, [...(users.get(file) ?? []), number]);
  });
  return [
    ...[...always].map((file): WorkerFile => [`/${file}`]),
    ...[...users].map(([file, pages]): WorkerFile => [`/${file}`, pages]),
  ];
}

/**
 * Returns whether everyone who may open the first page may open the other too. A guide sells and checks in, and a
 * guest shows tickets.
 */
function areUsedTogether({ access }: PageFile, { access: other }: PageFile): boolean {
  if (typeof access === 'string' || typeof other === 'string') return other === 'open' || other === 'user';
  return access.every((role) => other.includes(role));
}

/** Returns the files of these modules and their imports: scripts, stylesheets, and the QR code reader. */
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
