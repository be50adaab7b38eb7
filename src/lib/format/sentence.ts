/** Adds a full stop, so that sentences can be joined: "Failed to save territory. You're offline". */
export const sentence = (text: string): string => (/[\p{L}\p{N})'’"]$/u.test(text) ? `${text}.` : text);

/** Capitalises a word for use outside a sentence, such as 'Español' for 'español'. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the failure together with its reason, if that is known. */
export const withCause = (message: string, cause: string | undefined): string =>
  cause ? `${sentence(message)} ${cause}` : message;
