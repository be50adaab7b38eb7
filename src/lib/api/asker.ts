/** Whether the latest request was made for somebody: to a guest nobody says that a session is over. */
export const asker = { somebody: false };
