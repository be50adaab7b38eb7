import { readText, removeText, writeText } from '@/lib/storage/storage';

/** The person whose push notifications this browser receives (features/account/push). */
const KEY = 'push-for';

export const pushOwner = (): string | null => readText('local', KEY);
export const setPushOwner = (userId: string): void => writeText('local', KEY, userId);
export const clearPushOwner = (): void => removeText('local', KEY);
