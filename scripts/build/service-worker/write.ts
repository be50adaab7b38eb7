import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from 'vite';
import { moduleOf, type PageFile } from '../files.ts';

const source = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/**
 * Writes the service workers beside the built app (docs/decisions/0018): `sw.js` with the files of this build that the
 * pages marked `offline` need, `start.js` and `push.js`.
 */
export function writeServiceWorkers(dist: string, manifest: Manifest, routes: readonly PageFile[]): void {
  const entry = manifest['index.html'];
  if (!entry) throw new Error('The build has no entry to open without a signal.');
  const fonts = readdirSync(join(dist, 'fonts')).map((font) => `fonts/${font}`);
  const files = [...filesOf(manifest, routes), ...fonts].map((file) => `/${file}`);
  const worker = source('worker.js');
  const version = createHash('sha256').update(worker).update(files.join('\n')).digest('hex').slice(0, 12);
  writeFileSync(
    join(dist, 'sw.js'),
    worker
      .replace("'%VERSION%'", JSON.stringify(version))
      .replace("'%ENTRY%'", JSON.stringify(`/${entry.file}`))
      .replace("['%FILES%']", JSON.stringify(files)),
  );
  for (const name of ['start.js', 'push.js']) writeFileSync(join(dist, name), source(name));
}

/** What these pages may load while they are used: their files, all that these import, and the stylesheets. */
function filesOf(manifest: Manifest, routes: readonly PageFile[]): string[] {
  const offline = routes.filter((route) => route.offline || route.kept).map(moduleOf);
  const otherPages = new Set(routes.filter((route) => !route.offline && !route.kept).map(moduleOf));
  const files = new Set<string>();
  const take = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) take(imported);
    for (const imported of chunk.dynamicImports ?? []) if (!otherPages.has(imported)) take(imported);
  };
  for (const key of ['index.html', ...offline]) take(key);
  return [...files].sort();
}
