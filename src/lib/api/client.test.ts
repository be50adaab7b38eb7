import { beforeEach, describe, expect, it, vi } from 'vitest';
import { supabase } from './client.ts';
import { isAbort, isTransient } from './errors.ts';
import { invokeFunction } from './functions.ts';
import { createQueryClient } from './query-client.ts';
import { run } from './run.ts';
import { SESSION_KEY } from './session.ts';

/** The requested timeouts in milliseconds, and a function that ends them all. */
const limits: number[] = [];
let timeIsUp = () => {};

beforeEach(() => {
  limits.length = 0;
  const clock = new AbortController();
  timeIsUp = () => clock.abort(new DOMException('signal timed out', 'TimeoutError'));
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return clock.signal;
  });
});

const session = (expires_at: number) =>
  JSON.stringify({
    access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjQxMDI0NDQ4MDB9.x',
    refresh_token: 'r',
    expires_at,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'u' },
  });

/** A connection that accepts the request and never responds. */
function deadLine() {
  const dead = vi.fn(
    (_input: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  vi.stubGlobal('fetch', dead);
  return dead;
}
const asked = (line: ReturnType<typeof deadLine>) => vi.waitFor(() => expect(line).toHaveBeenCalled());
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const territories = (signal?: AbortSignal) =>
  run((db) => {
    const rows = db.from('territories').select('id');
    return signal ? rows.abortSignal(signal) : rows;
  });

const CALLS: Record<string, [number, () => Promise<unknown>]> = {
  'a read': [20_000, () => territories()],
  'a change': [20_000, () => run((db) => db.rpc('report_review', { p_review_id: '1' }))],
  'a function, which may wait for Stripe': [60_000, () => invokeFunction('confirm-payment', { hold_id: '1' })],
  'an email': [20_000, () => invokeFunction('send-contact-email', { name: 'x' })],
};

describe('a connection without a response', () => {
  it.each(Object.entries(CALLS))('counts as an unreachable server: %s', async (_name, [limit, call]) => {
    const line = deadLine();
    const failed = failure(call());
    await asked(line);
    expect(limits).toEqual([limit]);
    timeIsUp();
    const error = await failed;
    expect(error).toMatchObject({
      code: 'network',
      message: "We couldn't reach the server. Check your connection and try again.",
    });
    // The outcome isn't known, so the request is repeated with its own key and isn't reported as aborted.
    expect([isTransient(error), isAbort(error)]).toEqual([true, false]);
  });

  it('is reported at once, while a refused connection is retried automatically', async () => {
    const line = deadLine();
    const failed = failure(
      createQueryClient().fetchQuery({
        queryKey: ['x'],
        queryFn: () => territories(),
        retry: undefined as never,
      }),
    );
    await asked(line);
    timeIsUp();
    expect(await failed).toMatchObject({ code: 'network' });
    expect(line).toHaveBeenCalledTimes(1);
  });

  it('does not keep a login waiting', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined); // the auth client logs it as well
    const line = deadLine();
    const login = supabase.auth.signInWithPassword({ email: 'anna@example.com', password: 'territorio' });
    await asked(line);
    timeIsUp();
    expect((await login).error).toMatchObject({ name: 'AuthRetryableFetchError' });
  });

  it('does not delay signing out for long', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem(SESSION_KEY, session(4_102_444_800));
    const line = deadLine();
    const left = supabase.auth.signOut({ scope: 'global' });
    await asked(line);
    expect(limits.at(-1)).toBe(5000);
    timeIsUp();
    expect((await left).error).toMatchObject({ name: 'AuthRetryableFetchError' });
  });

  it("does not change the caller's own abort", async () => {
    const line = deadLine();
    const caller = new AbortController();
    const failed = failure(territories(caller.signal));
    await asked(line);
    caller.abort();
    expect(isAbort(await failed)).toBe(true);
  });

  it("is also limited in a browser that can't combine two signals, by the caller's own", async () => {
    vi.stubGlobal(
      'AbortSignal',
      Object.assign(Object.create(AbortSignal), { timeout: AbortSignal.timeout, any: undefined }),
    );
    const line = deadLine();
    const caller = new AbortController();
    const failed = failure(territories(caller.signal));
    await asked(line);
    expect(line.mock.calls[0]?.[1]?.signal).toBe(caller.signal);
    caller.abort();
    expect(isAbort(await failed)).toBe(true);
  });
});

describe("a session that can't be renewed on this connection", () => {
  it('requests nothing as a visitor', async () => {
    localStorage.setItem(SESSION_KEY, session(1));
    const line = vi.fn((_input: RequestInfo | URL) =>
      Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
    );
    vi.stubGlobal('fetch', line);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const failed = failure(run((db) => db.from('bookings').select('id')));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await failed).toMatchObject({ code: 'network' });
    expect(line.mock.calls.map(([input]) => new URL(String(input)).pathname)).not.toContain('/rest/v1/bookings');
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
  });
});
