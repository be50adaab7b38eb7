import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { LANGUAGES, SOURCE } from '../../supabase/functions/_shared/languages.ts';

const po = formatter();

/**
 * Returns a catalogue's translations by the English texts of the emails. Untranslated ones are left out, so that
 * they stay English.
 */
async function translationsTo(code: string): Promise<Record<string, string>> {
  const filename = `src/locales/${code}/mails.po`;
  const file = readFileSync(new URL(`../../${filename}`, import.meta.url), 'utf8');
  const catalogue = await po.parse(file, { locale: code, sourceLocale: SOURCE.code, filename });
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([english, { translation }]) => (translation ? [[english, translation]] : [])),
  );
}

/** Returns the translations as a file for the edge functions, which can only read what is in supabase/functions. */
export async function mailTranslations(): Promise<string> {
  const others = LANGUAGES.filter((language) => language !== SOURCE);
  const entries = await Promise.all(others.map(async ({ code }) => [code, await translationsTo(code)] as const));
  return `// Written by \`npm run messages\` from src/locales/*/mails.po.
export const translations: Record<string, Record<string, string>> = ${JSON.stringify(Object.fromEntries(entries), null, 2)};
`;
}
