import { readText, removeText, writeText } from '@/lib/storage/storage';

const KEY = 'territorio-invite';
const CODE = /^[0-9a-f]{32,128}$/;

export const isInviteCode = (code: string): boolean => CODE.test(code);

/** Stores an invitation's code until the person has signed in or up, which may happen in another tab. */
export function storeInvite(code: string): void {
  if (isInviteCode(code)) writeText('local', KEY, code);
}

export function storedInvite(): string | null {
  const code = readText('local', KEY) ?? '';
  return isInviteCode(code) ? code : null;
}

export function forgetInvite(): void {
  removeText('local', KEY);
}
