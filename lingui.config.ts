import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  // English is in the sources, and is the key of each translation.
  locales: ['es'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/messages', include: ['src'], exclude: ['**/*.test.{ts,tsx}'] },
    // Emails have their own catalogue, so that no page loads them. scripts/messages.ts passes it to the edge
    // functions.
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
  // The catalogue has no line numbers, so that it changes only when a text does.
  format: formatter({ lineNumbers: false }),
});
