/** The fewest characters of a password: the first one of an account, and one that is set later. */
export const PASSWORD_LENGTH = { first: 6, later: 8 } as const;

/** The database can't read a null character. No keyboard has one, but a pasted text may. */
export const isReadable = (password: string): boolean => !password.includes('\0');

/** Bytes after the 72nd would be ignored, so the auth service refuses them. */
export const fitsHash = (password: string): boolean => new TextEncoder().encode(password).length <= 72;
