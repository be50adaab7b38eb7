/** With its full stop, where another sentence comes after it: "Failed to save territory. You're offline". */
export const sentence = (text: string): string => (/[\p{L}\p{N})'’"]$/u.test(text) ? `${text}.` : text);

/** Alone, not in a sentence: 'español' → 'Español'. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What failed and, where it is known, why. */
export const withCause = (message: string, cause: string | undefined): string =>
  cause ? `${sentence(message)} ${cause}` : message;
