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

/** A text of a listing that is written in each language; its translations may be as long as its original. */
export interface TranslatedText {
  label: MessageDescriptor;
  limit: number;
  /** What is wrong with a translation; null where nothing is. */
  refusal?: (text: string) => string | null;
}
export type TranslatedTexts = Readonly<Record<string, TranslatedText>>;

/** For a text of one line. */
export const lineRefusal = (text: string) => (isPlainLine(text) ? null : lineNotPlain());

/** The fields of a form: the language of the originals, and by further language and column what they are in it. */
export const translatedShape = {
  language: z.string(),
  translations: z.record(z.string(), z.record(z.string(), z.string())),
  /** The translations that are said to be still right though their original was changed: 'es.title'. */
  still_right: z.array(z.string()),
};
const translatedSchema = z.object(translatedShape);
export type TranslatedValues = z.infer<typeof translatedSchema>;

/** The same as a row is written: `current` names the columns that are still right. */
export interface TranslatedColumns {
  language: string;
  translations: Record<string, Record<string, string | string[]>>;
}

/** The columns of a row that has translations (docs/decisions/0046). */
export interface Translated {
  language: string;
  translations: Json;
}

const storedShape = z.catch(z.record(z.string(), z.record(z.string(), z.unknown())), {});

/** The languages that a listing is translated to: those of the app, but the one that it was written in. */
export const furtherLanguages = (original: string) => LANGUAGES.filter(({ code }) => code !== original);

/** What the form of a row begins with; null for a new one, which is written in the language of its writer's page. */
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

/** The values of a form as the row is written: no empty text, and none in the language of the originals. */
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

/** The texts stay in their boxes as their language is chosen: what stood in the new one is now in the one before. */
export function withOriginal({ language: before, translations }: TranslatedValues, now: string) {
  const { [now]: moved = {}, [before]: hidden = {} } = translations;
  return { ...translations, [before]: moved, [now]: hidden };
}

/** What is wrong with the translations, each beside its field, and which originals are too long. */
export function translationProblems(values: TranslatedValues, texts: TranslatedTexts): Problems[] {
  const { language, translations } = values;
  return Object.entries(texts).flatMap(([column, { label, limit, refusal }]) => [
    ...problemAt(column, originalOf(values, column).length > limit ? tooLong(limit) : null, i18n._(label)),
    ...Object.entries(translations).flatMap(([code, texts]) => {
      const text = texts[column]?.trim() ?? '';
      if (code === language || text === '') return [];
      const note = text.length > limit ? tooLong(limit) : (refusal?.(text) ?? null);
      return problemAt(`translations.${code}.${column}`, note, labelIn(i18n._(label), code));
    }),
  ]);
}

function originalOf(values: object, column: string): string {
  const text: unknown = Object.entries(values).find(([name]) => name === column)?.[1];
  return typeof text === 'string' ? text.trim() : '';
}

/** 'Title, in Spanish' */
export function labelIn(label: string, code: string): string {
  const language = languageName(code);
  return t`${label}, in ${language}`;
}

/** How a translation stands to its original. */
export type TranslationState = 'missing' | 'older' | 'current';

interface Texts {
  original: string;
  translation: string;
}

/** `now`: in the form; `stored`: as they were read, null for a new row; `stale`: the database says that the original was changed since. */
export function translationState(now: Texts, stored: (Texts & { stale: boolean }) | null): TranslationState {
  if (now.translation.trim() === '') return now.original.trim() === '' ? 'current' : 'missing';
  if (!stored || stored.translation === '' || stored.translation !== now.translation.trim()) return 'current';
  return stored.stale || stored.original !== now.original.trim() ? 'older' : 'current';
}

/** A text of a row with its translation, as they are stored. */
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

/** How each further language of a row stands to its originals, as the lists of the database say it. */
export const translationStates = (translated: Json) => statesShape.parse(translated);

/** The same, of a row that brings its translations. */
export const statesOf = (translations: Json): Record<string, 'older' | 'current'> =>
  Object.fromEntries(
    Object.entries(storedShape.parse(translations)).map(([code, texts]) => [
      code,
      'stale' in texts ? 'older' : 'current',
    ]),
  );
