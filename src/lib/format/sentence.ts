/** With its full stop, where another sentence comes after it: 'Failed to save territory. You are offline'. */
export const sentence = (text: string): string => (/[\p{L}\p{N})'’"]$/u.test(text) ? `${text}.` : text);

/** What failed and, where it is known, why. */
export const withCause = (message: string, cause: string | undefined): string =>
  cause ? `${sentence(message)} ${cause}` : message;
