// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './imports.ts';

// An address such as 'a?bcc=spy@evil.example' would otherwise write to more people than the link shows.
it('an address in a mailto link is encoded by mailLink', () => {
  const screens = sourceFiles(['src']).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(screens.length).toBeGreaterThan(100);
  const withAddress = screens.filter((file) => /mailto:(?!\?)/.test(readFileSync(file, 'utf8')));
  expect(withAddress).toEqual(['src/lib/format/mail-link.ts']);
});
