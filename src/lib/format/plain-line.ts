// These are the same rules as private.is_plain_line and private.is_plain_text in the database. Both are tested with
// one list of cases (tests/support/names.ts).
/** Characters that change the text direction or are invisible. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u{34f}\u{1}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{2800}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/u;
/** Control characters and those that change the text direction. Line breaks are allowed. */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u{1}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/u;

/** Returns whether a text is a single line of letters of any script and emoji. */
export const isPlainLine = (value: string): boolean => !UNSEEN.test(value);

/**
 * Returns whether a text of several lines has no dangerous characters. Harmless invisible ones are allowed, because
 * copied text often contains them, and the database removes them.
 */
export const isPlainText = (value: string): boolean => !STEERING.test(value);
