import { useSearchParams } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { referringPage } from '@/lib/routing/referring-page';
import { clearReferral, referralCode, storedReferral, writeReferral } from './stored-referral.ts';

/** The code of this address (`?ref=`), which the links of the page carry on. */
export function useReferral(): string | null {
  const [params] = useSearchParams();
  return referralCode(params.get('ref'));
}

/** Puts the code of the page that one comes from into the address, where its own link could not do so yet. */
export function carryReferral(): void {
  const from = new URL(referringPage() ?? paths.home, window.location.origin);
  const here = new URL(window.location.href);
  const code = referralCode(from.searchParams.get('ref'));
  if (!code || here.searchParams.has('ref')) return;
  here.searchParams.set('ref', code);
  window.history.replaceState(window.history.state, '', here);
}

/**
 * Stores the code of an address. It stands at once, as the person may leave for the sign-up at once; but an unknown or
 * inactive one goes again, and never takes the place of one that was stored before.
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

/** After sign-in: ties the account to the stored code. A failure never gets in the person's way. */
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
