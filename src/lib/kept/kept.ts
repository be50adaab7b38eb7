import { readText, removeText, writeText } from '../storage.ts';

/** How long what was read stays on the phone: the evening before is still there in the morning. */
export const KEPT_MS = 36 * 60 * 60_000;

/**
 * Spread into the options of a query whose answer is kept on the phone for a reload without signal (docs/decisions/0018). It also
 * stays in memory that long: what nobody looks at any more would otherwise be dropped, and with it what is kept.
 */
export const kept = { meta: { kept: true }, gcTime: KEPT_MS };

/** Whose day this browser keeps. `forgetTexts` must not clear it: it says that there is something to delete. */
const KEY = 'kept-for';

export const keptFor = (): string | null => readText('local', KEY);
export const noteKeptFor = (userId: string): void => writeText('local', KEY, userId);
export const noteNothingKept = (): void => removeText('local', KEY);
