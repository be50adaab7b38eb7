import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedInvite, storeInvite } from '@/features/account/invites/stored-invite';
import type { Invite } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { readDraft } from '@/lib/storage/form-draft';
import { afterRedeeming, arrive, parseEmailLink } from './arrival.ts';
import { storeReturnTo } from './return-to.ts';

const queries = vi.hoisted(() => ({
  finishReturn: vi.fn(),
  redeemInvite: vi.fn(),
  lookUpInvite: vi.fn(),
  EMAIL_TYPES: ['signup', 'invite', 'magiclink', 'recovery', 'email_change'],
}));
vi.mock('@/features/account/queries', () => queries);
vi.mock('@/ui/feedback/toast', () => ({ toast: { success: vi.fn() } }));

const CODE = 'cd'.repeat(32);
const bare = parseEmailLink(`?invite=${CODE}`, '');
const refused = (code: string) => queries.redeemInvite.mockRejectedValue(toAppError({ hint: code, code: 'PT403' }));
const found = (invite: Partial<Invite>): void => {
  const whole: Invite = {
    state: 'open',
    roles: ['tour_guide'],
    territoryName: 'Río Dulce',
    email: 'mateo@example.test',
    fullName: 'Mateo Caal',
    hasAccount: false,
  };
  queries.lookUpInvite.mockResolvedValue({ ...whole, ...invite });
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.resetAllMocks();
  queries.finishReturn.mockResolvedValue({});
  queries.redeemInvite.mockResolvedValue({ granted: ['tour_guide'] });
});

describe('a signed-in person', () => {
  it.each([
    ['tour_guide', '/guide-dashboard'],
    ['travel_partner', '/travel-partner-dashboard'],
    ['shuttle_driver', '/driver-dashboard'],
    ['shuttle_manager', '/shuttle-manager-dashboard'],
    ['territory_staff', '/territory-management'],
    ['territory_manager', '/territory-management'],
    ['admin', '/admin'],
    ['tourist', '/bookings'],
  ])('is led by an invitation as %s to %s, whatever page they wanted before', async (role, to) => {
    storeReturnTo('/transport');
    queries.redeemInvite.mockResolvedValue({ granted: [role] });
    expect(await arrive(bare)).toEqual({ kind: 'go', to });
  });

  it('returns to the earlier page by a link without an invitation', async () => {
    storeReturnTo('/transport');
    expect(await arrive(parseEmailLink('?code=c', ''))).toEqual({
      kind: 'go',
      to: '/transport',
    });
    expect(queries.redeemInvite).not.toHaveBeenCalled();
  });

  it('chooses a new password before the invitation, whatever happens to it', async () => {
    storeInvite(CODE);
    const recovery = parseEmailLink('?next=/password-reset&code=c', '');
    expect(await arrive(recovery)).toEqual({ kind: 'go', to: '/password-reset' });
    storeInvite(CODE);
    refused('invite_other_account');
    expect(await arrive(recovery)).toMatchObject({ kind: 'go', to: '/password-reset' });
    expect(storedInvite()).toBe(CODE);
  });

  it.each([
    ['invite_not_found', "We couldn't find this invitation"],
    ['invite_expired', 'This invitation has expired. Ask the person who invited you for a new one.'],
    ['invite_used', 'This invitation has already been used'],
    ['invite_withdrawn', 'This invitation was withdrawn or replaced by a newer one. Use the link in the latest email.'],
  ])('sees %s, and continues', async (code, failure) => {
    refused(code);
    expect(await arrive(bare)).toEqual({ kind: 'go', to: '/', failure });
    expect(storedInvite()).toBeNull();
  });

  it('has one more step until it is known whose account it is', async () => {
    refused('account_unproven');
    expect(await arrive(bare)).toEqual({ kind: 'unproven' });
    expect(storedInvite()).toBe(CODE);
  });

  it('chooses which account is meant', async () => {
    refused('invite_other_account');
    expect(await arrive(bare)).toEqual({ kind: 'other-account', code: CODE });
  });

  it('can retry without a network, and without the link itself', async () => {
    queries.redeemInvite.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
    expect(await arrive(bare)).toEqual({ kind: 'unreached', message: "We couldn't reach the server." });
    expect(await arrive(parseEmailLink('', ''))).toEqual({ kind: 'go', to: '/guide-dashboard' });
  });

  it('sees a broken code as not found', async () => {
    expect(await arrive(parseEmailLink('?invite=oops', ''))).toMatchObject({
      failure: "We couldn't find this invitation",
    });
  });
});

describe('a visitor', () => {
  beforeEach(() => {
    queries.finishReturn.mockRejectedValue(new AppError('link_invalid', 'This link is no longer valid.'));
  });

  it.each([
    [true, '/login'],
    [false, '/register'],
  ])('with an account %s is led to %s, with the form filled in', async (hasAccount, to) => {
    found({ hasAccount });
    expect(await arrive(bare)).toEqual({ kind: 'go', to });
    expect(readDraft('sign-in')?.values).toEqual({ email: 'mateo@example.test' });
    expect(readDraft('register')?.values).toEqual({
      fullName: 'Mateo Caal',
      email: 'mateo@example.test',
    });
    expect(storedInvite()).toBe(CODE);
  });

  it.each([
    ['expired', 'This invitation has expired.'],
    ['withdrawn', 'This invitation was withdrawn or replaced by a newer one.'],
  ] as const)('learns that the invitation is %s before creating an account', async (state, failure) => {
    found({ state, email: null, fullName: null });
    expect(await arrive(bare)).toEqual({ kind: 'go', to: '/', failure: expect.stringContaining(failure) });
    expect(storedInvite()).toBeNull();
  });

  it('reports an unknown invitation', async () => {
    queries.lookUpInvite.mockResolvedValue(null);
    expect(await arrive(bare)).toEqual({ kind: 'go', to: '/', failure: "We couldn't find this invitation" });
  });

  it('logs in after using it before, and is not led back to it the next time', async () => {
    found({ state: 'used', email: null });
    expect(await arrive(bare)).toEqual({
      kind: 'go',
      to: '/login',
      notice: 'This invitation has already been used. Log in to see your pages.',
    });
    expect(storedInvite()).toBeNull();
  });

  it.each([
    ['another email', '?code=x', { kind: 'no-link', forPassword: false }],
    ['no email', '', { kind: 'go', to: '/', failure: 'This link is no longer valid.' }],
  ])("learns nothing of another day's invitation that is closed, with %s", async (_, search, arrival) => {
    storeInvite(CODE);
    found({ state: 'used', email: null });
    expect(await arrive(parseEmailLink(search, ''))).toEqual(arrival);
    expect(storedInvite()).toBeNull();
  });

  it("can retry if the server can't be reached", async () => {
    queries.lookUpInvite.mockRejectedValue(new AppError('offline', "You're offline."));
    expect(await arrive(bare)).toEqual({ kind: 'unreached', message: "You're offline." });
  });

  it('continues with the invitation after a used link', async () => {
    found({ hasAccount: true });
    expect(await arrive(parseEmailLink(`?invite=${CODE}&code=x`, ''))).toEqual({ kind: 'go', to: '/login' });
    expect(readDraft('sign-in')?.values).toEqual({ email: 'mateo@example.test' });
    expect(storedInvite()).toBe(CODE);
    // The page shows what blocks the invitation.
    found({ state: 'expired' });
    expect(await arrive(parseEmailLink(`?invite=${CODE}&code=x`, ''))).toMatchObject({
      to: '/',
      failure: expect.stringContaining('This invitation has expired'),
    });
  });

  it.each([
    ['?code=garbage', '', false],
    ['', '#access_token=a&refresh_token=b', false],
    ['', '#error=access_denied&error_description=Email+link+is+invalid+or+has+expired', false],
    ['?next=/password-reset', '#error=access_denied', true],
  ])('reads on a page that stays that the link %s%s does nothing', async (search, hash, forPassword) => {
    expect(await arrive(parseEmailLink(search, hash))).toEqual({ kind: 'no-link', forPassword });
  });

  it('is sent on without a link', async () => {
    expect(await arrive(parseEmailLink('?next=/transport', ''))).toMatchObject({ kind: 'go', to: '/transport' });
  });
});

describe('a link with a token', () => {
  const hash = (more: Record<string, string> = {}) =>
    `#${new URLSearchParams({ token_hash: 'h', type: 'signup', email: 'ana+1@example.test', ...more })}`;
  const link = (more?: Record<string, string>) => parseEmailLink('', hash(more));

  it('waits for its button, without redeeming, storing or requesting anything', async () => {
    const waiting = await arrive(link({ redirect_to: `${location.origin}/callback?invite=${CODE}` }));
    expect(waiting).toMatchObject({
      kind: 'link',
      link: { token: { tokenHash: 'h', type: 'signup', email: 'ana+1@example.test' }, invite: CODE },
    });
    expect(queries.finishReturn).not.toHaveBeenCalled();
    expect(queries.redeemInvite).not.toHaveBeenCalled();
    expect(storedInvite()).toBeNull();
  });

  it.each([
    ['the callback with a target', '/es/callback?next=%2Fbookings', '/bookings'],
    ['another page', '/es/transport?q=1', '/transport?q=1'],
    ['the home page', '/', null],
    ['a foreign page', 'https://evil.example/callback?next=/bookings', null],
    ['no address', 'callback', null],
  ])('continues to %s if it was asked to', (_, target, next) => {
    const redirect_to = target.startsWith('/') ? location.origin + target : target;
    expect(link({ redirect_to }).next).toBe(next);
  });

  it.each(['recovery', 'invite'])('leads to a new password for the kind "%s", even without a redirect', (type) => {
    expect(link({ type }).next).toBe('/password-reset');
  });

  it.each([
    ['kind', { type: 'sms' }],
    ['address', { email: '' }],
    ['token', { token_hash: '' }],
  ])('is refused without a known %s', (_, more) => {
    expect(link(more).token).toBeNull();
  });

  it('accepts its invitation once redeemed', async () => {
    const withInvite = link({ redirect_to: `${location.origin}/callback?invite=${CODE}` });
    expect(await afterRedeeming(withInvite, 'signed-in')).toEqual({ kind: 'go', to: '/guide-dashboard' });
  });

  it('asks for the password first if another browser signed up, and the invitation waits', async () => {
    const withInvite = link({ redirect_to: `${location.origin}/callback?invite=${CODE}` });
    const password = { kind: 'go', to: '/password-reset', state: { confirmed: true } };
    expect(await afterRedeeming(withInvite, 'choose-password')).toEqual(password);
    expect(queries.redeemInvite).not.toHaveBeenCalled();
    expect(storedInvite()).toBe(CODE);
  });

  it('reports that the other address has an email too', async () => {
    expect(await afterRedeeming(link({ type: 'email_change' }), 'half')).toEqual({ kind: 'half' });
  });
});

describe('parseEmailLink', () => {
  it('detects tokens in the fragment, and returns none', () => {
    const link = parseEmailLink('', '#access_token=a&refresh_token=b&type=signup');
    expect(link).toEqual({ token: null, code: null, hasTokens: true, next: null, invite: null, failure: null });
  });

  it('reads a code, a target and an invite from the query', () => {
    expect(parseEmailLink('?code=c&next=%2Fbookings&invite=i', '')).toMatchObject({
      code: 'c',
      next: '/bookings',
      invite: 'i',
      failure: null,
    });
  });

  it('never takes tokens from the query, or a target outside our site', () => {
    expect(parseEmailLink('?access_token=a&refresh_token=b&next=https://evil.example', '')).toMatchObject({
      code: null,
      hasTokens: false,
      next: null,
    });
    expect(parseEmailLink('?next=//evil.example', '#next=//evil.example').next).toBeNull();
  });

  it('leads a recovery to the new password, whatever parameter is missing', () => {
    expect(parseEmailLink('', '#access_token=a&refresh_token=b&type=recovery').next).toBe('/password-reset');
  });

  it("reads the auth service's error", () => {
    expect(parseEmailLink('', '#error=access_denied&error_description=Email+link+is+invalid').failure).toBe(
      'Email link is invalid',
    );
    expect(parseEmailLink('?error=server_error', '').failure).toBe('server_error');
  });
});
