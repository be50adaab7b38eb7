import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { proseOf } from './prose.ts';
import { type Hit, hitsIn } from './rules.ts';

export interface Allowance {
  /** A file, or a folder with a slash at its end. */
  path: string;
  /** A rule's id, or * for all. */
  rule: string;
  most: number;
  reason: string;
}

const FILES = /\.(?:ts|tsx|js|mjs|sql|md|css|sh|toml|yml)$|^src\/locales\/es\/.*\.po$/;
/** Files that are generated, were written by others, or are legal text in its agreed words. */
const SKIPPED =
  /^supabase\/migrations\/|^src\/(?:types\/database|lib\/api\/database\.types)\.ts$|translations\.ts$|^tests\/e2e\/.*\.txt$|^docs\/reference\/|^scripts\/voice\/|^tests\/repository\/voice\.test\.ts$|^docs\/glossary\.md$|^src\/features\/site\/legal\/|fixtures\//;

export const allowances = (): Allowance[] =>
  readFileSync(new URL('./allowed.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [path = '', rule = '', most = '', reason = ''] = line.split('\t');
      return { path, rule, most: Number(most), reason };
    });

export interface FileHit extends Hit {
  file: string;
}

/** The phrases of all committed and new files of this checkout. */
export function allHits(files = committed()): FileHit[] {
  return files
    .filter((file) => FILES.test(file) && !SKIPPED.test(file))
    .flatMap((file) =>
      proseOf(file, read(file))
        .flatMap(hitsIn)
        .map((hit) => ({ file, ...hit })),
    );
}

const committed = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .trim()
    .split('\n');

/** A file that was deleted and not committed yet has no phrases. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const covers = ({ path, rule }: Allowance, hit: FileHit): boolean =>
  (rule === '*' || rule === hit.rule) && (path.endsWith('/') ? hit.file.startsWith(path) : hit.file === path);

/**
 * Returns the hits beyond the allowed ones. A path over its number lists all of its hits, because the new ones
 * can't be told apart.
 */
export function newHits(hits: FileHit[], allowed: Allowance[]): FileHit[] {
  const left = [...hits];
  return [
    ...allowed.flatMap((one) => {
      const covered = left.filter((hit) => covers(one, hit));
      for (const hit of covered) left.splice(left.indexOf(hit), 1);
      return covered.length > one.most ? covered : [];
    }),
    ...left,
  ];
}
