import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addLiveKey } from '@/lib/realtime/live-keys';
import { AppError } from './errors.ts';
import { createQueryClient } from './query-client.ts';
import { retryUnreached } from './retry-unreached.ts';

let client: QueryClient;
let reached: boolean;
const ask = vi.fn<() => Promise<string>>();
const probe = vi.fn();
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  reached = false;
  ask.mockReset().mockImplementation(async () => {
    if (reached) return 'the messages';
    throw new AppError('network', 'Failed to load messages');
  });
  probe.mockReset().mockImplementation(async () => {
    if (!reached) throw new TypeError('Failed to fetch');
    return new Response();
  });
  vi.stubGlobal('fetch', probe);
  client = createQueryClient();
  client.mount();
  stops.push(retryUnreached(client), () => client.unmount());
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const show = (queryKey = ['thread']) => {
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, retry: false });
  stops.push(observer.subscribe(() => undefined));
  return observer;
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('retries what failed without a connection once there is one, even if the browser reports nothing', async () => {
  const observer = show();
  await pass(20_000);
  expect(observer.getCurrentResult().isError).toBe(true);
  expect(ask).toHaveBeenCalledTimes(1);
  reached = true;
  await pass(60_000);
  expect(observer.getCurrentResult().data).toBe('the messages');
  const asked = probe.mock.calls.length;
  await pass(300_000);
  expect(probe).toHaveBeenCalledTimes(asked);
});

it('retries at once when the browser reports the network, even what a topic keeps live', async () => {
  stops.push(addLiveKey(['thread']));
  const observer = show();
  await pass(0);
  reached = true;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(observer.getCurrentResult().data).toBe('the messages');
});

it('retries at growing intervals while the connection works and the server does not', async () => {
  probe.mockResolvedValue(new Response());
  show();
  await pass(600_000);
  expect(ask.mock.calls.length).toBeGreaterThan(5);
  expect(ask.mock.calls.length).toBeLessThan(16);
});

it('retries nothing that the server refused, that has something to show, or that is not shown', async () => {
  ask.mockRejectedValue(new AppError('forbidden', "You don't have permission to do this"));
  show(['refused']);
  client.setQueryData(['old'], 'as of noon');
  ask.mockRejectedValue(new AppError('network', 'Failed to load'));
  await client.refetchQueries({ queryKey: ['old'] });
  await client.fetchQuery({ queryKey: ['left'], queryFn: ask, retry: false }).catch(() => undefined);
  await pass(300_000);
  expect(probe).not.toHaveBeenCalled();
});
