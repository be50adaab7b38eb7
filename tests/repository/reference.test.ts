// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { referencePages } from '../../scripts/docs-reference/pages.ts';

it('docs/reference is up to date with the code (npm run docs:reference)', async () => {
  const pages = await referencePages();
  expect(Object.keys(pages)).toHaveLength(4);
  for (const [file, text] of Object.entries(pages)) {
    expect(text.split('\n').filter((line) => line.startsWith('| ')).length, file).toBeGreaterThan(30);
    expect(readFileSync(file, 'utf8'), `${file}: run npm run docs:reference`).toBe(text);
  }
});
