import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { realtime } from './supabase.ts';

/** The spec's back-off: 1, 2, 5, then every 10 seconds (realtime-js has it built in for the socket). */
const REJOIN_MS = [1000, 2000, 5000, 10_000];

export interface TopicOptions {
  /** Names of broadcast events to hear. */
  events: readonly string[];
  /** Called for an event, after each join and when the page is looked at again: refetch then. */
  onChange: (event: string | null) => void;
}

/** Channels that are being left: the client would hand out the same one again until it is gone. */
const leaving = new Map<string, Promise<unknown>>();

/**
 * Keeps one channel of a topic joined until it is told to stop. `emit` gets an event's name, or null when something
 * may have been missed.
 */
function keepJoined(topic: string, emit: (event: string | null) => void): () => void {
  let channel: RealtimeChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let failures = 0;

  function retry() {
    if (stopped || timer) return;
    const delay = REJOIN_MS[Math.min(failures++, REJOIN_MS.length - 1)];
    timer = setTimeout(() => {
      timer = undefined;
      void join();
    }, delay);
  }

  function onStatus(status: string) {
    if (stopped) return;
    if (status === 'SUBSCRIBED') {
      failures = 0;
      emit(null); // whatever was sent while we were away, or between the page's first reading and this join
      return;
    }
    // The server closes a channel whose token has expired or whose right is gone. The client has dropped it by now.
    if (status === 'CLOSED') channel = undefined;
    retry();
  }

  async function leave(client: RealtimeClient) {
    const last = channel;
    // From here on its statuses are not ours any more: leaving reports CLOSED too.
    channel = undefined;
    if (!last) return;
    const gone = client.removeChannel(last).finally(() => {
      if (leaving.get(topic) === gone) leaving.delete(topic);
    });
    leaving.set(topic, gone);
    await gone;
  }

  async function join() {
    try {
      const client = await realtime();
      await leave(client);
      await leaving.get(topic);
      await client.setAuth();
      if (stopped) return;
      const next = client.channel(topic, { config: { private: true } });
      channel = next;
      next.on('broadcast', { event: '*' }, ({ event }) => emit(event));
      next.subscribe((status) => {
        if (channel === next) onStatus(status);
      });
    } catch {
      retry();
    }
  }

  const onFocus = () => {
    if (document.visibilityState === 'visible') emit(null);
  };
  document.addEventListener('visibilitychange', onFocus);
  void join();

  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onFocus);
    if (channel) void realtime().then(leave);
  };
}

interface SharedTopic {
  listeners: Set<TopicOptions>;
  stop: () => void;
}

/** A topic is joined once, however many parts of the page listen to it. */
const topics = new Map<string, SharedTopic>();

function open(topic: string): SharedTopic {
  const listeners = new Set<TopicOptions>();
  const stop = keepJoined(topic, (event) => {
    for (const { events, onChange } of listeners) {
      if (event === null || events.includes(event)) onChange(event);
    }
  });
  const shared = { listeners, stop };
  topics.set(topic, shared);
  return shared;
}

/**
 * Listens to a private broadcast topic such as `user:<id>`. Payloads carry ids only; what they mean is read again
 * through RLS. Gives a function that stops listening.
 */
export function subscribeToTopic(topic: string, options: TopicOptions): () => void {
  const shared = topics.get(topic) ?? open(topic);
  shared.listeners.add(options);
  return () => {
    shared.listeners.delete(options);
    if (shared.listeners.size > 0 || topics.get(topic) !== shared) return;
    topics.delete(topic);
    shared.stop();
  };
}
