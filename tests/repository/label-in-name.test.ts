// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Matches an accessible name in the source, and the visible text of the same button or link. */
const NAMED =
  /<(?:Button|LinkButton|Action|Link|button|a)\b(?:(?!<Trans|<Button|<LinkButton|<Action|<Link\b|<button|<\/)[\s\S]){0,400}?(?:aria-label|label)=\{t`([^`]+)`\}(?:(?!<\/?[A-Za-z])[\s\S]){0,300}?>\s*<Trans>([^<{]+)<\/Trans>/g;

const words = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** People who control the page by voice say what they see (WCAG 2.5.3, Label in Name). */
it('the accessible name of a button or link contains its visible text', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  const pairs = files.flatMap((file) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(NAMED)].map(([, name = '', seen = '']) => ({
      file,
      name: words(name),
      seen: words(seen),
    })),
  );
  expect(pairs.length).toBeGreaterThan(10);
  expect(pairs.filter(({ name, seen }) => !name.includes(seen))).toEqual([]);
});
