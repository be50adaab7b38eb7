import { currentLanguage } from '@/lib/i18n/i18n';
import type { Json } from '@/types/database';

/**
 * Returns the additional columns of a listing: its original language, and its texts in the page's language
 * (docs/decisions/0046).
 */
export const textColumns = () =>
  `language, texts:translations->${currentLanguage().code}` as 'language, texts:translations->es';

/**
 * The same columns for an embedded row with short texts, as whole JSON because not every REST service can read a
 * key there.
 */
export const innerTextColumns = 'language, translations' as const;

interface Written {
  language: string;
  texts: Json;
}

/** For each column whose text isn't translated into the page's language, the language of the text. */
export type Untranslated<Column extends string> = Partial<Record<Column, string>>;

type Localized<Row, Column extends string> = Omit<Row, keyof Written> & { untranslated?: Untranslated<Column> };

/**
 * Returns the row with these columns in the page's language if they were translated, and otherwise in the original.
 */
export function localize<Row extends Written, const Column extends keyof Row & string>(
  row: Row,
  columns: readonly Column[],
): Localized<Row, Column> {
  const { language, texts, ...rest } = row;
  if (language === currentLanguage().code) return rest;
  const translated: Readonly<Record<string, unknown>> = { ...(typeof texts === 'object' ? texts : {}) };
  const shown: Record<string, unknown> = { ...rest };
  const untranslated: Record<string, string> = {};
  for (const column of columns) {
    const text = translated[column];
    if (typeof text === 'string') shown[column] = text;
    else if (row[column]) untranslated[column] = language;
  }
  const all = Object.keys(untranslated).length > 0 ? { ...shown, untranslated } : shown;
  return all as Localized<Row, Column>;
}

/** Does the same for an embedded row. */
export function localizeInner<
  Row extends { language: string; translations: Json },
  const Column extends keyof Row & string,
>({ translations, ...row }: Row, columns: readonly Column[]) {
  const all: Readonly<Record<string, Json | undefined>> =
    typeof translations === 'object' && !Array.isArray(translations) ? { ...translations } : {};
  return localize({ ...row, texts: all[currentLanguage().code] ?? null }, columns as readonly never[]) as Localized<
    Omit<Row, 'translations'> & { texts: Json },
    Column
  >;
}

const isTexts = (names: Json | undefined): names is Record<string, Json> =>
  typeof names === 'object' && names !== null && !Array.isArray(names);

/** Returns a name in the page's language if there is one. */
export function nameIn<Name extends string | null>(name: Name, names: Json | undefined): Name | string {
  const own = isTexts(names) ? names[currentLanguage().code] : undefined;
  return name !== null && typeof own === 'string' ? own : name;
}

/** Returns the language in which such a name is shown, or undefined if it is the page's or unknown. */
export function languageOfName(name: string | null, names: Json | undefined): string | undefined {
  if (!isTexts(names) || currentLanguage().code in names) return undefined;
  return Object.keys(names).find((code) => names[code] === name);
}

type Named<Row, Column extends string> = Omit<Row, 'names'> & { untranslated?: Untranslated<Column> };

/** Returns an embedded row with its `names` in the page's language. */
export function localizeNames<Row extends { names: Json }, const Column extends keyof Row & string>(
  { names, ...row }: Row,
  columns: readonly Column[],
): Named<Row, Column> {
  const shown: Record<string, unknown> = { ...row };
  const untranslated: Record<string, string> = {};
  for (const column of columns) {
    const name = shown[column];
    if (typeof name !== 'string') continue;
    const inAll = isTexts(names) ? names[column] : undefined;
    shown[column] = nameIn(name, inAll);
    const language = languageOfName(name, inAll);
    if (language) untranslated[column] = language;
  }
  const all = Object.keys(untranslated).length > 0 ? { ...shown, untranslated } : shown;
  return all as Named<Row, Column>;
}

/** Localises a row that a database function returned, with a title and its `titles` in all languages. */
export function localizeTitle<Row extends { title: string | null; titles?: Json }>({ titles, ...row }: Row) {
  return localizeNames(
    { ...row, names: { title: titles ?? null } } as Omit<Row, 'titles'> & { names: Json; title: string | null },
    ['title'],
  );
}
