/** Adds a full stop, for joining sentences: "Failed to save territory. You're offline". */
export const sentence = (text: string): string => (/[\p{L}\p{N})'’"]$/u.test(text) ? `${text}.` : text);

/** Capitalised, for use outside a sentence: 'español' → 'Español'. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The failure and, if known, its reason. */
export const withCause = (message: string, cause: string | undefined): string =>
  cause ? `${sentence(message)} ${cause}` : message;
