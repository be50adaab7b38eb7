import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FoundLink, lookUpReferral, registerReferral } from '@/features/account/queries';
import { type SessionView, useSession } from '@/features/account/session/session';
import { queryClient } from '@/lib/api/query-client';
import { ReferralBanner } from './ReferralBanner.tsx';
import { claimReferral, storeReferral } from './referral.ts';
import { referralCode, storedReferral } from './stored-referral.ts';

vi.mock('@/features/account/queries', () => ({ lookUpReferral: vi.fn(), registerReferral: vi.fn() }));
vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));

/** The links of two partners. Every other code is unknown or inactive. */
const LINKS: Record<string, FoundLink> = {
  HOTEL1: { id: 'link-1', partnerName: 'Hotel Marea' },
  HOTEL2: { id: 'link-2', partnerName: 'Hotel Luna' },
};

function person(id: string | null): void {
  const view: Partial<SessionView> = { status: id ? 'signed-in' : 'signed-out' };
  vi.mocked(useSession).mockReturnValue({ ...view, user: id ? { id } : null } as SessionView);
}

beforeEach(() => {
  queryClient.clear();
  person(null);
  vi.mocked(lookUpReferral)
    .mockReset()
    .mockImplementation((code) => Promise.resolve(LINKS[code] ?? null));
  vi.mocked(registerReferral).mockReset().mockResolvedValue('link-1');
});

describe('referralCode', () => {
  it.each([
    ['HOTEL1', 'HOTEL1'],
    [' hotel1 ', 'HOTEL1'],
    ['HOTEL', null],
    ['HOTEL11', null],
    ['HOT-L1', null],
    ['<b>HO>', null],
    ['', null],
    [null, null],
  ])('%j', (value, code) => expect(referralCode(value)).toBe(code));
});

describe('the stored code', () => {
  it('stores the code before the lookup is answered', async () => {
    const looked = storeReferral('HOTEL1');
    expect(storedReferral()).toBe('HOTEL1');
    await looked;
    expect(storedReferral()).toBe('HOTEL1');
  });

  it('is deleted if it is unknown or inactive', async () => {
    await storeReferral('NOBODY');
    expect(storedReferral()).toBeNull();
  });

  it('is replaced only by a later valid one', async () => {
    await storeReferral('HOTEL1');
    await storeReferral('NOBODY');
    expect(storedReferral()).toBe('HOTEL1');
    await storeReferral('HOTEL2');
    expect(storedReferral()).toBe('HOTEL2');
  });

  it("stays while the server can't be reached", async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    vi.mocked(lookUpReferral).mockRejectedValue(new Error('down'));
    await storeReferral('HOTEL1');
    expect(storedReferral()).toBe('HOTEL1');
    vi.mocked(registerReferral).mockRejectedValue(new Error('down'));
    await claimReferral();
    expect(storedReferral()).toBe('HOTEL1');
    expect(warned).toHaveBeenCalledTimes(2);
  });

  it('is used by an account, whatever the server does with it', async () => {
    await storeReferral('HOTEL1');
    vi.mocked(registerReferral).mockResolvedValue(null);
    await claimReferral();
    expect(registerReferral).toHaveBeenCalledExactlyOnceWith('HOTEL1');
    expect(storedReferral()).toBeNull();
    await claimReferral();
    expect(registerReferral).toHaveBeenCalledTimes(1);
  });

  it('ignores manipulated storage', () => {
    localStorage.setItem('territorio-ref', '<script>alert(1)</script>');
    expect(storedReferral()).toBeNull();
  });
});

describe('ReferralBanner', () => {
  const banner = () => screen.queryByText(/^You're browsing through a hotel partner referral\./);
  const show = (search: string) => renderApp(<ReferralBanner />, { url: `/regions${search}` });

  /** Returns whether the banner's space is reserved (during the lookup) or the banner is visible. */
  const seen = (view: ReturnType<typeof show>) =>
    vi.waitFor(() => expect(view.getByRole('status')).not.toHaveClass('invisible'), { timeout: 5000 });
  const gone = () => vi.waitFor(() => expect(banner()).toBeNull(), { timeout: 5000 });

  it('is shown for an active code, and looked up once per tab, because a lookup counts as a visit', async () => {
    const first = show('?ref=hotel1');
    await seen(first);
    expect(banner()).toHaveTextContent(
      "You're browsing through a hotel partner referral. Any bookings you make will be associated with this referral",
    );
    expect(screen.getByText('Hotel Marea welcomes you')).toBeVisible();
    first.unmount();
    queryClient.clear();
    const second = show('?ref=HOTEL1');
    await seen(second);
    expect(lookUpReferral).toHaveBeenCalledExactlyOnceWith('HOTEL1');
  });

  it.each(['?ref=NOBODY', '?ref=', '?ref=%3Cscript%3E', ''])('shows nothing for "%s"', async (search) => {
    show(search);
    await gone();
  });

  it("promises nothing while the server can't be reached", async () => {
    vi.mocked(lookUpReferral).mockRejectedValue(new Error('down'));
    show('?ref=HOTEL1');
    await gone();
  });

  it('is shown for an account registered through this link, and not for another, or for the partner', async () => {
    person('traveller');
    const own = show('?ref=HOTEL1');
    await seen(own);
    own.unmount();
    const other = show('?ref=HOTEL2');
    await gone();
    other.unmount();
    person('partner');
    vi.mocked(registerReferral).mockResolvedValue(null);
    show('?ref=HOTEL1');
    await gone();
  });
});
