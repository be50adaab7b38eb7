import { writeFileSync } from 'node:fs';
import { mailTranslations } from './messages/mail-translations.ts';

writeFileSync(new URL('../supabase/functions/_shared/mail/translations.ts', import.meta.url), await mailTranslations());
console.info('supabase/functions/_shared/mail/translations.ts is up to date.');
