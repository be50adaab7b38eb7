import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { refreshQueries } from './refresh-queries.ts';

const queryKey = ['list'];
let client: QueryClient;
let stops: (() => void)[] = [];
/** The requests in order, each with functions that answer it. */
let asked: { answer: (rows: string[]) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];

const ask = ({ signal }: { signal: AbortSignal }) =>
  new Promise<string[]>((answer, fail) => asked.push({ answer, fail, signal }));

function watch(more: { enabled?: boolean } = {}) {
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, retry: false, ...more });
  const stop = observer.subscribe(() => undefined);
  stops.push(stop);
  return { observer, stop, shown: () => observer.getCurrentResult().data };
}

/** Waits for pending timers. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  client = createQueryClient();
  asked = [];
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
});

describe('refreshing while the first response is pending', () => {
  it('control: invalidating waits for it, and treats it as new', async () => {
    const { shown, observer } = watch();
    void client.invalidateQueries({ queryKey });
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.answer(['old']);
    await settle();
    expect(asked).toHaveLength(1);
    expect(shown()).toEqual(['old']);
    expect(observer.getCurrentResult().isStale).toBe(false);
  });

  it('requests again, at once and once, and shows the later response in any order', async () => {
    const { shown } = watch();
    const done = refreshQueries(client, { queryKey });
    expect(asked).toHaveLength(2);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[1]?.answer(['old', 'new']);
    asked[0]?.answer(['old']);
    await done;
    expect(shown()).toEqual(['old', 'new']);
    expect(asked).toHaveLength(2);
  });

  it('requests once more for each event, and the last counts', async () => {
    const { shown } = watch();
    const done = Promise.all([refreshQueries(client, { queryKey }), refreshQueries(client, { queryKey })]);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    asked[2]?.answer(['newest']);
    await done;
    expect(shown()).toEqual(['newest']);
  });

  it('returns the later response to callers waiting for the first, even where nothing is shown yet', async () => {
    const waited = client.fetchQuery({ queryKey, queryFn: ask });
    void refreshQueries(client, { queryKey });
    expect(asked).toHaveLength(2);
    asked[1]?.answer(['new']);
    expect(await waited).toEqual(['new']);
  });

  it('shows the failure of the later one, and rejects nothing itself', async () => {
    const { observer } = watch();
    const done = refreshQueries(client, { queryKey });
    asked[1]?.fail(new Error('no'));
    await done;
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  });

  it('leaves no pending request when the page is left, and requests when it is opened again', async () => {
    const { stop } = watch();
    void refreshQueries(client, { queryKey });
    stop();
    await settle();
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(client.getQueryState(queryKey)).toMatchObject({ status: 'pending', fetchStatus: 'idle' });
    const second = watch();
    await settle();
    asked[2]?.answer(['there']);
    await settle();
    expect(second.shown()).toEqual(['there']);
  });
});

describe('refreshes all loaded pages', () => {
  it('replaces a pending request', async () => {
    client.setQueryData(queryKey, ['old'], { updatedAt: 1 });
    const { shown } = watch();
    expect(asked).toHaveLength(1);
    const done = refreshQueries(client, { queryKey });
    expect(asked).toHaveLength(2);
    asked[1]?.answer(['new']);
    asked[0]?.answer(['old']);
    await done;
    expect(shown()).toEqual(['new']);
  });

  it('requests what is shown, and marks the rest for later', async () => {
    client.setQueryData(['list', 'other'], ['old']);
    client.setQueryData(['else'], ['old']);
    client.setQueryData(queryKey, ['old']);
    watch();
    void refreshQueries(client, { queryKey });
    expect(asked).toHaveLength(1);
    expect(client.getQueryState(['list', 'other'])).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' });
    expect(client.getQueryState(['else'])?.isInvalidated).toBe(false);
  });

  it('does not request what is disabled', () => {
    watch({ enabled: false });
    void refreshQueries(client, { queryKey });
    expect(asked).toHaveLength(0);
  });

  it('requests all loaded pages', async () => {
    const page = vi.fn(({ pageParam }: { pageParam: number; signal: AbortSignal }) => Promise.resolve([pageParam]));
    const observer = new InfiniteQueryObserver(client, {
      queryKey,
      queryFn: page,
      initialPageParam: 0,
      getNextPageParam: (_last, pages) => pages.length,
    });
    stops.push(observer.subscribe(() => undefined));
    await settle();
    await observer.fetchNextPage();
    page.mockClear();
    // Another page is loading, and the refresh replaces its request.
    void observer.fetchNextPage();
    await refreshQueries(client, { queryKey });
    expect(page.mock.calls.map(([{ pageParam }]) => pageParam)).toEqual([2, 0, 1]);
    expect(observer.getCurrentResult().data?.pages).toEqual([[0], [1]]);
  });
});
