import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailTranslations } from '../../scripts/messages/mail-translations.ts';

test('the functions have the texts of the catalogues (run `npm run messages`)', async () => {
  const file = readFileSync(new URL('../../supabase/functions/_shared/mail/translations.ts', import.meta.url), 'utf8');
  expect(file).toBe(await mailTranslations());
});
