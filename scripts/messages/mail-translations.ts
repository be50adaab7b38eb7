import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { LANGUAGES, SOURCE } from '../../supabase/functions/_shared/languages.ts';

const po = formatter();

/** What a catalogue says for each English text of the mails; of one that is not translated yet nothing, so that it stays English. */
async function translationsTo(code: string): Promise<Record<string, string>> {
  const filename = `src/locales/${code}/mails.po`;
  const file = readFileSync(new URL(`../../${filename}`, import.meta.url), 'utf8');
  const catalogue = await po.parse(file, { locale: code, sourceLocale: SOURCE.code, filename });
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([english, { translation }]) => (translation ? [[english, translation]] : [])),
  );
}

/** The file of the edge functions, which run with nothing but what lies below supabase/functions. */
export async function mailTranslations(): Promise<string> {
  const others = LANGUAGES.filter((language) => language !== SOURCE);
  const entries = await Promise.all(others.map(async ({ code }) => [code, await translationsTo(code)] as const));
  return `// Written by \`npm run messages\` from src/locales/*/mails.po.
export const translations: Record<string, Record<string, string>> = ${JSON.stringify(Object.fromEntries(entries), null, 2)};
`;
}
