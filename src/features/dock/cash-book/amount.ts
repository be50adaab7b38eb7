/** The same amount on the side of what it is of: what the desk owes somebody is below zero. */
export const signedLike = (amount: number, of: number): number => (of < 0 ? -amount : amount);
