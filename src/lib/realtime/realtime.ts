import type { RealtimeChannel, RealtimeClient } from '@supabase/supabase-js';
import { supabase } from '@/lib/api/supabase';

/** How long to wait before joining again: 1, 2, 5, then every 10 seconds (realtime-js has it built in for the socket). */
const REJOIN_MS = [1000, 2000, 5000, 10_000];
/** For so long a join may take before what was missed is read without it. */
const JOIN_MS = 2000;

export interface TopicOptions {
  /** Names of broadcast events to hear. */
  events: readonly string[];
  /** Called for an event, after each join, when the page is looked at again and when there is a network again: read anew then. */
  onChange: (event: string | null) => void;
}

/** Channels that are being left: the client would hand out the same one again until it is gone. */
const leaving = new Map<string, Promise<unknown>>();

interface Kept {
  stop: () => void;
  /** Something may have been missed: the next join will tell, or, if that takes long, the clock. */
  missed: () => void;
  /** Joins anew, at once. */
  again: () => void;
}

/**
 * Keeps one channel of a topic joined until it is told to stop. `emit` gets an event's name, or null when something
 * may have been missed.
 */
function keepJoined(topic: string, emit: (event: string | null) => void): Kept {
  let channel: RealtimeChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while there is something to catch up with, and the join that would do it is on its way. */
  let late: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let failures = 0;
  /** Of two attempts at once the later one counts. */
  let attempt = 0;

  function catchUp() {
    clearTimeout(late);
    late = undefined;
    emit(null);
  }

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
      // It may have come back by itself.
      clearTimeout(timer);
      timer = undefined;
      catchUp(); // whatever was sent while we were away, or between the page's first reading and this join
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
    attempt += 1;
    const own = attempt;
    try {
      const { realtime: client } = await supabase();
      await leave(client);
      await leaving.get(topic);
      await client.setAuth();
      if (stopped || own !== attempt) return;
      const next = client.channel(topic, { config: { private: true } });
      channel = next;
      next.on('broadcast', { event: '*' }, ({ event }) => emit(event));
      next.subscribe((status) => {
        if (channel === next) onStatus(status);
      });
    } catch {
      if (own === attempt) retry();
    }
  }

  const onFocus = () => {
    if (document.visibilityState === 'visible') emit(null);
  };
  document.addEventListener('visibilitychange', onFocus);
  void join();

  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(late);
      document.removeEventListener('visibilitychange', onFocus);
      if (channel)
        void supabase().then(
          ({ realtime }) => leave(realtime),
          () => undefined,
        );
    },
    missed: () => {
      late ??= setTimeout(catchUp, JOIN_MS);
    },
    again: () => {
      clearTimeout(timer);
      timer = undefined;
      failures = 0;
      void join();
    },
  };
}

interface SharedTopic extends Kept {
  listeners: Set<TopicOptions>;
}

/** A topic is joined once, however many parts of the page listen to it. */
const topics = new Map<string, SharedTopic>();

/**
 * The phone has a network again. The socket of before may look open for half a minute yet and hear nothing, so a new one is made
 * without waiting for its heartbeat. What was missed is read once its topics are joined, or without them when that fails or takes long.
 */
async function onOnline() {
  if (topics.size === 0) return;
  for (const { missed } of topics.values()) missed();
  const client = await supabase().catch(() => null);
  await client?.realtime.disconnect();
  for (const { again } of topics.values()) again();
}
globalThis.addEventListener?.('online', () => void onOnline());

function open(topic: string): SharedTopic {
  const listeners = new Set<TopicOptions>();
  const kept = keepJoined(topic, (event) => {
    for (const { events, onChange } of listeners) {
      if (event === null || events.includes(event)) onChange(event);
    }
  });
  const shared = { listeners, ...kept };
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
