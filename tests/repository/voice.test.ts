// @vitest-environment node
import { expect, it } from 'vitest';
import { allowances, newHits } from '../../scripts/voice/lint.ts';
import { proseOf } from '../../scripts/voice/prose.ts';
import { hitsIn, rules, subjectProblems } from '../../scripts/voice/rules.ts';

/** Lower this when phrases are rewritten. Never raise it. */
const MOST_ALLOWED = 4;

it('has a reason for each allowed phrase', () => {
  const allowed = allowances();
  expect(allowed.filter(({ most, reason }) => !(most > 0) || reason.length < 10)).toEqual([]);
  expect(allowed.filter(({ rule }) => rule !== '*' && !rules.some(({ id }) => id === rule))).toEqual([]);
});

it('allows no more phrases than before', () => {
  expect(allowances().reduce((sum, { most }) => sum + most, 0)).toBeLessThanOrEqual(MOST_ALLOWED);
});

const found = (file: string, text: string) =>
  proseOf(file, text).flatMap((prose) => hitsIn(prose).map(({ rule }) => `${prose.scope} ${prose.line} ${rule}`));

it('finds phrases in comments, test names, documents and catalogues', () => {
  expect(found('a.ts', '// Seats for\n// whoever waits.\nconst a = 1; // said anew\n')).toEqual([
    'comment 1 whoever',
    'comment 3 anew',
  ]);
  expect(found('a.ts', '/**\n * The letter\n * of a booking.\n */')).toEqual(['comment 2 letter']);
  expect(found('a.sql', '-- What of it\n-- is anew.')).toEqual(['comment 1 what-of', 'comment 1 anew']);
  expect(found('a.test.ts', "it('says whoever pays', () => {});")).toEqual(['test 1 whoever']);
  expect(found('a.test.ts', "it(\n  'says whoever pays',\n () => {});")).toEqual(['test 1 whoever']);
  expect(found('a.md', '- Seats for\n  whoever waits.\n\n```\nwhoever\n```\n')).toEqual(['doc 1 whoever']);
  const entry = '#: a.tsx\nmsgid "Somebody waits"\nmsgstr "Mientras tanto, otra persona cambió esto"';
  expect(found('src/locales/es/a.po', `msgid ""\nmsgstr ""\n\n${entry}\n`)).toEqual([
    'ui 4 nobody-rule',
    'ui 4 somebody',
    'es 4 es-mientras-tanto',
  ]);
});

it('leaves code and code spans alone', () => {
  expect(found('a.ts', "const whoever = 'anew'; // reads `whoever`")).toEqual([]);
});

it('limits a path to its number of phrases', () => {
  const hit = { file: 'src/a/b.ts', line: 1, rule: 'anew', phrase: 'anew', message: '' };
  const folder = { path: 'src/a/', rule: '*', most: 1, reason: 'written before' };
  expect(newHits([hit], [folder])).toEqual([]);
  expect(newHits([hit, hit], [folder])).toHaveLength(2);
  expect(newHits([hit], [{ ...folder, rule: 'whoever' }])).toEqual([hit]);
});

it('refuses commit subjects without a verb of the list, too long, or with a phrase', () => {
  expect(subjectProblems('Fix refund of departures cancelled by a guide')).toEqual([]);
  expect(subjectProblems("Merge branch 'main'")).toEqual([]);
  expect(subjectProblems('Tell guests about seats')).toHaveLength(2);
  expect(subjectProblems('Write the baseline anew')).toHaveLength(2);
  expect(subjectProblems(`Fix ${'long '.repeat(20)}`)).toHaveLength(1);
});
