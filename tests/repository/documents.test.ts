// @vitest-environment node
import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  brokenLinks,
  brokenMentions,
  brokenPaths,
  headingAnchors,
  repositoryFiles,
  unknownTexts,
} from './documents.ts';

const files = repositoryFiles();
const documents = files.filter((file) => file.endsWith('.md'));
// This test itself names missing documents below.
const OWN = 'tests/repository/documents.test.ts';
const sources = files.filter((file) => file !== OWN && /\.(ts|tsx|js|mjs|sql|css|sh|toml|json|yml|html)$/.test(file));
const read = (file: string) => readFileSync(file, 'utf8');
const readIfThere = (file: string) => (statSync(file, { throwIfNoEntry: false })?.isFile() ? read(file) : null);

it('finds the documents and the sources', () => {
  expect(documents).toContain('README.md');
  expect(documents).toContain('docs/product.md');
  expect(sources.length).toBeGreaterThan(500);
});

it('every link of a document leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((file) => brokenLinks(file, read(file), readIfThere));
  expect(broken).toEqual([]);
});

it('documents only name paths that exist', () => {
  const broken = documents.flatMap((file) => brokenPaths(file, read(file), existsSync));
  expect(broken).toEqual([]);
});

it('comments and documents only name documents and headings that exist', () => {
  const broken = [...documents, ...sources].flatMap((file) => brokenMentions(file, read(file), readIfThere));
  expect(broken).toEqual([]);
});

/** Comments must not refer to a document that readers don't have. */
const ABSENT = /\b(the spec|spec's|spec’s|spec part|the specification)\b/i;

it('the sources cite no specification', () => {
  expect(ABSENT.test('// As the spec has it')).toBe(true);
  expect(sources.filter((file) => ABSENT.test(read(file)))).toEqual([]);
});

it('docs/product.md and docs/rules only quote texts of the product', () => {
  const texts = files
    .filter((file) => /^src\/locales\/es\/.*\.po$|^supabase\/.*\.sql$|\/mail\/(words|labels)\.ts$/.test(file))
    .map(read);
  const pages = documents.filter((file) => /^docs\/(product|rules\/[^/]+)\.md$/.test(file));
  expect(pages.length).toBeGreaterThan(8);
  expect(unknownTexts(pages.map(read).join('\n'), texts)).toEqual([]);
});

it('each decision has a status, in at most 350 words', () => {
  const decisions = documents.filter((file) => /^docs\/decisions\/\d{4}-/.test(file));
  expect(decisions.length).toBeGreaterThan(15);
  const words = (file: string) => read(file).split(/\s+/).filter(Boolean).length;
  expect(decisions.filter((file) => words(file) > 350)).toEqual([]);
  const without = decisions.filter((file) => !/^# .+\n\nStatus: (accepted|superseded by)/.test(read(file)));
  expect(without).toEqual([]);
});

it('control: broken links, paths and quotes are detected', () => {
  const there = (file: string) => (file === 'docs/a.md' ? '# A page\n\n## How it works\n' : null);
  const links =
    '[x](docs/b.md) [y](docs/a.md#how-it-works) [z](docs/a.md#gone) [w](https://example.org/docs) [v](#none)';
  expect(brokenLinks('README.md', `# Top\n${links}`, there)).toEqual([
    'README.md: docs/b.md',
    'README.md: docs/a.md#gone',
    'README.md: #none',
  ]);
  const comments = [
    '// docs/b.md',
    '// see docs/a.md, How it works.',
    '// (docs/a.md, "Gone")',
    '// docs/decisions/0099',
  ];
  expect(brokenMentions('x.ts', comments.join('\n'), there)).toEqual([
    'x.ts:1: docs/b.md',
    'x.ts:3: docs/a.md, "Gone"',
    'x.ts:4: docs/decisions/0099',
  ]);
  const paths = 'See `src/here.ts`, `src/gone.ts`, `supabase/{some}/x.ts` and `npm run src/x`.';
  expect(brokenPaths('a.md', paths, (path) => path === 'src/here.ts')).toEqual(['a.md: src/gone.ts']);
  expect(unknownTexts("It says 'Nobody home' and 'Up to {n} people'.", ['msgid "Up to {most} people"'])).toEqual([
    'Nobody home',
  ]);
  const plural = 'msgid "{n, plural, one {# seat is left} other {# seats are left}}"';
  expect(unknownTexts("It says '{n} seats are left' or '{n} chairs are left'.", [plural])).toEqual([
    '{n} chairs are left',
  ]);
  expect([...headingAnchors('# My `code` page\n## Who? Me!\n```\n# no\n```\n## Who? Me!')]).toEqual([
    'my-code-page',
    'who-me',
    'who-me-1',
  ]);
});
