import { readText, removeText, writeText } from '@/lib/storage/storage';

const KEY = 'territorio-ref';
const CODE = /^[A-Z0-9]{6}$/;

/** A partner's code as it stands in links: six capitals or digits. Anything else is no code. */
export function referralCode(value: string | null): string | null {
  const code = value?.trim().toUpperCase() ?? '';
  return CODE.test(code) ? code : null;
}

/** The code that this browser stores for the sign-up that may come later. */
export function storedReferral(): string | null {
  return referralCode(readText('local', KEY));
}

export const writeReferral = (code: string): void => writeText('local', KEY, code);

export const clearReferral = (): void => removeText('local', KEY);
