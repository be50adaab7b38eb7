import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { SOURCE } from '../../src/lib/i18n/languages.ts';

export interface Entry {
  /** The id that the app uses. */
  id: string;
  english: string;
  /** Empty if it is missing. */
  translated: string;
}

/**
 * Returns all texts with translations from a language's catalogue, of the pages or of the emails. The English text
 * is the id of the emails' texts.
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
