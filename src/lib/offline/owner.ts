import { readText, removeText, writeText } from '@/lib/storage/storage';

/** Whose queries this browser has persisted. `forgetTexts` must not clear it: it says that there is something to delete. */
const KEY = 'persisted-for';

export const persistedFor = (): string | null => readText('local', KEY);
export const setPersistedFor = (userId: string): void => writeText('local', KEY, userId);
export const clearPersistedFor = (): void => removeText('local', KEY);
