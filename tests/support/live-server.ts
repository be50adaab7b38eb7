import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A pending database request. */
export interface Asked {
  /** The table or the function. */
  of: string;
  signal: AbortSignal | undefined;
  answer: (data: unknown) => void;
}

/**
 * A database and its live topics, which answer when a test says so. Replaces the clients:
 * `vi.mock('@/lib/api/supabase', () => import('@tests/support/live-server'))`.
 */
export const server = {
  asked: [] as Asked[],
  /** Functions by topic that report the result of joining. */
  joins: new Map<string, (status: string) => void>(),
  /** Functions by topic that send an event. */
  hears: new Map<string, (message: { event: string }) => void>(),
  reset() {
    server.asked.length = 0;
    server.joins.clear();
    server.hears.clear();
  },
  joinAll() {
    for (const join of server.joins.values()) join('SUBSCRIBED');
  },
};

/** Returns a query builder whose methods return itself. Awaiting it sends the request. */
export function ask(of: string): unknown {
  let signal: AbortSignal | undefined;
  const send = () =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal?.reason));
      const answer = (data: unknown) => resolve({ data, error: null, count: 0, status: 200 });
      server.asked.push({ of, signal, answer });
    });
  const request: object = new Proxy(Object, {
    get: (_, name) => {
      if (name === 'then') return (...handlers: []) => send().then(...handlers);
      return (...args: unknown[]) => {
        if (name === 'abortSignal') signal = args[0] as AbortSignal;
        return request;
      };
    },
  });
  return request;
}

const realtime = {
  setAuth: async () => undefined,
  removeChannel: async () => 'ok',
  disconnect: async () => 'ok',
  channel: (topic: string) => ({
    on(_type: string, _filter: unknown, hear: (message: { event: string }) => void) {
      server.hears.set(topic, hear);
      return this;
    },
    subscribe: (join: (status: string) => void) => server.joins.set(topic, join),
  }),
};

/** The topic's name is returned immediately, because only a page's data requests are listed. */
const call = (name: string, args?: { p_territory_id?: string }) =>
  name === 'territory_topic'
    ? Promise.resolve({ data: `territory:${args?.p_territory_id}`, error: null, status: 200 })
    : ask(name);

export const database = async () => ({ from: ask, rpc: call });
export const supabase = async () => ({ realtime });

/** Advances the clock by longer than any list waits before it asks again. */
export const settle = () => act(() => vi.advanceTimersByTimeAsync(5000));

/** Answers all pending requests of these tables and functions. */
export async function answer(data: Record<string, unknown>): Promise<void> {
  for (const asked of server.asked) if (asked.of in data) asked.answer(data[asked.of]);
  await settle();
}

/** Returns the requests made while this runs. */
export async function during(happens: () => void): Promise<Asked[]> {
  const before = server.asked.length;
  act(happens);
  await settle();
  return server.asked.slice(before);
}

export const namesOf = (asked: Asked[]): string[] => asked.map(({ of }) => of).sort();
