import { readText, removeText, writeText } from '@/lib/storage/storage';

/**
 * The person whose queries this browser has persisted. `forgetTexts` must not clear this key, because it marks data
 * that has to be deleted.
 */
const KEY = 'persisted-for';

export const persistedFor = (): string | null => readText('local', KEY);
export const setPersistedFor = (userId: string): void => writeText('local', KEY, userId);
export const clearPersistedFor = (): void => removeText('local', KEY);
