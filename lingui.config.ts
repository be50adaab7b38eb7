import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  // English is in the sources, and the key of each translation.
  locales: ['es'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/messages', include: ['src'], exclude: ['**/*.test.{ts,tsx}'] },
    // Separate for emails, so that no page loads them. scripts/messages.ts hands them to the edge functions.
    {
      path: '<rootDir>/src/locales/{locale}/mails',
      include: [
        'supabase/functions/_shared/mail',
        'supabase/functions/_shared/push',
        'supabase/functions/_shared/wallet',
        'supabase/templates',
      ],
    },
  ],
  // A line that moves is no change of a text: without them a catalogue changes only where a text does.
  format: formatter({ lineNumbers: false }),
});
