import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Profile, profileQuery } from '@/features/profile/queries';
import { noteKeptFor } from '@/lib/kept/kept';
import { queryClient } from '@/lib/query-client';
import { recallProfile, watchProfile } from './profile-watch';

const maybeSingle = vi.hoisted(() => vi.fn());
vi.mock('@/lib/supabase', () => {
  const step = { select: () => step, eq: () => step, abortSignal: () => step, maybeSingle };
  return { db: { from: () => step } };
});
const recallDay = vi.hoisted(() => vi.fn());
vi.mock('@/lib/kept/day', () => ({ recallDay }));

const elmer = { id: 'elmer', roles: ['tour_guide'] } as Profile;
const answer = { data: elmer, error: null, status: 200 };

beforeEach(() => {
  noteKeptFor('elmer');
  recallDay.mockReset().mockResolvedValue(undefined);
  maybeSingle.mockReset().mockResolvedValue(answer);
});
afterEach(() => queryClient.clear());

it('what the server said before anybody watched is told all the same', async () => {
  await recallProfile('elmer');
  expect(recallDay).toHaveBeenCalledWith(queryClient, 'elmer');
  const tell = vi.fn();
  watchProfile('elmer', tell)();
  expect(tell).toHaveBeenCalledWith(expect.objectContaining({ profile: elmer, pending: false }));
  expect(maybeSingle).toHaveBeenCalledTimes(1);
});

it('without a signal what is kept is told, and asked for again', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  maybeSingle.mockReturnValue(new Promise(() => undefined));
  recallDay.mockImplementation(async () => {
    queryClient.setQueryData(profileQuery('elmer').queryKey, elmer, { updatedAt: 1 });
  });
  await recallProfile('elmer');
  const tell = vi.fn();
  watchProfile('elmer', tell)();
  expect(tell).toHaveBeenCalledWith(expect.objectContaining({ profile: elmer, pending: false }));
  expect(maybeSingle).toHaveBeenCalled();
});

it('nothing is waited for where nothing of theirs is kept', async () => {
  await recallProfile('rony');
  expect(maybeSingle).not.toHaveBeenCalled();
  expect(recallDay).not.toHaveBeenCalled();
});
