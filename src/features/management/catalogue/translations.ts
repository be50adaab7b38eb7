import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isPlainLine } from '@/lib/format/plain-line';
import { currentLanguage, i18n } from '@/lib/i18n/i18n';
import { languageName } from '@/lib/i18n/intl';
import { LANGUAGES } from '@/lib/i18n/languages';
import type { Json } from '@/types/database';
import { lineNotPlain, tooLong } from '@/ui/form/text-rules';
import { type Problems, problemAt } from './problems';

/** A listing's text in each language. Translations have the same length limit as the original. */
export interface TranslatedText {
  label: MessageDescriptor;
  limit: number;
  /** Returns the error of a translation, or null. */
  refusal?: (text: string) => string | null;
}
export type TranslatedTexts = Readonly<Record<string, TranslatedText>>;

/** Returns the error of a text that isn't a plain line, or null. */
export const lineRefusal = (text: string) => (isPlainLine(text) ? null : lineNotPlain());

/** The form's fields: the language of the originals, and the translations by language and column. */
export const translatedShape = {
  language: z.string(),
  translations: z.record(z.string(), z.record(z.string(), z.string())),
  /** The translations that were marked as current although their original was changed, such as 'es.title'. */
  still_right: z.array(z.string()),
};
const translatedSchema = z.object(translatedShape);
export type TranslatedValues = z.infer<typeof translatedSchema>;

/** The same as written to a row. `current` names the columns marked as current. */
export interface TranslatedColumns {
  language: string;
  translations: Record<string, Record<string, string | string[]>>;
}

/** The columns of a row with translations (docs/decisions/0046). */
export interface Translated {
  language: string;
  translations: Json;
}

const storedShape = z.catch(z.record(z.string(), z.record(z.string(), z.unknown())), {});

/** Returns the languages into which a listing is translated: the app's, except that of the original. */
export const furtherLanguages = (original: string) => LANGUAGES.filter(({ code }) => code !== original);

/** Returns the initial values of a row's form. A new row (null) is written in the language of its author's page. */
export function translatedValues(texts: TranslatedTexts, record: Translated | null): TranslatedValues {
  const stored = storedShape.parse(record?.translations ?? {});
  const codes = new Set([...LANGUAGES.map(({ code }) => code), ...Object.keys(stored)]);
  const textsIn = (code: string) =>
    Object.fromEntries(Object.keys(texts).map((column) => [column, textOf(stored[code]?.[column])]));
  return {
    language: record?.language ?? currentLanguage().code,
    translations: Object.fromEntries([...codes].map((code) => [code, textsIn(code)])),
    still_right: [],
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Returns the form's values as written to the row, without empty texts and texts in the language of the originals.
 */
export function translatedColumns<Values extends TranslatedValues>(values: Values) {
  const { language, translations, still_right, ...rest } = values;
  const further = Object.entries(translations).flatMap(([code, texts]) => {
    const kept = Object.entries(texts).flatMap(([column, text]) => (text.trim() === '' ? [] : [[column, text.trim()]]));
    if (code === language || kept.length === 0) return [];
    const current = kept.flatMap(([column = '']) => (still_right.includes(`${code}.${column}`) ? [column] : []));
    return [[code, { ...Object.fromEntries(kept), ...(current.length > 0 && { current }) }]];
  });
  return { ...rest, language, translations: Object.fromEntries(further) as TranslatedColumns['translations'] };
}

/**
 * Exchanges the texts of two languages when the original's language is changed, so that they stay in their fields.
 */
export function withOriginal({ language: before, translations }: TranslatedValues, now: string) {
  const { [now]: moved = {}, [before]: hidden = {} } = translations;
  return { ...translations, [before]: moved, [now]: hidden };
}

/** Returns the errors of the originals and of their translations, by field. */
export function textProblems(values: TranslatedValues, texts: TranslatedTexts): Problems[] {
  const { language, translations } = values;
  return Object.entries(texts).flatMap(([column, { label, limit, refusal }]) => {
    const noteOn = (text: string) => (text.length > limit ? tooLong(limit) : (refusal?.(text) ?? null));
    return [
      ...problemAt(column, noteOn(originalOf(values, column)), i18n._(label)),
      ...Object.entries(translations).flatMap(([code, texts]) => {
        const text = texts[column]?.trim() ?? '';
        if (code === language || text === '') return [];
        return problemAt(`translations.${code}.${column}`, noteOn(text), labelIn(i18n._(label), code));
      }),
    ];
  });
}

function originalOf(values: object, column: string): string {
  const text: unknown = Object.entries(values).find(([name]) => name === column)?.[1];
  return typeof text === 'string' ? text.trim() : '';
}

/** Returns a label such as 'Title, in Spanish'. */
export function labelIn(label: string, code: string): string {
  const language = languageName(code);
  return t`${label}, in ${language}`;
}

/** Whether a translation is missing, older than its original, or current. */
export type TranslationState = 'missing' | 'older' | 'current';

interface Texts {
  original: string;
  translation: string;
}

/**
 * Returns a translation's state. `now` is the form's text, and `stored` the loaded one, or null for a new row.
 * `stale` means that the original was changed since.
 */
export function translationState(now: Texts, stored: (Texts & { stale: boolean }) | null): TranslationState {
  if (now.translation.trim() === '') return now.original.trim() === '' ? 'current' : 'missing';
  if (!stored || stored.translation === '' || stored.translation !== now.translation.trim()) return 'current';
  return stored.stale || stored.original !== now.original.trim() ? 'older' : 'current';
}

/** Returns a row's text with its translation, as stored. */
export function storedTexts(record: Translated, column: string, code: string): Texts & { stale: boolean } {
  const texts = storedShape.parse(record.translations)[code];
  const stale = texts?.stale;
  return {
    original: textOf((record as unknown as Record<string, unknown>)[column]),
    translation: textOf(texts?.[column]),
    stale: typeof stale === 'object' && stale !== null && column in stale,
  };
}

const statesShape = z.catch(z.record(z.string(), z.enum(['older', 'current'])), {});

/** Returns the state of each language of a row, from the database's lists. */
export const translationStates = (translated: Json) => statesShape.parse(translated);

/** Returns the same from a row's translations. */
export const statesOf = (translations: Json): Record<string, 'older' | 'current'> =>
  Object.fromEntries(
    Object.entries(storedShape.parse(translations)).map(([code, texts]) => [
      code,
      'stale' in texts ? 'older' : 'current',
    ]),
  );
