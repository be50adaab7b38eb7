import { useSearchParams } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { referringPage } from '@/lib/routing/referring-page';
import { clearReferral, referralCode, storedReferral, writeReferral } from './stored-referral.ts';

/** The code of this address (`?ref=`), which the page's links carry along. */
export function useReferral(): string | null {
  const [params] = useSearchParams();
  return referralCode(params.get('ref'));
}

/** Copies the previous page's code into the address, if its link could not do so yet. */
export function carryReferral(): void {
  const from = new URL(referringPage() ?? paths.home, window.location.origin);
  const here = new URL(window.location.href);
  const code = referralCode(from.searchParams.get('ref'));
  if (!code || here.searchParams.has('ref')) return;
  here.searchParams.set('ref', code);
  window.history.replaceState(window.history.state, '', here);
}

/**
 * Stores an address's code immediately, as the person may go to the sign-up at once; an unknown or inactive code is
 * removed again and never replaces a stored one.
 */
export async function storeReferral(code: string): Promise<void> {
  const before = storedReferral();
  if (before === code) return;
  if (!before) writeReferral(code);
  try {
    const { findReferralLink } = await import('./referral-link.ts');
    const link = await findReferralLink(code);
    if (link) writeReferral(code);
    else if (storedReferral() === code) clearReferral();
  } catch (error) {
    console.warn('The referral was not looked up', error);
  }
}

/** After sign-in: binds the account to the stored code. Failures are ignored. */
export async function claimReferral(): Promise<void> {
  const code = storedReferral();
  if (!code) return;
  try {
    const { registerReferral } = await import('@/features/account/queries');
    await registerReferral(code);
    if (storedReferral() === code) clearReferral();
  } catch (error) {
    console.warn('The referral was not registered', error);
  }
}
