// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync('src/styles/components.css', 'utf8');
const NOT_DISABLED = ':not([disabled], [aria-disabled="true"])';

it('no look of a button under the pointer or a finger applies while it is disabled', () => {
  const rules = css.match(/\.btn(-[a-z-]+)?:(hover|active|focus)[^{]*/g) ?? [];
  expect(rules.length).toBeGreaterThan(8);
  expect(rules.filter((rule) => !rule.includes(NOT_DISABLED))).toEqual([]);
});
