import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** An import within the repository, from one file to another. */
export interface Import {
  from: string;
  to: string;
}

/** Every form of import after formatting: `from '…'`, `import '…'`, `import('…')`. */
const SPECIFIER = /(?:(?<!\.)\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const TYPES_ONLY = /\b(?:import|export) type\b[^;']*\bfrom\s*'[^']+'/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

export function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
  );
}

export const specifiersOf = (source: string): string[] =>
  [...source.replace(COMMENT, '').matchAll(SPECIFIER)].map(([, specifier = '']) => specifier);

/** Returns the file of a specifier, or null for a package. */
function resolve(from: string, specifier: string): string | null {
  const path = specifier
    .replace(/\?.*$/, '')
    .replace(/^@\//, 'src/')
    .replace(/^@tests\//, 'tests/')
    .replace(/^@territorio\/([\w-]+)\//, 'packages/$1/src/');
  const base = path.startsWith('.') ? normalize(join(dirname(from), path)) : path;
  return (
    ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
      .map((end) => base + end)
      .find((file) => /\.tsx?$/.test(file) && existsSync(file)) ?? null
  );
}

const resolved = (from: string, source: string): string[] =>
  specifiersOf(source)
    .map((specifier) => resolve(from, specifier))
    .filter((to) => to !== null);

export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((from) => resolved(from, readFileSync(from, 'utf8')).map((to) => ({ from, to })));
}

/** Returns `start`, and all files that import one of them, recursively. Imports of only types don't count. */
export function dependentsOf(start: readonly string[], files: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const from of files)
    for (const to of resolved(from, readFileSync(from, 'utf8').replace(TYPES_ONLY, '')))
      importers.set(to, [...(importers.get(to) ?? []), from]);
  const found = new Set(start);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found];
}

/** Returns groups of files that import each other in a cycle (Tarjan's strongly connected components). */
export function circlesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const lowest = (file: string, other: number) => low.set(file, Math.min(low.get(file) ?? other, other));

  function visit(file: string) {
    index.set(file, index.size);
    low.set(file, index.size - 1);
    stack.push(file);
    for (const to of targets.get(file) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) lowest(file, low.get(to) ?? 0);
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  }

  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return circles;
}
