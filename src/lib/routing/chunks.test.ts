import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWhenIdle, onLineBack, shouldReload, startIdleFetching } from './chunks.ts';

describe('a chunk that has not come', () => {
  const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));

  beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('is a reason to load the page anew, once a minute, and whenever somebody asks', async () => {
    serve(async () => new Response('<p>a page</p>'));
    expect(await shouldReload()).toBe(true);
    expect(await shouldReload()).toBe(false);
    expect(await shouldReload(false, '/another')).toBe(true);
    expect(await shouldReload(true)).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(await shouldReload()).toBe(true);
  });

  it('is none where the server does not answer, or says that it cannot', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await shouldReload(true)).toBe(false);
    serve(async () => new Response('', { status: 502 }));
    expect(await shouldReload(true)).toBe(false);
    vi.stubGlobal('fetch', vi.fn());
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    expect(await shouldReload(true)).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('what a press opens', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is fetched when the page is idle, one after the other, and again when a line that was gone is back', async () => {
    const first = vi.fn().mockResolvedValue(null);
    const lost = vi.fn().mockRejectedValueOnce(new Error('Failed to fetch')).mockResolvedValue(null);
    fetchWhenIdle(first);
    fetchWhenIdle(lost);
    startIdleFetching();
    await vi.advanceTimersByTimeAsync(1000);
    expect(first).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(first).toHaveBeenCalledOnce();
    expect(lost).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(lost).toHaveBeenCalledTimes(2);
    expect(first).toHaveBeenCalledOnce();
    // From now on there is time at once.
    const later = vi.fn().mockResolvedValue(null);
    fetchWhenIdle(later);
    await vi.advanceTimersByTimeAsync(0);
    expect(later).toHaveBeenCalledOnce();
  });
});

describe('a line that is back', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('before anybody listens is heard by what has failed before it, once, and by nothing else', async () => {
    const failedAt = Date.now();
    vi.advanceTimersByTime(10);
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(10);
    const [waiting, later, other, gone] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    const stops = [onLineBack(waiting, failedAt), onLineBack(later, Date.now()), onLineBack(other)];
    onLineBack(gone, failedAt)();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waiting).toHaveBeenCalledOnce();
    for (const call of [later, other, gone]) expect(call).not.toHaveBeenCalled();
    for (const stop of stops) stop();
  });
});
