import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';

export const tooLong = (limit: number): string => t`Please use at most ${limit} characters`;
const atMost = (limit: number) => z.maxLength(limit, { error: () => tooLong(limit) });

/** A text of at most `limit` characters, trimmed; `missing` says what an empty one lacks. */
export const requiredText = (missing: () => string, limit: number) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing }), atMost(limit));

// As private.is_plain_line and private.is_plain_name in the database; both are tested with one list of cases (tests/support/names.ts).
/** What turns the direction of its neighbours or cannot be seen. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u{34f}\u{1}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{2800}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/u;
/** Accents that are heaped upon each other reach into the lines above and below. */
const HEAPED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks without their letters are what is looked for
  /[\u{300}-\u{36f}\u{483}-\u{489}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}]{4}/u;
/** A dot in brackets, or the word for one: people read it as a dot. */
const WRITTEN_DOT = /\s*[[({<]\s*(?:\.|dot|punto)\s*[\])}>]\s*/giu;
/** Markup, or an address: any two letters right after a dot may end one, as nobody knows all endings. */
const ADDRESS = /:\/\/|(?<![\p{L}\p{N}_])www\.|[<>]|[\p{L}\p{N}]\.\p{L}{2}/iu;

/** What is customarily written without a blank before a name: 'Ma.José' leads nowhere. */
const ABBREVIATION =
  /(?<![\p{L}\p{N}_])(Ma|Fco|Fca|Sta|Sto|Dr|Dra|Lic|Ing|Sr|Sra|Srta)\.(?=[A-ZÁÉÍÓÚÑ][a-záéíóúüñ]{3,}(?:\s|$))/gu;

/** Letters of every script and emoji; a line that stands among others. */
export const isPlainLine = (value: string): boolean => !UNSEEN.test(value);

export const isPlainName = (value: string): boolean =>
  isPlainLine(value) &&
  !HEAPED.test(value) &&
  !ADDRESS.test(
    value.normalize('NFKC').replaceAll('。', '.').replaceAll(WRITTEN_DOT, '.').replaceAll(ABBREVIATION, '$1 '),
  );

export const nameNotPlain = (): string => t`Please use a name without web addresses and invisible characters`;

export const lineNotPlain = (): string => t`Please leave out invisible characters`;

/** A title or a label. */
export const requiredLine = (missing: () => string, limit: number) =>
  requiredText(missing, limit).check(z.refine(isPlainLine, { error: lineNotPlain }));

/** What a person or a business is called. */
export const requiredName = (missing: () => string, limit: number) =>
  requiredText(missing, limit).check(z.refine(isPlainName, { error: nameNotPlain }));

/** A text that may stay empty. */
export const optionalText = (limit: number) => z.string().check(z.trim(), atMost(limit));
