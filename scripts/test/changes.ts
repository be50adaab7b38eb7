import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './suites.ts';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 1 << 28 });

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** Files that are new or changed since `base`, committed or not; deleted ones are left out. */
export function changedFiles(base: string): string[] {
  const tracked = lines(git('diff', '--name-only', '--diff-filter=d', base));
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...tracked, ...untracked])];
}

const SQL_OBJECT = /\b(?:public|private|service)\.(\w+)/g;

/**
 * Functions and tables in the changed lines of the schemas. A change inside a long function names it in its hunk
 * header.
 */
export function changedSqlObjects(base: string): string[] {
  const diff = git('diff', '-U3', '--function-context', base, '--', 'supabase/schemas');
  const changed = lines(diff).filter((line) => /^[-+ ](?:create|alter|drop)|^[-+](?![-+])/i.test(line));
  return [...new Set(changed.flatMap((line) => [...line.matchAll(SQL_OBJECT)].map(([, name = '']) => name)))];
}

/** Test files of the database and the functions that mention one of these objects. */
export function testsThatName(objects: string[]): string[] {
  if (objects.length === 0) return [];
  const mentions = new RegExp(`\\b(?:${objects.join('|')})\\b`);
  return ['tests/database', 'tests/functions']
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts') && mentions.test(readFileSync(join(PROJECT, file), 'utf8')));
}

/**
 * Tags of the journeys affected by a change: a folder of `src/features` is a tag of the same name, and so are the
 * largest folders of booking and dock; code shared by all areas is covered by the journeys tagged `@core`.
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

/** Changed journeys. */
export const changedJourneys = (files: string[]): string[] =>
  files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
