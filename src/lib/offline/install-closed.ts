import { readText, writeText } from '@/lib/storage/storage';

/**
 * A closed install hint stays closed on this phone, whether someone is signed in or not, so `forgetTexts` doesn't
 * clear this key.
 */
const KEY = 'install-hint';

export const isInstallHintClosed = (): boolean => readText('local', KEY) !== null;
export const closeInstallHint = (): void => writeText('local', KEY, 'closed');
