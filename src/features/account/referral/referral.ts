import { useSearchParams } from 'react-router-dom';
import { cameFrom } from '@/lib/routing/came-from';
import { paths } from '@/lib/routing/paths';
import { readText, removeText, writeText } from '@/lib/storage/storage';

const KEY = 'territorio-ref';
const CODE = /^[A-Z0-9]{6}$/;

/** A partner's code as it stands in links: six capitals or digits. Anything else is no code. */
export function referralCode(value: string | null): string | null {
  const code = value?.trim().toUpperCase() ?? '';
  return CODE.test(code) ? code : null;
}

/** The code of this address (`?ref=`), which the links of the page carry on. */
export function useReferral(): string | null {
  const [params] = useSearchParams();
  return referralCode(params.get('ref'));
}

/** Puts the code of the page that one comes from into the address, where its own link could not do so yet. */
export function carryReferral(): void {
  const from = new URL(cameFrom() ?? paths.home, window.location.origin);
  const here = new URL(window.location.href);
  const code = referralCode(from.searchParams.get('ref'));
  if (!code || here.searchParams.has('ref')) return;
  here.searchParams.set('ref', code);
  window.history.replaceState(window.history.state, '', here);
}

/** The code that is kept in this browser for the sign-up that may come later. */
export function keptReferral(): string | null {
  return referralCode(readText('local', KEY));
}

/**
 * Keeps the code of an address. It stands at once, as the person may leave for the sign-up at once; but an unknown or
 * inactive one goes again, and never takes the place of one that was kept before.
 */
export async function keepReferral(code: string): Promise<void> {
  const before = keptReferral();
  if (before === code) return;
  if (!before) writeText('local', KEY, code);
  try {
    const { findReferralLink } = await import('./referral-link.ts');
    const link = await findReferralLink(code);
    if (link) writeText('local', KEY, code);
    else if (keptReferral() === code) removeText('local', KEY);
  } catch (error) {
    console.warn('The referral was not looked up', error);
  }
}

/** After sign-in: ties the account to the kept code. A failure never gets in the person's way. */
export async function claimReferral(): Promise<void> {
  const code = keptReferral();
  if (!code) return;
  try {
    const { registerReferral } = await import('@/features/account/queries');
    await registerReferral(code);
    if (keptReferral() === code) removeText('local', KEY);
  } catch (error) {
    console.warn('The referral was not registered', error);
  }
}
