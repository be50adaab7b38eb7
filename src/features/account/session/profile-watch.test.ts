import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Profile, profileQuery } from '@/features/account/profile/queries';
import { AppError } from '@/lib/api/errors';
import { queryClient } from '@/lib/api/query-client';
import { setPersistedFor } from '@/lib/offline/owner';
import { persisted } from '@/lib/offline/persisted';
import { restoreProfile, watchProfile } from './profile-watch';

const maybeSingle = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => {
  const step = { select: () => step, eq: () => step, abortSignal: () => step, maybeSingle };
  return { database: async () => ({ from: () => step }) };
});
const restoreQueries = vi.hoisted(() => vi.fn());
const dropLists = vi.hoisted(() => vi.fn());
const dropRefused = vi.hoisted(() => vi.fn());
vi.mock('@/lib/offline/persist-queries', () => ({ restoreQueries, dropLists, dropRefused }));

const elmer = { id: 'elmer', roles: ['tour_guide'] } as Profile;
const answer = { data: elmer, error: null, status: 200 };

beforeEach(() => {
  setPersistedFor('elmer');
  dropLists.mockReset();
  dropRefused.mockReset();
  restoreQueries.mockReset().mockResolvedValue(undefined);
  maybeSingle.mockReset().mockResolvedValue(answer);
});
afterEach(() => queryClient.clear());

it('reports a response that arrived before anyone was watching', async () => {
  await restoreProfile('elmer');
  expect(restoreQueries).toHaveBeenCalledWith(queryClient, 'elmer');
  const tell = vi.fn();
  watchProfile('elmer', tell)();
  expect(tell).toHaveBeenCalledWith(expect.objectContaining({ profile: elmer, pending: false }));
  expect(maybeSingle).toHaveBeenCalledTimes(1);
});

it('reports stored data while offline, and requests it again', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  maybeSingle.mockReturnValue(new Promise(() => undefined));
  restoreQueries.mockImplementation(async () => {
    queryClient.setQueryData(profileQuery('elmer').queryKey, elmer, { updatedAt: 1 });
  });
  await restoreProfile('elmer');
  const tell = vi.fn();
  watchProfile('elmer', tell)();
  expect(tell).toHaveBeenCalledWith(expect.objectContaining({ profile: elmer, pending: false }));
  expect(maybeSingle).toHaveBeenCalled();
});

it('waits for nothing if nothing is stored', async () => {
  await restoreProfile('rony');
  expect(maybeSingle).not.toHaveBeenCalled();
  expect(restoreQueries).not.toHaveBeenCalled();
});

it('compares the day with the roles of each new response', async () => {
  const stop = watchProfile('elmer', vi.fn());
  await vi.waitFor(() => expect(dropLists).toHaveBeenCalledExactlyOnceWith(queryClient, ['tour_guide']));
  queryClient.setQueryData(profileQuery('elmer').queryKey, { ...elmer, full_name: 'Elmer Tun' } as never);
  queryClient.setQueryData(profileQuery('elmer').queryKey, { ...elmer, roles: [] } as never);
  await vi.waitFor(() => expect(dropLists).toHaveBeenLastCalledWith(queryClient, []));
  expect(dropLists).toHaveBeenCalledTimes(2);
  stop();
});

it.each([
  ['the role has ended', 403, 'forbidden', true],
  ['the session has ended', 401, 'session_expired', true],
  ['the list belongs to someone else now', 404, 'departure_not_found', true],
  ['the connection is lost', undefined, 'network', false],
  ['the server is down', 503, 'server', false],
  ['a release removed the function', 404, 'not_found', false],
])("reloads a list that can't be read again, as %s", async (_, status, code, drops) => {
  const tell = vi.fn();
  const stop = watchProfile('elmer', tell);
  await vi.waitFor(() => expect(tell).toHaveBeenCalledWith(expect.objectContaining({ profile: elmer })));
  const refusal = new AppError(code, 'No', { status });
  const ask = (queryKey: string[], options: object) =>
    queryClient
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(refusal), retry: false, ...options })
      .catch(() => null);
  await ask(['theirs'], persisted('tour_guide'));
  const query = queryClient.getQueryCache().find({ queryKey: ['theirs'] });
  if (drops) {
    await vi.waitFor(() => expect(dropRefused).toHaveBeenCalledExactlyOnceWith(queryClient, 'elmer', query, refusal));
    // The remaining roles are requested.
    await vi.waitFor(() => expect(maybeSingle).toHaveBeenCalledTimes(2));
  }
  await ask(['of everybody'], {});
  await ask(['their own'], persisted());
  expect(dropRefused).toHaveBeenCalledTimes(drops ? 1 : 0);
  expect(maybeSingle).toHaveBeenCalledTimes(drops ? 2 : 1);
  stop();
});
