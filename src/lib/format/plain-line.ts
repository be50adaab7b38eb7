// As private.is_plain_line and private.is_plain_text in the database; both are tested with one list of cases (tests/support/names.ts).
/** What turns the direction of its neighbours or cannot be seen. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u{34f}\u{1}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{2800}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/u;
/** What steers a screen, or turns the direction of its neighbours; the breaks of lines are none of it. */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u{1}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/u;

/** Letters of every script and emoji; a line that stands among others. */
export const isPlainLine = (value: string): boolean => !UNSEEN.test(value);

/** A text of several lines. What cannot be seen and does no harm comes with what people copy, and may be there. */
export const isPlainText = (value: string): boolean => !STEERING.test(value);
