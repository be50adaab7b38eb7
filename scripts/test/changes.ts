import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependentsOf, sourceFiles } from '../../tests/repository/imports.ts';
import { PROJECT } from './suites.ts';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 1 << 28 });

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** Returns files that are new or changed since `base`, committed or not, without deleted ones. */
export function changedFiles(base: string): string[] {
  const tracked = lines(git('diff', '--name-only', '--diff-filter=d', base));
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...tracked, ...untracked])];
}

const SQL_OBJECT = /\b(?:public|private|service)\.(\w+)/g;

/**
 * Returns functions and tables in the changed lines of the schemas. A change inside a long function names it in its
 * hunk header.
 */
export function changedSqlObjects(base: string): string[] {
  const diff = git('diff', '-U3', '--function-context', base, '--', 'supabase/schemas');
  const changed = lines(diff).filter((line) => /^[-+ ](?:create|alter|drop)|^[-+](?![-+])/i.test(line));
  return [...new Set(changed.flatMap((line) => [...line.matchAll(SQL_OBJECT)].map(([, name = '']) => name)))];
}

/** Returns test files of the database and the functions that mention one of these objects. */
export function testsThatName(objects: string[]): string[] {
  if (objects.length === 0) return [];
  const mentions = new RegExp(`\\b(?:${objects.join('|')})\\b`);
  return ['tests/database', 'tests/functions']
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts') && mentions.test(readFileSync(join(PROJECT, file), 'utf8')));
}

/** Settings of all tests. If these change, all tests have to run. */
const OF_ALL_TESTS =
  /^(?:package(?:-lock)?\.json|vite(?:st)?\.config\.ts|tests\/support\/[\w-]+\.(?:setup|global)\.ts)$/;

export const changesAllTests = (files: string[]): boolean => files.some((file) => OF_ALL_TESTS.test(file));

/**
 * Returns test files that import a changed file, recursively. `vitest --changed` finds the same ones, but takes 20
 * seconds because it transforms every test and everything that it imports.
 */
export function testsThatImport(files: string[]): string[] {
  const all = sourceFiles(['src', 'packages', 'supabase', 'scripts', 'tests']).filter(
    (file) => !file.includes('node_modules/'),
  );
  return dependentsOf(files, all).filter((file) => /\.test\.tsx?$/.test(file));
}

/**
 * Returns the tags of the journeys that a change affects. A folder of `src/features` is a tag of the same name, and
 * so are the largest folders of booking and dock. The journeys tagged `@core` cover code that all areas share.
 */
export function touchedTags(files: string[]): string[] {
  const tags = files.map((file) => {
    const [, area] =
      /^src\/features\/(?:booking\/(?=(?:checkout|tickets)\/)|dock\/(?=check-in\/))?([\w-]+)\//.exec(file) ?? [];
    if (area) return `@${area}`;
    return /^(?:src|public|packages|index\.html|supabase\/(?:schemas|functions|local|migrations)|scripts\/build|tests\/e2e\/support)/.test(
      file,
    )
      ? '@core'
      : undefined;
  });
  return [...new Set(tags)].filter((tag) => tag !== undefined);
}

/**
 * Returns the pattern with which `playwright --grep` finds the journeys of a change: changed ones, and the smoke
 * tests of the affected areas. It is one pattern for both, because each run starts a stack.
 */
export function journeyPattern(files: string[]): string | undefined {
  const changed = files.flatMap((file) => /^tests\/e2e\/(.*\.spec\.ts)$/.exec(file)?.[1] ?? []);
  const tags = touchedTags(files);
  const parts = changed.map((file) => `(?<![\\w/-])${file.replaceAll('.', '\\.')} `);
  if (tags.length > 0) parts.push(`(?=.*(?:${tags.join('|')})(?![\\w-])).*${SMOKE}(?![\\w-])`);
  return parts.length > 0 ? parts.join('|') : undefined;
}

/** Marks the few journeys of each area that show whether it works at all. */
export const SMOKE = '@smoke';

/** Areas whose pages are public. The smoke tests of the others don't need the pages that the build writes. */
const PUBLIC_AREAS = ['@core', '@catalogue', '@site'];

export const needsPublicPages = (files: string[]): boolean =>
  files.some((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file)) ||
  touchedTags(files).some((tag) => PUBLIC_AREAS.includes(tag));
