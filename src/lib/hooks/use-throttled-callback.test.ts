import { renderHook } from '@testing-library/react';
import { StrictMode, useEffect, useEffectEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useThrottledCallback } from './use-throttled-callback.ts';

// We don't use act(), which would render between calls, while a browser may not.
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A simple version that loses calls, as a negative control. */
function useSoonByState(run: () => void, ms = 120): () => void {
  const latest = useEffectEvent(run);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const timer = setTimeout(() => {
      setAsked(0);
      latest();
    }, ms);
    return () => clearTimeout(timer);
  }, [asked, ms]);
  return () => setAsked(1);
}

/**
 * Calls the function again from within its own run, as an event before the next render does. Returns how often it
 * ran.
 */
async function again(use: typeof useThrottledCallback): Promise<number> {
  let runs = 0;
  const { result } = renderHook(() =>
    use(() => {
      runs += 1;
      if (runs === 1) result.current();
    }, 5),
  );
  result.current();
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 200));
  result.current();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return runs;
}

describe('a scheduled run', () => {
  it('runs once for a burst, with the last arguments, and again for the next', async () => {
    vi.useFakeTimers();
    const [first, second] = [vi.fn(), vi.fn()];
    const { result, rerender } = renderHook(({ run }) => useThrottledCallback(run), { initialProps: { run: first } });
    result.current();
    vi.advanceTimersByTime(100);
    result.current();
    rerender({ run: second });
    await vi.advanceTimersByTimeAsync(20);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
    result.current();
    vi.advanceTimersByTime(120);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('runs again for a call that comes before the next render', async () => {
    expect(await again(useThrottledCallback)).toBe(3);
  });

  it('control: would never run again if kept in a state', async () => {
    expect(await again(useSoonByState)).toBe(1);
  });

  it('runs once more for all that came while it ran, and not before its end', async () => {
    vi.useFakeTimers();
    const ends: (() => void)[] = [];
    const { result } = renderHook(() => useThrottledCallback(() => new Promise<void>((end) => ends.push(end))));
    result.current();
    await vi.advanceTimersByTimeAsync(120);
    for (let i = 0; i < 5; i += 1) {
      result.current();
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(120);
    expect(ends).toHaveLength(2);
    // A run that never ends doesn't block later ones forever.
    result.current();
    await vi.advanceTimersByTimeAsync(3000 + 120);
    expect(ends).toHaveLength(3);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(3);
  });

  it('runs again after a failure', async () => {
    vi.useFakeTimers();
    const run = vi
      .fn()
      .mockRejectedValueOnce(new Error('no'))
      .mockImplementationOnce(() => {
        throw new Error('no');
      });
    const { result } = renderHook(() => useThrottledCallback(run));
    for (const times of [1, 2, 3]) {
      result.current();
      await vi.advanceTimersByTimeAsync(120);
      expect(run).toHaveBeenCalledTimes(times);
    }
  });

  it('does not run for an unmounted component, and runs where effects run twice', async () => {
    vi.useFakeTimers();
    const run = vi.fn();
    const { result, unmount } = renderHook(() => useThrottledCallback(run), { wrapper: StrictMode });
    result.current();
    await vi.advanceTimersByTimeAsync(120);
    expect(run).toHaveBeenCalledTimes(1);
    result.current();
    unmount();
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
