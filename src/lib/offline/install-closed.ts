import { readText, writeText } from '@/lib/storage/storage';

/** Who has closed a hint to install the page sees none on this phone any more, signed out or not: no name that `forgetTexts` clears. */
const KEY = 'install-hint';

export const isInstallHintClosed = (): boolean => readText('local', KEY) !== null;
export const closeInstallHint = (): void => writeText('local', KEY, 'closed');
