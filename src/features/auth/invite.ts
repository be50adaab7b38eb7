import { msg } from '@lingui/core/macro';
import { AppError } from '@/lib/errors';
import { i18n } from '@/lib/i18n';
import { readText, removeText, writeText } from '@/lib/storage';

const KEY = 'territorio-invite';
const CODE = /^[0-9a-f]{32,128}$/;

/** Keeps the code of an invitation for the sign-in or the sign-up that comes first, maybe in another tab. */
export function keepInvite(code: string): void {
  if (CODE.test(code)) writeText('local', KEY, code);
}

export function keptInvite(): string | null {
  const code = readText('local', KEY) ?? '';
  return CODE.test(code) ? code : null;
}

let claiming: Promise<void> | null = null;

/**
 * Takes the kept invitation up for whoever is signed in now. Asked twice at once (the callback and the sign-in both do) it goes once.
 * Rejects with the reason; a refusal that will stand is forgotten, a failed request is tried again at the next sign-in.
 */
export function claimInvite(): Promise<void> {
  claiming ??= claim().finally(() => {
    claiming = null;
  });
  return claiming;
}

async function claim(): Promise<void> {
  const code = keptInvite();
  if (!code) return;
  const [{ redeemInvite }, { toast }] = await Promise.all([import('./queries.ts'), import('@/ui/toast')]);
  try {
    await redeemInvite(code);
  } catch (error) {
    if (error instanceof AppError && /^invite_/.test(error.code)) removeText('local', KEY);
    throw error;
  }
  removeText('local', KEY);
  toast.success(i18n._(msg`You accepted the invitation. Your new pages are in the menu.`), 5000);
}
