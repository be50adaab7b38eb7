import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}/messages', include: ['src'], exclude: ['**/*.test.{ts,tsx}'] }],
  // A line that moves is no change of a text: without them a catalogue changes only where a text does.
  format: formatter({ lineNumbers: false }),
});
