import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { invokeFunction } from '@/lib/api/functions';
import { accountDeletion } from './queries';

vi.mock('@/lib/api/functions', () => ({ invokeFunction: vi.fn() }));
const call = vi.mocked(invokeFunction);
const lost = new AppError('network', 'Failed to delete your account');
const nobody = new AppError('not_signed_in', 'Please log in to continue', { status: 401 });

beforeEach(() => call.mockReset());

it('counts an account that no longer exists when a lost response is repeated as deleted', async () => {
  const remove = accountDeletion();
  call.mockRejectedValueOnce(lost).mockRejectedValueOnce(nobody);
  await expect(remove('secret')).rejects.toBe(lost);
  await remove('secret');
  expect(call.mock.calls.map(([name, body]) => [name, body])).toEqual([
    ['delete-account', { password: 'secret' }],
    ['delete-account', { password: 'secret' }],
  ]);
});

it('does not count a session that ended before the deletion as a deletion', async () => {
  call.mockRejectedValueOnce(nobody);
  await expect(accountDeletion()('secret')).rejects.toBe(nobody);
});
