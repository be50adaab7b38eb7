// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Theme, tokenContrast } from '../support/contrast.ts';

const css = readFileSync('src/styles/components.css', 'utf8');
const NOT_DISABLED = ':not([disabled], [aria-disabled="true"])';

it('no hover or active style of a button applies while it is disabled', () => {
  const rules = css.match(/\.btn(-[a-z-]+)?:(hover|active|focus)[^{]*/g) ?? [];
  expect(rules.length).toBeGreaterThan(8);
  expect(rules.filter((rule) => !rule.includes(NOT_DISABLED))).toEqual([]);
});

/** Returns a stylesheet rule's declarations. */
function declared(selector: string): Record<string, string> {
  const body = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(body.split(';').map((one) => one.split(':').map((part) => part.trim())));
}
const token = (value = '') => /^var\(--color-([\w-]+)\)$/.exec(value)?.[1] ?? value;

/** The minimum contrast of disabled controls. WCAG 2.2 requires none. */
const ENOUGH = 3;

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
  it('the text of a disabled or busy button is readable', () => {
    const { color, background } = declared('.btn[disabled], .btn[aria-disabled="true"]');
    expect(tokenContrast(token(color), token(background), theme)).toBeGreaterThanOrEqual(ENOUGH);
  });

  it.each(['.stepper button[disabled]', '.cal > button[disabled]'])('%s is readable', (selector) => {
    const { color, opacity } = declared(selector);
    expect(tokenContrast(token(color), 'surface', theme, Number(opacity))).toBeGreaterThanOrEqual(ENOUGH);
    // Control: a lower contrast is found.
    expect(tokenContrast(token(color), 'surface', theme, 0.4)).toBeLessThan(ENOUGH);
  });
});

it('a button that is disabled by a tap does not fade, because its text would have the old background for that time', () => {
  expect(declared('.btn').transition).toContain('background-color');
  expect(declared('.btn[disabled], .btn[aria-disabled="true"]').transition).toBe('none');
});
