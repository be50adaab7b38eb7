import { readText, writeText } from '@/lib/storage/storage';

/** A closed install hint stays closed on this phone, signed in or out: its key isn't cleared by `forgetTexts`. */
const KEY = 'install-hint';

export const isInstallHintClosed = (): boolean => readText('local', KEY) !== null;
export const closeInstallHint = (): void => writeText('local', KEY, 'closed');
