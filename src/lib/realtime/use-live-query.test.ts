import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { renderAppHook } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { useLiveQuery } from './use-live-query.ts';

const topics = vi.hoisted(() => ({ open: false }));
vi.mock('./realtime.ts', () => ({ isTopicOpen: () => topics.open, subscribeToTopic: () => () => undefined }));

const KEY = ['bookings'];
const LIVE = { 'user:ana': ['booking'] };
let client: QueryClient;
const read = vi.fn<() => Promise<string>>();

const useBookings = () => useQuery({ queryKey: KEY, queryFn: read, staleTime: 30_000 });
const useLiveBookings = () => {
  const query = useBookings();
  useLiveQuery(LIVE, KEY);
  return query.data;
};

beforeEach(() => {
  client = new QueryClient();
  read.mockReset().mockResolvedValue('paid');
  topics.open = false;
});

it('reads again what another part had read without listening, as its changes were missed', async () => {
  client.setQueryData(KEY, 'ordered');
  topics.open = true;
  const { result } = renderAppHook(useLiveBookings, client);
  await waitFor(() => expect(result.current).toBe('paid'));
  expect(read).toHaveBeenCalledOnce();
});

it('reads once if nothing was read before, and not again for a second listener', async () => {
  topics.open = true;
  const { result } = renderAppHook(useLiveBookings, client);
  await waitFor(() => expect(result.current).toBe('paid'));
  renderAppHook(useLiveBookings, client);
  await act(async () => undefined);
  expect(read).toHaveBeenCalledOnce();
});

it('leaves it to the join if nobody has listened to the topic yet', async () => {
  client.setQueryData(KEY, 'ordered');
  renderAppHook(useLiveBookings, client);
  await act(async () => undefined);
  expect(read).not.toHaveBeenCalled();
});
