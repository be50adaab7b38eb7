import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onLineBack, shouldReload } from './chunks.ts';

describe('a missing chunk', () => {
  const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));

  beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('reloads the page once a minute, and whenever the person asks', async () => {
    serve(async () => new Response('<p>a page</p>'));
    expect(await shouldReload()).toBe(true);
    expect(await shouldReload()).toBe(false);
    expect(await shouldReload(false, '/another')).toBe(true);
    expect(await shouldReload(true)).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(await shouldReload()).toBe(true);
  });

  it('does not count as missing if the server does not answer, or reports a failure', async () => {
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

describe('loading code for later clicks', () => {
  let chunks: typeof import('./chunks.ts');
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    chunks = await import('./chunks.ts');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const part = () => vi.fn().mockResolvedValue(null);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const onLine = (connection: object) => vi.stubGlobal('navigator', { onLine: true, connection });

  it('starts once the page was idle for ten seconds, one after the other, and again after being offline', async () => {
    const first = part();
    const lost = part().mockRejectedValueOnce(new Error('Failed to fetch'));
    chunks.fetchWhenIdle(first);
    chunks.fetchWhenIdle(lost);
    chunks.startIdleFetching();
    await pass(9900);
    expect(first).not.toHaveBeenCalled();
    await pass(200);
    expect(first).toHaveBeenCalledOnce();
    expect(lost).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(lost).toHaveBeenCalledTimes(2);
    expect(first).toHaveBeenCalledOnce();
    // From now on the browser is idle.
    const later = part();
    chunks.fetchWhenIdle(later);
    await pass(0);
    expect(later).toHaveBeenCalledOnce();
  });

  it.each(['pointerdown', 'keydown'])('starts at the first tap or key (%s)', async (sign) => {
    const load = part();
    chunks.fetchWhenIdle(load);
    chunks.startIdleFetching();
    window.dispatchEvent(new Event(sign));
    await pass(100);
    expect(load).toHaveBeenCalledOnce();
  });

  it('loads what can be opened from a page only once it is open', async () => {
    const inner = part();
    const outer = vi.fn(async () => chunks.fetchWhenIdle(inner));
    chunks.fetchWhenIdle(outer);
    chunks.startIdleFetching();
    await pass(60_000);
    expect(outer).toHaveBeenCalledOnce();
    expect(inner).not.toHaveBeenCalled();
    chunks.fetchDeferred();
    await pass(0);
    expect(inner).toHaveBeenCalledOnce();
  });

  it.each([{ saveData: true }, { effectiveType: '3g' }, { effectiveType: '2g' }])(
    'is skipped with %o',
    async (connection) => {
      onLine(connection);
      const load = part();
      chunks.fetchWhenIdle(load);
      chunks.startIdleFetching();
      await pass(60_000);
      expect(load).not.toHaveBeenCalled();
      onLine({ saveData: false, effectiveType: '4g' });
      window.dispatchEvent(new Event('online'));
      await pass(0);
      expect(load).toHaveBeenCalledOnce();
    },
  );
});

describe('retries when the connection is back', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('calls a failed request once for an earlier online event, and no other', async () => {
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
