import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWhenIdle, isReplaced, startIdleFetching } from './chunks.ts';

describe('a release that came in between', () => {
  const serve = (html: string) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(html)),
    );

  beforeEach(() => {
    sessionStorage.clear();
    document.head.innerHTML = '<script type="module" src="/assets/main-old.js"></script>';
  });
  afterEach(() => {
    document.head.innerHTML = '';
  });

  it('is seen by the other entry that the page has, once', async () => {
    serve('<script type="module" src="/assets/main-new.js"></script>');
    expect(await isReplaced()).toBe(true);
    expect(await isReplaced()).toBe(false);
  });

  it('is not where the page has the same entry, or does not come', async () => {
    serve('<script type="module" src="/assets/main-old.js"></script>');
    expect(await isReplaced()).toBe(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await isReplaced()).toBe(false);
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
