import { readText, removeText, writeText } from '@/lib/storage/storage';

const KEY = 'territorio-ref';
const CODE = /^[A-Z0-9]{6}$/;

/** Returns a valid partner's code (six capitals or digits), or null. */
export function referralCode(value: string | null): string | null {
  const code = value?.trim().toUpperCase() ?? '';
  return CODE.test(code) ? code : null;
}

/** Returns the code stored for a later sign-up. */
export function storedReferral(): string | null {
  return referralCode(readText('local', KEY));
}

export const writeReferral = (code: string): void => writeText('local', KEY, code);

export const clearReferral = (): void => removeText('local', KEY);
