import { useSearchParams } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { referringPage } from '@/lib/routing/referring-page';
import { clearReferral, referralCode, storedReferral, writeReferral } from './stored-referral.ts';

/** Returns the code of this page's URL (`?ref=`), which the page's links pass on. */
export function useReferral(): string | null {
  const [params] = useSearchParams();
  return referralCode(params.get('ref'));
}

/** Adds the previous page's code to the URL, if the link there couldn't do it yet. */
export function carryReferral(): void {
  const from = new URL(referringPage() ?? paths.home, window.location.origin);
  const here = new URL(window.location.href);
  const code = referralCode(from.searchParams.get('ref'));
  if (!code || here.searchParams.has('ref')) return;
  here.searchParams.set('ref', code);
  window.history.replaceState(window.history.state, '', here);
}

/**
 * Stores the URL's code at once, because the person may go straight to the sign-up. An unknown or inactive code is
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

/** Binds the account to the stored code after signing in. Failures are ignored. */
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
