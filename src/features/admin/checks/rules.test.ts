// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { RULES } from './rules';

const sql = readFileSync(`${import.meta.dirname}/../../../../supabase/schemas/upkeep/invariants.sql`, 'utf8');
const [list = ''] = sql.split(') v (rule, meaning, todo)');
const TEXT = `'((?:[^']|'')+)'`;
const rules = [...list.matchAll(new RegExp(`\\(${TEXT}, ${TEXT},\\s*${TEXT}\\)`, 'g'))].map(([, ...texts]) =>
  texts.map((text) => text.replaceAll("''", "'")),
);

it('has the same texts as the database for every rule', () => {
  expect(rules.length).toBeGreaterThan(40);
  const said = Object.entries(RULES).map(([rule, { meaning, todo }]) => [rule, i18n._(meaning), i18n._(todo)]);
  expect(said).toEqual(rules);
});
