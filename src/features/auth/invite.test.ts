import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/errors';

const redeemInvite = vi.hoisted(() => vi.fn());
const success = vi.hoisted(() => vi.fn());
vi.mock('./queries.ts', () => ({ redeemInvite }));
vi.mock('@/ui/toast', () => ({ toast: { success } }));
const { claimInvite, keepInvite, keptInvite } = await import('./invite.ts');

const CODE = 'ab'.repeat(32);
beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

it('takes a kept invitation up once, however many ask', async () => {
  keepInvite(CODE);
  await Promise.all([claimInvite(), claimInvite()]);
  await claimInvite();
  expect(redeemInvite).toHaveBeenCalledExactlyOnceWith(CODE);
  expect(success).toHaveBeenCalledOnce();
  expect(keptInvite()).toBeNull();
});

it('keeps nothing that is no code', () => {
  keepInvite('https://evil.example');
  expect(keptInvite()).toBeNull();
});

it('forgets one that is refused, and keeps one that could not be asked for', async () => {
  keepInvite(CODE);
  redeemInvite.mockRejectedValueOnce(new AppError('network', 'offline'));
  await expect(claimInvite()).rejects.toThrow('offline');
  expect(keptInvite()).toBe(CODE);
  redeemInvite.mockRejectedValueOnce(new AppError('invite_expired', 'This invitation has expired'));
  await expect(claimInvite()).rejects.toThrow('expired');
  expect(keptInvite()).toBeNull();
});
