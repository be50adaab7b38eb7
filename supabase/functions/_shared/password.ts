/** The fewest characters of a password: the first one of an account, and one that is set later. */
export const PASSWORD_LENGTH = { first: 6, later: 8 } as const;

/**
 * The database can't read a null character, and half a character becomes another one when it is sent. No keyboard has
 * them, but a pasted text may.
 */
export const isReadable = (password: string): boolean => !/\0|\p{Surrogate}/u.test(password);

/** Bytes after the 72nd would be ignored, so the auth service refuses them. */
export const fitsHash = (password: string): boolean => new TextEncoder().encode(password).length <= 72;
