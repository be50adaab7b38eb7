// These are the same rules as private.is_plain_line and private.is_plain_text in the database, and the same sets as
// private.invisible_characters, private.steering_characters and private.stray_characters. Both are tested with one
// list of cases (tests/support/names.ts).
const INVISIBLE =
  '\\u{ad}\\u{34f}\\u{61c}\\u{115f}\\u{1160}\\u{17b4}\\u{17b5}\\u{180e}\\u{200b}\\u{200e}\\u{200f}\\u{2060}-\\u{2065}\\u{206a}-\\u{206f}\\u{3164}\\u{feff}\\u{ffa0}\\u{fff0}-\\u{fff8}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}';
/** Control characters, those that change the text direction, and those that Unicode excludes. Line breaks are allowed. */
const STEERING =
  '\\u{1}-\\u{8}\\u{b}\\u{c}\\u{e}-\\u{1f}\\u{7f}-\\u{9f}\\u{2028}-\\u{202e}\\u{2066}-\\u{2069}\\u{fdd0}-\\u{fdef}\\u{fff9}-\\u{fffb}\\u{fffe}\\u{ffff}\\u{e0000}-\\u{e0fff}';
/** The characters of scripts that join, and emoji. */
const JOINING =
  '\\u{600}-\\u{8ff}\\u{900}-\\u{dff}\\u{f00}-\\u{109f}\\u{1780}-\\u{18af}\\u{1900}-\\u{1cff}\\u{2190}-\\u{2bff}\\u{a800}-\\u{abff}\\u{fe0f}\\u{1f000}-\\u{1faff}';
/** The signs that remove a vowel, after which a word may end with a joiner. */
const VIRAMA =
  '\\u{94d}\\u{9cd}\\u{a4d}\\u{acd}\\u{b4d}\\u{bcd}\\u{c4d}\\u{ccd}\\u{d4d}\\u{dca}\\u{1039}\\u{103a}\\u{17d2}';
const SELECTED = '\\u{a9}\\u{ae}\\u{2010}-\\u{32ff}\\u{3400}-\\u{9fff}\\u{f900}-\\u{faff}\\u{1f000}-\\u{1faff}';
/** Joiners and variation selectors that do nothing, because no script or emoji needs them there. */
const STRAY = [
  `(?<![${JOINING}])[\\u{200c}\\u{200d}]`,
  `(?<![${VIRAMA}])[\\u{200c}\\u{200d}](?![${JOINING}])`,
  `(?<![${SELECTED}])[\\u{fe00}-\\u{fe0f}](?!\\u{20e3})`,
  '(?<![\\u{1800}-\\u{18af}])[\\u{180b}-\\u{180d}\\u{180f}]',
].join('|');
const NOT_IN_LINE = new RegExp(`[\\t\\n\\r\\u{2800}${INVISIBLE}${STEERING}]|${STRAY}|^\\s+$`, 'u');
const NOT_IN_TEXT = new RegExp(`[${STEERING}]`, 'u');

/** Returns whether a text is a single line of letters of any script and emoji. */
export const isPlainLine = (value: string): boolean => !NOT_IN_LINE.test(value);

/**
 * Returns whether a text of several lines has no dangerous characters. Harmless invisible ones are allowed, because
 * copied text often contains them, and the database removes them.
 */
export const isPlainText = (value: string): boolean => !NOT_IN_TEXT.test(value);
