import { readText, removeText, writeText } from '../storage.ts';

/** Whose day this browser keeps. `forgetTexts` must not clear it: it says that there is something to delete. */
const KEY = 'kept-for';

export const keptFor = (): string | null => readText('local', KEY);
export const noteKeptFor = (userId: string): void => writeText('local', KEY, userId);
export const noteNothingKept = (): void => removeText('local', KEY);
