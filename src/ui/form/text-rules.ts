import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isEmail } from '@/lib/format/email';
import { isPlainLine, isPlainText } from '@/lib/format/plain-line';

export const tooLong = (limit: number): string => t`Please use at most ${limit} characters`;
const atMost = (limit: number) => z.maxLength(limit, { error: () => tooLong(limit) });

/** Validates a trimmed text of 1 to `limit` characters. `missing` returns the error for an empty one. */
export const requiredText = (missing: () => string, limit: number) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing }), atMost(limit));

// `private.is_plain_name` in the database is the same rule. Both are tested with one list of cases
// (tests/support/names.ts).
/** Matches stacked accents, which overlap the lines above and below. */
const HEAPED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: these combining marks are what it looks for
  /[\u{300}-\u{36f}\u{483}-\u{489}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}]{4}/u;
/** Matches a dot in brackets, or the word "dot" in brackets. People read both as a dot. */
const WRITTEN_DOT = /\s*[[({<]\s*(?:\.|dot|punto)\s*[\])}>]\s*/giu;
/** Matches a web address. Any two letters after a dot may be a top-level domain. */
const ADDRESS = /:\/\/|(?<![\p{L}\p{N}_])www\.|[\p{L}\p{N}]\.\p{L}{2}/iu;

/**
 * Matches abbreviations that people write without a space before a name. 'Ma.José' and 'Sta.Ana' aren't addresses, but
 * 'Sta.Com' is.
 */
const ABBREVIATION =
  /(?<![\p{L}\p{N}_])(Ma|Fco|Fca|Sta|Sto|Dr|Dra|Lic|Ing|Sr|Sra|Srta)\.(?!(?:App|Art|Bar|Bet|Bid|Bio|Biz|Box|Bot|Cab|Cam|Car|Cat|Com|Day|Dev|Dot|Eat|Edu|Fan|Fit|Fly|Fun|Gal|Gay|Gov|Ice|Icu|Inc|Ink|Int|Kim|Lat|Law|Llc|Lol|Ltd|Man|Men|Mil|Mom|Net|New|Ngo|Now|Ong|One|Onl|Org|Ott|Pay|Pet|Pro|Pub|Red|Ren|Rip|Run|Sbs|Sex|Ski|Soy|Spa|Srl|Tax|Tel|Top|Uno|Vet|Vin|Vip|Win|Wow|Xin|Xxx|Xyz|You|Zip)(?:\s|$))(?=[A-ZÁÉÍÓÚÑ][a-záéíóúüñ]{2,}(?:\s|$))/gu;

/** Matches a degree, as in 'M.Sc. Ana'. */
const DEGREE = /(?<![\p{L}\p{N}_])[BM]\.(?:Ed|Phil|Sc)\.?(?=\s|$)/gu;

/**
 * Matches initials without a space before a surname, as in 'N.Jones' and 'J.R.R.Tolkien'. Doesn't match 'X.Shop',
 * because that is an address.
 */
const INITIALS =
  /(?<![\p{L}\p{N}_])((?:\p{Lu}\.)+)(?!(?:Agency|Asia|Bank|Blog|Cash|Click|Cloud|Club|Coop|Email|Guide|Help|Info|Life|Link|Live|Media|Mobi|Money|Name|Online|Page|Post|Shop|Site|Space|Store|Support|Team|Tech|Today|Tours|Travel|Website|Work|World)(?![\p{L}\p{N}]))(?=\p{Lu}\p{Ll}{3,}(?![\p{L}\p{N}._/@]))/gu;

// `private.has_web_address` in the database is the same rule, tested with the same cases.
/** Returns whether an email program would turn part of the text into a link. */
export const hasWebAddress = (value: string): boolean =>
  ADDRESS.test(
    value
      .normalize('NFKC')
      .replaceAll('。', '.')
      .replaceAll(WRITTEN_DOT, '.')
      .replaceAll(ABBREVIATION, '$1 ')
      .replaceAll(DEGREE, '')
      .replaceAll(INITIALS, '$1 '),
  );

export const isPlainName = (value: string): boolean =>
  isPlainLine(value) && !HEAPED.test(value) && !/[<>]/.test(value.normalize('NFKC')) && !hasWebAddress(value);

export const nameNotPlain = (): string => t`Please use a name without web addresses or special characters`;

// `private.is_person_name` in the database is the same rule, tested with the same cases.
/** Matches a particle of a name, such as 'de' or 'van'. */
const PARTICLE = /^(?:da|das|de|del|den|der|di|do|dos|du|e|el|la|las|le|los|van|von|y)$|^[dl]['’]/u;
/**
 * Returns whether a text is a person's name and not a message. Only such texts may be in an email to a stranger. The
 * field checks the length.
 */
export function isPersonName(value: string): boolean {
  const words = value.trim().split(/\s+/);
  const isSmall = (word: string) => /^\p{Ll}/u.test(word) && !PARTICLE.test(word);
  return (
    isPlainName(value) &&
    !/[0-9,;:!?¡¿"(){}/|@#$%*_+=~…—[\]\\]/.test(value.normalize('NFKC')) &&
    words.length <= 7 &&
    (words.length <= 3 || !words.some(isSmall))
  );
}

/** Validates the name of someone who gets an email because another person asks for it. */
export const recipientName = (missing: () => string) =>
  requiredText(missing, 60).check(
    z.refine(isPlainName, { error: nameNotPlain }),
    z.refine(isPersonName, {
      error: () => t`Please enter a person's name, with capital letters and without digits or sentences`,
    }),
  );

export const lineNotPlain = (): string => t`Please remove the invisible characters`;

/** Validates a title or a label. */
export const requiredLine = (missing: () => string, limit: number) =>
  requiredText(missing, limit).check(z.refine(isPlainLine, { error: lineNotPlain }));

/** Validates the name of a person or business. */
export const requiredName = (missing: () => string, limit: number) =>
  requiredText(missing, limit).check(z.refine(isPlainName, { error: nameNotPlain }));

/** Validates an optional text of at most `limit` characters. */
export const optionalText = (limit: number) => z.string().check(z.trim(), atMost(limit));

/** Returns the error of a text with several lines that others read, or null if it is valid. */
export const textRefusal = (text: string): string | null => (isPlainText(text) ? null : lineNotPlain());

/** Validates such a text as part of a schema. */
export const plainText = () => z.refine<string>(isPlainText, { error: lineNotPlain });

/** Checks that a text is an email address. */
export const validEmail = () => z.refine<string>(isEmail, { error: () => t`Please enter a valid email address` });
