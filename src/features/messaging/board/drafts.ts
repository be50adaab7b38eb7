/** Returns the storage key of a text that is being written. `place` is a board or a message, and the author. */
export const draftKeyOf = (place: string): string => `territorio-board-${place}`;

/** Returns the name of the draft of an edited message. */
export const editDraftOf = (messageId: string): string => `board-edit-${messageId}`;
