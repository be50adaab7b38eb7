// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageOfCode, messageOfNumberedCode } from '../../src/lib/api/error-messages.ts';
import { i18n } from '../../src/lib/i18n/i18n.ts';
import { names, testedStrings } from './tested-strings.ts';
import { catalogue } from './texts.ts';

const tested = testedStrings(['src', 'tests', 'packages']);
const all = Object.values(catalogue).flat();

it.each(Object.entries(catalogue))('every text is expected by a test: %s', (_, texts) => {
  expect(texts.filter((text) => !names(tested, text, all))).toEqual([]);
});

it('every code of the client, or its text, is expected by a test', () => {
  const codes = Object.keys(messageOfCode).filter((code) => !tested.has(code));
  const unnamed = codes.filter((code) => !names(tested, i18n._(messageOfCode[code] ?? { id: code }), all));
  expect(unnamed).toEqual([]);
  expect(Object.keys(messageOfNumberedCode).filter((code) => !tested.has(code))).toEqual([]);
});

it('every code that the database raises, or its text, is expected by a test', () => {
  const folder = 'supabase/migrations';
  const raise = /private\.(?:fail|reply_error)\(\s*\d{3},\s*'([a-z_]+)',\s*(?:format\(\s*)?'((?:[^']|'')+)'/g;
  const raised = new Map<string, string[]>();
  for (const file of readdirSync(folder)) {
    for (const [, code = '', text = ''] of readFileSync(join(folder, file), 'utf8').matchAll(raise)) {
      raised.set(code, [...(raised.get(code) ?? []), text.replaceAll("''", "'").replaceAll('%s', '{}')]);
    }
  }
  expect(raised.size).toBeGreaterThan(60);
  const unnamed = [...raised].filter(
    ([code, texts]) => !tested.has(code) && !texts.some((text) => names(tested, text, all)),
  );
  expect(unnamed).toEqual([]);
});
