import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { SOURCE } from '../../src/lib/i18n/languages.ts';

export interface Entry {
  /** The id the app uses. */
  id: string;
  english: string;
  /** Empty where it is missing. */
  translated: string;
}

/**
 * All texts with translations from a language's catalogue: of the pages, or of the emails, where the English is the id.
 */
export function catalogue(code: string, name: 'messages' | 'mails' = 'messages'): Entry[] {
  const filename = `src/locales/${code}/${name}.po`;
  const entries = formatter().parse(readFileSync(filename, 'utf8'), {
    locale: code,
    sourceLocale: SOURCE.code,
    filename,
  });
  if (entries instanceof Promise) throw new Error('the format is read at once');
  return Object.entries(entries).map(([id, { message, translation }]) => ({
    id,
    english: message ?? id,
    translated: String(translation ?? ''),
  }));
}
