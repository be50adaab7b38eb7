/** Returns an amount with the sign of its book, which is negative if the desk owes the person. */
export const signedLike = (amount: number, of: number): number => (of < 0 ? -amount : amount);
