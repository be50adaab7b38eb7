import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { profileKeys } from '@/features/account/profile/queries';
import { AppError } from '@/lib/api/errors';
import { queryClient } from '@/lib/api/query-client';

const redeemInvite = vi.hoisted(() => vi.fn());
const success = vi.hoisted(() => vi.fn());
vi.mock('@/features/account/queries', () => ({ redeemInvite }));
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));
const { claimInvite } = await import('./invite.ts');
const { storeInvite, storedInvite } = await import('./stored-invite.ts');

const CODE = 'ab'.repeat(32);
beforeEach(() => {
  localStorage.clear();
  vi.resetAllMocks();
  redeemInvite.mockResolvedValue({ granted: ['tour_guide'] });
});

it('accepts a stored invitation once for any number of requests, and reloads the roles', async () => {
  queryClient.setQueryData(profileKeys.one('me'), { roles: ['tourist'] });
  storeInvite(CODE);
  await Promise.all([claimInvite(), claimInvite()]);
  expect(await claimInvite()).toBeNull();
  expect(redeemInvite).toHaveBeenCalledExactlyOnceWith(CODE);
  expect(success).toHaveBeenCalledExactlyOnceWith(
    'You accepted the invitation. Your new pages are in the menu.',
    expect.any(Number),
  );
  expect(storedInvite()).toBeNull();
  expect(queryClient.getQueryState(profileKeys.one('me'))?.isInvalidated).toBe(true);
});

it('does not treat roles requested earlier as new', async () => {
  const answers: ((roles: string[]) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: profileKeys.one('you'),
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
    retry: false,
  });
  const stop = observer.subscribe(() => undefined);
  storeInvite(CODE);
  const claimed = claimInvite();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(['tourist']);
  answers[1]?.(['tour_guide', 'tourist']);
  await claimed;
  expect(observer.getCurrentResult().data).toEqual(['tour_guide', 'tourist']);
  stop();
});

it('stores nothing that is no code', () => {
  storeInvite('https://evil.example');
  expect(storedInvite()).toBeNull();
});

it.each([
  ['invite_expired', null],
  ['invite_withdrawn', null],
  ['invite_used', null],
  ['invite_not_found', null],
  ['invite_other_account', CODE],
  ['network', CODE],
])('stores after %s: %s', async (code, kept) => {
  storeInvite(CODE);
  redeemInvite.mockRejectedValueOnce(new AppError(code, 'no'));
  await expect(claimInvite()).rejects.toThrow('no');
  expect(storedInvite()).toBe(kept);
  expect(success).not.toHaveBeenCalled();
});

it('reports that the role has ended since, instead of welcoming again', async () => {
  storeInvite(CODE);
  redeemInvite.mockResolvedValue({ granted: [] });
  await expect(claimInvite()).rejects.toThrow('You already accepted this invitation, and that role has since ended.');
  expect(storedInvite()).toBeNull();
});
