// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './imports.ts';

// Browsers drop the comma of '385,50' in such a field, and invalid text reads as empty.
it('a number is typed into a NumberInput, never into an input of the type number', () => {
  const screens = sourceFiles(['src']).filter((file) => file.endsWith('.tsx'));
  expect(screens.length).toBeGreaterThan(100);
  const found = screens.filter((file) => /type=(["']|\{["'])number|valueAsNumber/.test(readFileSync(file, 'utf8')));
  // This file explains why.
  expect(found).toEqual(['src/ui/form/NumberInput.tsx']);
});
